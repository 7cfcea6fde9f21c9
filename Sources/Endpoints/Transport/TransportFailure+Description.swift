extension TransportFailure {
  /// What happened, said of the address, and what to do next.
  package var words: (fact: String, advice: String) {
    switch self {
    case .unresolvedName:
      ("cannot be reached: its host name has no address", "check the host name and the network")
    case .refused:
      ("cannot be reached: no server listens there", "check the address, and that the server runs")
    case .unroutable:
      ("cannot be reached: there is no route to the host", "check the address and the network")
    case .connectTimedOut(let duration):
      (
        "cannot be reached: no connection within \(duration)",
        "check the address and the network, or allow more time"
      )
    case .unresolvedProxy:
      (
        "cannot be reached: the host name of the proxy has no address",
        "check the proxy in the environment"
      )
    case .proxyRefused(let status):
      (
        "cannot be reached: the proxy made no tunnel"
          + (status.map { " and answered with status \($0)" } ?? ""),
        "check the proxy in the environment"
      )
    case .tls(let failure, let detail):
      ("cannot be trusted: \(failure.fact)\(Self.quoted(detail))", failure.advice)
    case .reset(let part):
      ("reset the connection \(part.place)", "try again later")
    case .closedWithoutAnswer:
      ("closed the connection without an answer", "try again later")
    case .closedInHeader:
      ("closed the connection within the header fields", "try again later")
    case .closedEarly(let received, let expected):
      (
        "closed the connection within the body, after \(received)"
          + (expected.map { " of \($0) bytes" } ?? " bytes"),
        "try again later"
      )
    case .silent(let duration):
      ("sent nothing for \(duration)", "try again or allow more time")
    case .tooSlow(let speed, let duration):
      (
        "sent its body with \(speed) bytes a second over \(duration)",
        "try again or allow more time"
      )
    case .timedOut(let duration):
      ("did not answer within \(duration)", "try again or allow more time")
    case .bodyTooLarge(let limit):
      ("answered with more than \(limit) bytes", "ask for less at once")
    case .headerTooLarge(let limit):
      ("answered with more than \(limit) bytes of header fields", "check the address")
    case .invalidResponse(let detail):
      (
        "did not answer with valid HTTP\(Self.quoted(detail))",
        "check the scheme and the port of the address"
      )
    case .tooManyRedirects(let limit):
      ("redirects more than \(limit) times", "check the address")
    case .redirectRefused(let target):
      ("redirects to what is no http or https address: \(target)", "check the address")
    case .contentEncoding(let name):
      (
        "answered with a body whose content encoding '\(name)' is not known, broken or cut",
        "try again later, or ask the owner of the server"
      )
    case .cancelled:
      ("was not waited for, because the request was cancelled", "start it again")
    case .noNetworkLibrary(.missing):
      (
        "cannot be reached: libcurl.so.4 was not found",
        "install libcurl (Debian, Ubuntu: libcurl4; Fedora, Amazon Linux: libcurl; Alpine: "
          + "libcurl, and a dynamically linked program)"
      )
    case .noNetworkLibrary(.tooOld):
      (
        "cannot be reached: the libcurl of this machine cannot be used",
        "install libcurl 7.68 or newer"
      )
    case .other(let code, let detail):
      (
        "cannot be reached: the library for the network gave up with code \(code)"
          + Self.quoted(detail),
        "check the address and the network"
      )
    }
  }

  private static func quoted(_ detail: String) -> String {
    detail.isEmpty ? "" : " (\(detail))"
  }
}

extension TransportFailure.AnswerPart {
  fileprivate var place: String {
    switch self {
    case .nothing: "without an answer"
    case .header: "within the header fields"
    case .body: "within the body"
    }
  }
}

extension TransportFailure.TLSFailure {
  fileprivate var fact: String {
    switch self {
    case .selfSigned: "its certificate is self-signed"
    case .unknownAuthority: "its certificate comes from an unknown authority"
    case .expired: "its certificate has expired"
    case .notYetValid: "its certificate is not valid yet"
    case .wrongHost: "its certificate is for another host"
    case .refusedCertificate: "its certificate is not accepted"
    case .unreadableAuthorities: "the file of trusted authorities cannot be read"
    case .handshake: "no encrypted connection was agreed upon"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .selfSigned, .unknownAuthority:
      "check the address, or name the file of the authority in SSL_CERT_FILE"
    case .expired: "ask the owner of the server to renew it"
    case .notYetValid: "check the clock of this machine"
    case .wrongHost: "check the address"
    case .refusedCertificate: "check the address and the certificate of the server"
    case .unreadableAuthorities: "check SSL_CERT_FILE, and that ca-certificates is installed"
    case .handshake: "check the scheme and the port of the address"
    }
  }
}
