#if !canImport(Darwin)
  import CurlLibrary

  /// An easy handle of libcurl with the memory that it points to, for one request after the other.
  @safe final class CurlHandle {
    private let easy: UnsafeMutableRawPointer

    /// Where libcurl writes its text of an error.
    private let errorText: UnsafeMutablePointer<CChar>
    private static let errorTextSize = 256

    /// The header fields, which libcurl does not copy.
    private var lines: UnsafeMutableRawPointer?

    /// Makes a handle; nil where there is no memory.
    init?() {
      guard let easy = unsafe curl_library_easy_init() else { return nil }
      unsafe self.easy = unsafe easy
      unsafe errorText = .allocate(capacity: Self.errorTextSize)
      unsafe errorText.initialize(repeating: 0, count: Self.errorTextSize)
    }

    deinit {
      unsafe curl_library_easy_cleanup(easy)
      unsafe errorText.deallocate()
      freeLines()
    }

    /// A number by which the loop finds the handle again.
    var id: Int { unsafe Int(bitPattern: easy) }

    /// Forgets the options of the last request.
    func reset() {
      unsafe curl_library_easy_reset(easy)
      freeLines()
      unsafe errorText.pointee = 0
      _ = unsafe curl_library_set_pointer(easy, CurlOption.errorBuffer, errorText)
    }

    func set(_ option: Int32, _ value: Int) {
      _ = unsafe curl_library_set_long(easy, option, value)
    }

    /// Sets a text, which libcurl copies; nil for none.
    func set(_ option: Int32, _ text: String?) {
      if let text {
        _ = unsafe text.withCString { unsafe curl_library_set_text(easy, option, $0) }
      } else {
        _ = unsafe curl_library_set_text(easy, option, nil)
      }
    }

    /// Sets the lines of the header.
    func setHeader(_ header: [String]) {
      for line in header {
        unsafe lines = unsafe line.withCString { unsafe curl_library_list_append(lines, $0) }
      }
      _ = unsafe curl_library_set_pointer(easy, CurlOption.httpHeader, lines)
    }

    /// Sets the content of a request, which libcurl copies.
    func setContent(_ bytes: [UInt8]) {
      _ = unsafe curl_library_set_offset(easy, CurlOption.postFieldSize, Int64(bytes.count))
      var bytes = bytes
      unsafe bytes.withUnsafeMutableBytes {
        _ = unsafe curl_library_set_pointer(
          easy, CurlOption.copyPostFields, $0.baseAddress ?? UnsafeMutableRawPointer(errorText))
      }
    }

    /// Sends the lines of the header and the pieces of the body to a transfer, which must live until
    /// the handle is stopped.
    func deliver(to transfer: CurlTransfer) {
      let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
      _ = unsafe curl_library_set_pointer(easy, CurlOption.headerData, context)
      _ = unsafe curl_library_set_callback(easy, CurlOption.headerFunction) {
        unsafe CurlHandle.transfer($3).receiveHeader(CurlHandle.bytes($0, $1, $2)) ? $1 * $2 : 0
      }
      _ = unsafe curl_library_set_pointer(easy, CurlOption.writeData, context)
      _ = unsafe curl_library_set_callback(easy, CurlOption.writeFunction) {
        unsafe CurlHandle.transfer($3).receiveBody(CurlHandle.bytes($0, $1, $2)) ? $1 * $2 : 0
      }
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
      guard let context = unsafe context else { preconditionFailure("libcurl lost the transfer") }
      return unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private static func bytes(
      _ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int
    ) -> UnsafeRawBufferPointer {
      unsafe UnsafeRawBufferPointer(start: start, count: size * count)
    }

    /// Puts the request under way; returns libcurl's result.
    func start(in loop: CurlLoop) -> Int32 { unsafe loop.add(easy) }

    /// Ends the request, if it is under way.
    func stop(in loop: CurlLoop) { unsafe loop.remove(easy) }

    func info(_ info: Int32) -> Int { unsafe curl_library_get_long(easy, info) }

    func largeInfo(_ info: Int32) -> Int64 { unsafe curl_library_get_offset(easy, info) }

    /// libcurl's own text of what went wrong.
    func errorText(for code: Int32) -> String {
      if unsafe errorText.pointee != 0 { return unsafe String(cString: errorText) }
      return unsafe String(cString: curl_library_text(code))
    }

    private func freeLines() {
      unsafe curl_library_list_free(lines)
      unsafe lines = nil
    }
  }
#endif
