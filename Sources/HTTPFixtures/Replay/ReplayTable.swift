package import Endpoints
import Foundation

/// The answers of a replay server, found by method, path and query.
///
/// The path is the API's own, and that path below the name of the suite:
///
///     https://api.example/v1/books?id=7 of the suite library
///     GET /v1/books?id=7, GET /library/v1/books?id=7
///
/// Where two suites have the same path, the one that was added first has it, and the other one is found
/// below its name only. Where the content of the request was recorded, it has to be the same (see
/// ``RequestContent``). Of several answers to one request, such as those of a random record, each has its
/// turn. A credential was replaced in what was recorded, so it is replaced in a request too.
package struct ReplayTable: Sendable {
  /// The answers in the order in which they were added.
  package private(set) var answers: [ReplayAnswer] = []

  /// The suites that have to be asked below their names, because another one has the same path.
  package private(set) var hiddenSuites: Set<String> = []

  private let redaction: Redaction
  /// What a suite keeps secret, where that is not what all of them do together.
  private let redactions: [String: Redaction]
  private var indices: [FixtureID: Int] = [:]
  private var turns: [Turn] = []
  /// The turn of each place.
  private var places: [Place: Int] = [:]
  /// The turns that were found for the spelling of a request.
  private var spellings: [String: Int] = [:]
  private var methods: [RequestTarget: Set<String>] = [:]

  private struct Place: Hashable {
    let method: String
    let target: RequestTarget
  }

  private struct Turn {
    let suite: String
    var answers: [Int]
    /// Whether the content of a request decides between the answers.
    var hasContents: Bool
  }

  /// When each answer was given last, as a number that grows with each request.
  private var lastUses: [Int] = []
  private var requestCount = 0

  /// The most spellings that are kept; beyond it each request is read anew.
  private static let mostSpellings = 10_000

  /// Makes a table for suites whose secrets a redaction knows, by the names of the suites.
  package init(_ answers: [ReplayAnswer] = [], redactions: [String: Redaction] = [:]) {
    redaction = redactions.values.reduce(.standard) { $0.union($1) }
    self.redactions = redactions
    for answer in answers { add(answer) }
  }

  /// Adds an answer; its request has another answer from now on, or one more.
  package mutating func add(_ answer: ReplayAnswer) {
    spellings = [:]
    if let known = indices[answer.id] {
      // A recording stays in its place.
      answers[known] = answer
      return
    }
    let index = answers.count
    indices[answer.id] = index
    answers.append(answer)
    lastUses.append(0)
    let suite = answer.id.suite
    for target in [answer.target.below(suite), answer.target] {
      let place = Place(method: answer.method.rawValue, target: target)
      if let turn = places[place] {
        if turns[turn].suite == suite {
          turns[turn].answers.append(index)
          turns[turn].hasContents = turns[turn].hasContents || answer.content != nil
        } else {
          hiddenSuites.insert(suite)
        }
        continue
      }
      places[place] = turns.count
      turns.append(Turn(suite: suite, answers: [index], hasContents: answer.content != nil))
      methods[target, default: []].insert(answer.method.rawValue)
    }
  }

  /// What the table has for a request.
  enum Match {
    case answer(ReplayAnswer)
    /// The methods that the target knows, sorted.
    case otherMethods([String])
    /// The target and the method are known, and the content is another one.
    case otherContent
    case none
  }

  /// Finds the answer whose turn it is.
  mutating func match(_ request: ReceivedRequest) -> Match {
    let isHead = request.method == .head
    let spelling = "\(isHead ? "GET" : request.method.rawValue) \(request.target)"
    guard let place = spellings[spelling] ?? place(of: request, spelling) else {
      let target = RequestTarget(request.target)
      if let known = methods[target] ?? methods[redacted(target)] {
        return .otherMethods(
          (known.union(known.contains("GET") ? ["HEAD"] : []).union(["OPTIONS"])).sorted())
      }
      return .none
    }
    let fitting = answers(of: turns[place], to: request)
    guard let index = fitting.min(by: { (lastUses[$0], $0) < (lastUses[$1], $1) }) else {
      return .otherContent
    }
    // A turn that only shows its header fields is not over.
    if !isHead {
      requestCount += 1
      lastUses[index] = requestCount
    }
    return .answer(answers[index])
  }

  /// The answers to the content of a request: those that were recorded for it, the same media type
  /// first, or else those of which nobody knows the content.
  private func answers(of turn: Turn, to request: ReceivedRequest) -> [Int] {
    guard turn.hasContents else { return turn.answers }
    let content = RequestContent(
      request.body, mediaType: request.fields[.contentType],
      redaction: redactions[turn.suite] ?? redaction)
    let same = turn.answers.filter {
      content != nil && answers[$0].content?.sha256 == content?.sha256
    }
    let sameType = same.filter { answers[$0].content == content }
    if !same.isEmpty { return sameType.isEmpty ? same : sameType }
    return turn.answers.filter { answers[$0].content == nil }
  }

  private mutating func place(of request: ReceivedRequest, _ spelling: String) -> Int? {
    let target = RequestTarget(request.target)
    let methods = request.method == .head ? ["GET", "HEAD"] : [request.method.rawValue]
    for target in [target, redacted(target)] {
      for method in methods {
        guard let place = places[Place(method: method, target: target)] else { continue }
        if spellings.count < Self.mostSpellings { spellings[spelling] = place }
        return place
      }
    }
    return nil
  }

  /// The target as it would have been recorded.
  private func redacted(_ target: RequestTarget) -> RequestTarget {
    guard let url = URL(string: "http://localhost\(target)") else { return target }
    return RequestTarget(redaction.url(url))
  }

  /// The answers whose requests are nearest to a target, the nearest first.
  package func nearest(to target: String, limit: Int) -> [ReplayAnswer] {
    let wanted = redacted(RequestTarget(target.prefix(1024)))
    let ranked = answers.indices.map { (nearness: answers[$0].target.nearness(to: wanted), $0) }
    return ranked.sorted { ($1.nearness, $0.1) < ($0.nearness, $1.1) }.prefix(limit)
      .map { answers[$0.1] }
  }
}
