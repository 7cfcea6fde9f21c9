#if !canImport(Darwin)
  import Foundation

  /// A request under way: what it asks for, what has come of the answer, and since when nothing has.
  ///
  /// All limits but the size of a single header line are kept here and not by libcurl, whose one code
  /// for three limits of time would have to be taken apart by guessing.
  final class CurlTransfer {
    let job: CurlJob
    let handle: CurlHandle

    private var header = HeaderBlock()
    private var body: [UInt8] = []

    /// Why a callback ended the transfer.
    private var refusal: TransportFailure?

    private let begun = ContinuousClock.now
    private var lastByte: ContinuousClock.Instant?

    /// Since when the speed is measured, and the size of the body then; nil before the body.
    private var measurement: (start: ContinuousClock.Instant, size: Int)?

    init(_ job: CurlJob, _ handle: CurlHandle) {
      self.job = job
      self.handle = handle
    }

    /// Puts the request under way.
    func begin(in loop: CurlLoop) -> TransportFailure? {
      handle.reset()
      handle.set(CurlOption.url, job.request.url.absoluteString)
      // Whatever the environment and the server say, nothing but these two.
      handle.set(CurlOption.protocols, CurlOption.httpAndHTTPS)
      handle.set(CurlOption.followLocation, 0)
      handle.set(CurlOption.allowHTTP09, 0)
      handle.set(CurlOption.noProgress, 1)
      handle.set(CurlOption.noSignal, 1)
      // Several requests to one server of HTTP/2 share a connection. Without TLS only the first answer would say that
      // there is none, and a server that is silent on one path would keep all its others waiting.
      handle.set(CurlOption.waitForMultiplexing, job.request.url.scheme == "https" ? 1 : 0)
      // The header fields, which may hold secrets, are for the server and not for a proxy.
      handle.set(CurlOption.headerSeparation, 1)
      handle.set(CurlOption.suppressConnectHeaders, 1)
      // An end does not wait for a name server.
      handle.set(CurlOption.quickExit, 1)
      if let file = job.trust.file { handle.set(CurlOption.caFile, file) }
      if job.trust.isExclusive || job.trust.folder != nil {
        handle.set(CurlOption.caFolder, job.trust.folder)
      }
      setMethod()
      handle.setHeader(headerLines)
      handle.deliver(to: self)
      let code = handle.start(in: loop)
      return code == CurlCode.ok ? nil : .other(code: Int(code), detail: "")
    }

    private func setMethod() {
      let method = job.request.method
      if method == .head {
        handle.set(CurlOption.noBody, 1)
      } else if let body = job.request.body {
        handle.set(CurlOption.post, 1)
        handle.setContent(body)
      } else if method == .post {
        handle.set(CurlOption.post, 1)
        handle.setContent([])
      }
      if method != .head && method != .get { handle.set(CurlOption.customRequest, method.rawValue) }
    }

    private var headerLines: [String] {
      // Compression would hide a cut, and some servers refuse clients without a name. `Expect` would
      // cost a second with servers that do not know it.
      var lines = ["Expect:"]
      if job.request.header("Accept-Encoding") == nil { lines.append("Accept-Encoding: identity") }
      if job.request.header("User-Agent") == nil { lines.append("User-Agent: mealdb-contract") }
      for (name, value) in job.request.headers.sorted(by: { $0.key < $1.key }) {
        // A semicolon is libcurl's form of a field without a value.
        lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
      }
      return lines
    }

    /// Takes a line of the header; false where the transfer must end.
    func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
      lastByte = .now
      header.add(unsafe Array(bytes))
      let limits = job.limits
      if header.size > limits.headerSize {
        refusal = .headerTooLarge(limit: limits.headerSize)
      } else if header.isFinal, measurement == nil {
        measurement = (.now, 0)
        if let length = header.contentLength, length > limits.bodySize, job.request.method != .head
        {
          refusal = .bodyTooLarge(limit: limits.bodySize)
        }
      }
      return refusal == nil
    }

    /// Takes a piece of the body; false where the transfer must end.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
      lastByte = .now
      guard body.count + bytes.count <= job.limits.bodySize else {
        refusal = .bodyTooLarge(limit: job.limits.bodySize)
        return false
      }
      unsafe body.append(contentsOf: bytes)
      return true
    }

    // MARK: Limits of time

    /// When the next limit may be used up.
    var nextCheck: ContinuousClock.Instant {
      let limits = job.limits
      guard let lastByte else {
        return (connected ?? begun) + (connected == nil ? limits.connecting : limits.silence)
      }
      let silent = lastByte + limits.silence
      guard limits.slowestSpeed > 0, let measurement else { return silent }
      return min(silent, measurement.start + limits.silence)
    }

    /// The failure that the clock makes; nil where all limits hold.
    func overdue(_ now: ContinuousClock.Instant) -> TransportFailure? {
      guard now >= nextCheck else { return nil }
      let limits = job.limits
      guard let lastByte else {
        return connected == nil
          ? .connectTimedOut(after: limits.connecting) : .silent(for: limits.silence)
      }
      if now >= lastByte + limits.silence { return .silent(for: limits.silence) }
      guard let (start, size) = measurement else { return nil }
      let speed = Double(body.count - size) / ((now - start) / .seconds(1))
      if speed < Double(limits.slowestSpeed) {
        return .tooSlow(bytesPerSecond: Int(speed), over: limits.silence)
      }
      measurement = (now, body.count)
      return nil
    }

    /// When the connection was ready for the request; nil before.
    private var connected: ContinuousClock.Instant? {
      let time = handle.largeInfo(CurlInfo.pretransferTime)
      return time > 0 ? begun + .microseconds(time) : nil
    }

    // MARK: The end

    /// The answer, or why there is none, from libcurl's result.
    func outcome(_ code: Int32) -> CurlTicket.Outcome {
      if let refusal { return .failure(refusal) }
      guard code == CurlCode.ok else { return .failure(failure(code)) }
      // For libcurl a connection that ends within the header fields is an answer without a body.
      guard let status = header.status, header.isFinal else {
        return .failure(header.size == 0 ? .closedWithoutAnswer : .closedInHeader)
      }
      return .success(HTTPResponse(status: status, headers: header.headers, body: body))
    }

    private func failure(_ code: Int32) -> TransportFailure {
      let detail = handle.errorText(for: code)
      switch code {
      case CurlCode.unresolvedHost: return .unresolvedName
      case CurlCode.unresolvedProxy: return .unresolvedProxy
      case CurlCode.couldNotConnect: return connectFailure(detail)
      case CurlCode.timedOut: return .connectTimedOut(after: .now - begun)
      case CurlCode.gotNothing: return .closedWithoutAnswer
      case CurlCode.partialFile where !header.isFinal: return .closedInHeader
      case CurlCode.partialFile:
        return .closedEarly(received: body.count, expected: header.contentLength)
      case CurlCode.sendError, CurlCode.receiveError: return brokenConnection(detail)
      case CurlCode.http2, CurlCode.http2Stream: return .reset(part)
      case CurlCode.weirdServerReply: return .invalidResponse(detail: detail)
      case CurlCode.unsupportedProtocol:
        // Both HTTP/0.9 and a libcurl that was built without TLS, distinguished by the text alone.
        return detail.hasPrefix("Protocol ")
          ? .other(code: Int(code), detail: detail) : .invalidResponse(detail: detail)
      case CurlCode.outOfMemory, CurlCode.tooLarge:
        // The limit of libcurl for one line, about 100 KB.
        return header.isFinal
          ? .other(code: Int(code), detail: detail)
          : .headerTooLarge(limit: job.limits.headerSize)
      case CurlCode.peerVerification: return .tls(certificateFailure(detail), detail: detail)
      case CurlCode.badAuthorityFile: return .tls(.unreadableAuthorities, detail: detail)
      case CurlCode.tlsConnect, CurlCode.tlsCertificate, CurlCode.tlsCipher, CurlCode.tlsShutdown:
        return .tls(.handshake, detail: detail)
      case CurlCode.proxy: return .proxyRefused(status: connectStatus)
      default: return .other(code: Int(code), detail: detail)
      }
    }

    /// How far the answer had come.
    private var part: TransportFailure.AnswerPart {
      header.size == 0 ? .nothing : header.isFinal ? .body : .header
    }

    /// The status with which a proxy refused a tunnel.
    private var connectStatus: Int? {
      let status = handle.info(CurlInfo.connectStatus)
      return status == 0 || (200...299).contains(status) ? nil : status
    }

    private var systemError: POSIXErrorCode? {
      POSIXErrorCode(rawValue: Int32(handle.info(CurlInfo.systemError)))
    }

    private func connectFailure(_ detail: String) -> TransportFailure {
      switch systemError {
      case .ECONNREFUSED: .refused
      case .EHOSTUNREACH, .ENETUNREACH, .EADDRNOTAVAIL: .unroutable
      case .ETIMEDOUT: .connectTimedOut(after: .now - begun)
      case .ECONNRESET: .reset(.nothing)
      default: .other(code: Int(CurlCode.couldNotConnect), detail: detail)
      }
    }

    /// The failure behind the codes of receiving and sending.
    ///
    /// They stand for broken connections, broken framing, and proxies that refuse; only the text tells
    /// the framing apart.
    private func brokenConnection(_ detail: String) -> TransportFailure {
      if let status = connectStatus { return .proxyRefused(status: status) }
      if detail.contains("chunked") || detail.contains("Invalid") {
        return .invalidResponse(detail: detail)
      }
      if detail.contains("Too large response headers") {
        return .headerTooLarge(limit: job.limits.headerSize)
      }
      return .reset(part)
    }

    private func certificateFailure(_ detail: String) -> TransportFailure.TLSFailure {
      // The numbers of OpenSSL's `X509_V_ERR_…`; builds with other libraries leave it at 0 or 1.
      switch handle.info(CurlInfo.verifyResult) {
      case 9: return .notYetValid
      case 10: return .expired
      case 18: return .selfSigned
      case 2, 19, 20, 21: return .unknownAuthority
      case 62: return .wrongHost
      case 0, 1:
        // libcurl compares the names itself, after the certificate was accepted.
        if detail.contains("subject name") || detail.contains("not match") { return .wrongHost }
        if detail.contains("expired") { return .expired }
        return .refusedCertificate
      default: return .refusedCertificate
      }
    }
  }
#endif
