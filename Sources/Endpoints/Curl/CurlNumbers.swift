#if !canImport(Darwin)
  /// The numbers of libcurl's options that are used; they are part of its binary interface.
  ///
  /// Those from 10000 on take a pointer or a text, from 20000 a function, from 30000 a 64-bit number.
  enum CurlOption {
    static let writeData: Int32 = 10001
    static let url: Int32 = 10002
    static let errorBuffer: Int32 = 10010
    static let writeFunction: Int32 = 20011
    static let httpHeader: Int32 = 10023
    static let headerData: Int32 = 10029
    static let customRequest: Int32 = 10036
    static let noProgress: Int32 = 43
    static let noBody: Int32 = 44
    static let post: Int32 = 47
    static let followLocation: Int32 = 52
    static let caFile: Int32 = 10065
    static let headerFunction: Int32 = 20079
    static let caFolder: Int32 = 10097
    static let noSignal: Int32 = 99
    static let postFieldSize: Int32 = 30120
    static let copyPostFields: Int32 = 10165
    static let protocols: Int32 = 181
    static let headerSeparation: Int32 = 229
    static let waitForMultiplexing: Int32 = 237
    static let suppressConnectHeaders: Int32 = 265
    static let quickExit: Int32 = 322
    static let allowHTTP09: Int32 = 285

    /// Options of the multi handle.
    static let maximumConnections: Int32 = 6

    /// The value of `protocols` that represents http and https.
    static let httpAndHTTPS = 3
  }

  /// The numbers of what libcurl tells about a request.
  enum CurlInfo {
    static let verifyResult: Int32 = 0x20000D
    static let connectStatus: Int32 = 0x200016
    static let systemError: Int32 = 0x200019
    /// The microseconds from the beginning to the moment when the request could be sent.
    static let pretransferTime: Int32 = 0x600034
  }

  /// The numbers of libcurl's results that are distinguished.
  enum CurlCode {
    static let ok: Int32 = 0
    static let unsupportedProtocol: Int32 = 1
    static let unresolvedProxy: Int32 = 5
    static let unresolvedHost: Int32 = 6
    static let couldNotConnect: Int32 = 7
    static let weirdServerReply: Int32 = 8
    static let http2: Int32 = 16
    static let partialFile: Int32 = 18
    static let outOfMemory: Int32 = 27
    static let timedOut: Int32 = 28
    static let tlsConnect: Int32 = 35
    static let gotNothing: Int32 = 52
    static let sendError: Int32 = 55
    static let receiveError: Int32 = 56
    static let tlsCertificate: Int32 = 58
    static let tlsCipher: Int32 = 59
    static let peerVerification: Int32 = 60
    static let badAuthorityFile: Int32 = 77
    static let tlsShutdown: Int32 = 80
    static let http2Stream: Int32 = 92
    static let proxy: Int32 = 97
    static let tooLarge: Int32 = 100
  }
#endif
