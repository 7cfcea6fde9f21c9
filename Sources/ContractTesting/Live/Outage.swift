package import Endpoints

/// What kept requests of one origin from being answered with a response that can be judged.
///
/// An outage says nothing about the format, so it is no finding. All requests of an origin that failed
/// for the same reason are one outage, however many endpoints they belong to.
package struct Outage: Sendable, Hashable {
  /// Why an answer is none.
  package enum Reason: Sendable, Hashable {
    /// No answer came, or not the whole of it.
    case noAnswer(EndpointError)

    /// The server answered with a redirection to another origin, and there no answer came.
    case noAnswerElsewhere(EndpointError, origin: String)

    /// The server cannot serve now: 402, 408, 425, 429, 451, 500–599, and a redirection
    /// that cannot be followed (RFC 9110 section 15, RFC 6585).
    case status(Int)

    /// The server asks for other credentials than it was given: 401, 403 and 407.
    case accessRefused(Int)

    /// A part of the answer, which was not asked for: 206 (RFC 9110 section 15.3.7).
    case partialContent

    /// A page for people, such as one about maintenance or the login of a network.
    case page

    /// Text that is neither JSON nor markup.
    case text

    /// Bytes that are no text.
    case bytes

    /// An answer without a body.
    case emptyBody

    /// A document that ends in the middle.
    case cutBody

    /// An object that tells of an error and has nothing of the format.
    case errorObject

    /// An answer without any record, where the stored fixture has some.
    case noRecord

    /// Whether other endpoints of the origin fail for the same reason, as far as one can know.
    var concernsOrigin: Bool {
      switch self {
      case .noAnswer(.noAnswer(_, let failure, _)),
        .noAnswerElsewhere(.noAnswer(_, let failure, _), _):
        switch failure {
        case .bodyTooLarge, .headerTooLarge, .contentEncoding, .tooManyRedirects, .redirectRefused:
          false
        default: true
        }
      case .noAnswer, .noAnswerElsewhere: true
      case .status(let status): [408, 429, 502, 503, 504].contains(status)
      case .accessRefused, .partialContent, .page, .text, .bytes, .emptyBody, .cutBody,
        .errorObject, .noRecord:
        false
      }
    }

    /// Whether another request failed for the same reason, whatever its address, and how long or how large it became.
    ///
    /// What is said of an outage is said of each of its endpoints: of 429 that fewer requests help, of 503 that they do not.
    func isSame(as other: Reason) -> Bool {
      switch (self, other) {
      case (.noAnswer(.noAnswer(_, let mine, _)), .noAnswer(.noAnswer(_, let theirs, _))):
        mine.isSame(as: theirs)
      case (
        .noAnswerElsewhere(.noAnswer(_, let mine, _), let origin),
        .noAnswerElsewhere(.noAnswer(_, let theirs, _), let otherOrigin)
      ):
        origin == otherOrigin && mine.isSame(as: theirs)
      default: self == other
      }
    }

    /// The name of the reason for programs, such as `no-answer`.
    package var name: String {
      switch self {
      case .noAnswer, .noAnswerElsewhere: "no-answer"
      case .status: "status"
      case .accessRefused: "access-refused"
      case .partialContent: "partial-content"
      case .page: "page"
      case .text: "text"
      case .bytes: "bytes"
      case .emptyBody: "empty-body"
      case .cutBody: "cut-body"
      case .errorObject: "error-object"
      case .noRecord: "no-record"
      }
    }
  }

  /// Scheme, host and port of the server.
  package let origin: String

  /// Why the first of the requests failed.
  package let reason: Reason

  /// The address of the first request that failed, without credentials.
  package let sample: String

  /// The endpoints that are concerned, as `SUITE/ENDPOINT`, each once.
  package internal(set) var endpoints: [String]

  /// The number of requests that failed.
  package internal(set) var failed = 1

  /// The number of requests that were not sent any more.
  package internal(set) var notSent = 0

  /// The number of days in a row on which runs saw one of the endpoints silent; nil without a history.
  package internal(set) var nights: Int?

  /// Makes an outage of one request.
  package init(origin: String, reason: Reason, sample: String, endpoint: String) {
    self.origin = origin
    self.reason = reason
    self.sample = sample
    endpoints = [endpoint]
  }
}
