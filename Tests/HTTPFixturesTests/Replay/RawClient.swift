import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to 127.0.0.1 that sends any bytes, and waits half a minute at most for what comes.
final class RawClient {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // An answer that a task of the pool makes may wait behind all other tests.
    var limit = timeval(tv_sec: 240, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// Sends bytes; what the server no longer takes is dropped.
  func send(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = unsafe rest.withUnsafeBytes {
        #if canImport(Glibc)
          unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        #elseif canImport(Musl)
          unsafe Musl.send(descriptor, $0.baseAddress, $0.count, flags)
        #else
          unsafe Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
        #endif
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) { send(text.utf8) }

  /// Says that nothing more is sent.
  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// How a read ended.
  enum End: Hashable {
    case more
    case closed
    case reset
    case timeout
  }

  private func receive() -> End {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    if count == 0 { return .closed }
    if count < 0 { return errno == ECONNRESET ? .reset : .timeout }
    received += buffer[..<count]
    return .more
  }

  /// All that comes to the end of the connection, and how that was.
  func receiveAll() -> (bytes: [UInt8], end: End) {
    var end = End.more
    while end == .more { end = receive() }
    defer { received = [] }
    return (received, end)
  }

  /// A response that came whole.
  struct Response: Sendable {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// The next response; nil where the connection ends before its end.
  func response(isHead: Bool = false) -> Response? {
    while true {
      if let end = received.prefix(65_536).firstRange(of: Array("\r\n\r\n".utf8)) {
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let name = line.prefix { $0 != ":" }
          headers[name.lowercased()] = String(line.dropFirst(name.count + 2))
        }
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let hasBody = !isHead && status >= 200 && status != 204 && status != 304
        let length = hasBody ? Int(headers["content-length"] ?? "") ?? 0 : 0
        if received.count - end.upperBound >= length {
          let body = Array(received[end.upperBound..<end.upperBound + length])
          received.removeFirst(end.upperBound + length)
          return Response(status: status, headers: headers, body: body)
        }
      }
      guard receive() == .more else { return nil }
    }
  }

  /// Sends a GET and waits for the response.
  func get(_ target: String, _ fields: String = "") -> Response? {
    send("GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    return response()
  }
}
