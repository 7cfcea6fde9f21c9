import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls of the replay server, which never block but for ``wait(for:milliseconds:)``.
enum SocketCalls {
  /// What became of a call that moves bytes.
  enum Moved: Hashable {
    case bytes(Int)
    /// Nothing can be moved now.
    case nothingNow
    /// The other side ended its side, or the connection is gone.
    case ended
  }

  /// An address of this machine that only this machine reaches.
  enum Loopback {
    case version4
    case version6
  }

  /// Listens on a port, or on any free port with 0; returns the descriptor and the port.
  ///
  /// Throws `POSIXError`.
  static func listen(_ loopback: Loopback, port: UInt16) throws(POSIXError) -> (Int32, UInt16) {
    let family = loopback == .version4 ? AF_INET : AF_INET6
    #if canImport(Glibc)
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw lastError }
    do throws(POSIXError) {
      try set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
      if loopback == .version6 { try set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
      try makeNonBlocking(descriptor)
      var storage = sockaddr_storage()
      let length = unsafe fill(&storage, loopback, port)
      let isBound = unsafe withUnsafePointer(to: &storage) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          #if canImport(Glibc)
            unsafe Glibc.bind(descriptor, address, length) == 0
          #elseif canImport(Musl)
            unsafe Musl.bind(descriptor, address, length) == 0
          #else
            unsafe Darwin.bind(descriptor, address, length) == 0
          #endif
        }
      }
      guard isBound else { throw lastError }
      #if canImport(Glibc)
        let isListening = Glibc.listen(descriptor, 511) == 0
      #elseif canImport(Musl)
        let isListening = Musl.listen(descriptor, 511) == 0
      #else
        let isListening = Darwin.listen(descriptor, 511) == 0
      #endif
      guard isListening else { throw lastError }
      return (descriptor, try self.port(of: descriptor))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Takes a waiting connection; nil where none waits, or none can be opened now.
  static func accept(_ listener: Int32) -> Int32? {
    #if canImport(Glibc)
      let descriptor = Glibc.accept(listener, nil, nil)
    #elseif canImport(Musl)
      let descriptor = Musl.accept(listener, nil, nil)
    #else
      let descriptor = Darwin.accept(listener, nil, nil)
    #endif
    guard descriptor >= 0 else { return nil }
    do throws(POSIXError) {
      try makeNonBlocking(descriptor)
      // A small answer is not held back until the last one was acknowledged.
      try set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
      #if canImport(Darwin)
        try set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
      #endif
      return descriptor
    } catch {
      close(descriptor)
      return nil
    }
  }

  /// Receives into a buffer, as much as fits.
  static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Moved {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    return count == 0 ? .ended : moved(count)
  }

  /// Sends some of the bytes of two pieces, one behind the other, in one call and without joining them.
  static func send(
    _ descriptor: Int32, _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8> = []
  ) -> Moved {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return unsafe first.withUnsafeBytes { first in
      unsafe second.withUnsafeBytes { second in
        // The system reads through these pointers only, although their type allows writing.
        var pieces = unsafe (
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
        )
        return unsafe withUnsafeMutableBytes(of: &pieces) { pieces in
          var message = unsafe msghdr()
          unsafe message.msg_iov = pieces.assumingMemoryBound(to: iovec.self).baseAddress
          unsafe message.msg_iovlen = 2
          return unsafe moved(sendmsg(descriptor, &message, flags))
        }
      }
    }
  }

  /// Waits until a descriptor is ready, or a time is over; a negative time is none.
  static func wait(for descriptors: inout [pollfd], milliseconds: Int32) {
    // An interruption by a signal is a wait in which nothing became ready.
    for index in descriptors.indices { descriptors[index].revents = 0 }
    _ = unsafe descriptors.withUnsafeMutableBufferPointer {
      unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds)
    }
  }

  /// Says that nothing more is sent, and lets the other side go on.
  static func endOutput(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends a connection as if the machine had lost it.
  static func reset(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    close(descriptor)
  }

  static func close(_ descriptor: Int32) { _ = Foundation.close(descriptor) }

  /// A pipe whose ends do not block: what is written at the second comes out at the first.
  ///
  /// Throws `POSIXError`.
  static func makePipe() throws(POSIXError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw lastError }
    do throws(POSIXError) {
      try makeNonBlocking(ends[0])
      try makeNonBlocking(ends[1])
      return (ends[0], ends[1])
    } catch {
      close(ends[0])
      close(ends[1])
      throw error
    }
  }

  /// Writes one byte into a pipe; a full one has a byte already.
  static func wake(_ pipe: Int32, _ byte: UInt8) {
    var byte = byte
    _ = unsafe write(pipe, &byte, 1)
  }

  /// Reads what is in a pipe.
  static func drain(_ pipe: Int32, into buffer: inout [UInt8]) -> ArraySlice<UInt8> {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(pipe, $0.baseAddress, $0.count) }
    return count > 0 ? buffer[..<count] : []
  }

  // MARK: Details

  private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  private static func moved(_ count: Int) -> Moved {
    if count >= 0 { return .bytes(count) }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothingNow : .ended
  }

  private static func makeNonBlocking(_ descriptor: Int32) throws(POSIXError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else { throw lastError }
  }

  private static func set(
    _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32
  ) throws(POSIXError) {
    var value = value
    guard
      unsafe setsockopt(
        descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    else { throw lastError }
  }

  /// Writes a loopback address; returns its length.
  @unsafe private static func fill(
    _ storage: inout sockaddr_storage, _ loopback: Loopback, _ port: UInt16
  ) -> socklen_t {
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      switch loopback {
      case .version4:
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        unsafe bytes.storeBytes(of: address, as: sockaddr_in.self)
        return socklen_t(MemoryLayout<sockaddr_in>.size)
      case .version6:
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        unsafe bytes.storeBytes(of: address, as: sockaddr_in6.self)
        return socklen_t(MemoryLayout<sockaddr_in6>.size)
      }
    }
  }

  private static func port(of descriptor: Int32) throws(POSIXError) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = unsafe withUnsafeMutablePointer(to: &storage) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isKnown else { throw lastError }
    // The port stands at the same place in both kinds of address.
    return unsafe withUnsafeBytes(of: &storage) {
      unsafe UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }
}
