import Foundation
import TestSupport
import Testing

@testable import DecodingLaws
@testable import StrictJSON

/// Fast passes under strategies: the names of keys in many spellings, and closures that read dates
/// and data.
@Suite(.computing) struct FastPassStrategyTests {
  /// The report with fast passes, after a comparison with the engine alone and with Foundation.
  @discardableResult
  private func compare<Root: Decodable & Equatable>(
    _ type: Root.Type, _ text: String, _ strict: StrictDecoder,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws -> DecodingReport {
    let document = try JSONDocument(Array(text.utf8))
    let (value, fast) = strict.decode(type, from: document)
    var slow = strict
    slow.usesFastPass = false
    let engine = slow.check(type, in: document)
    let difference = fast.difference(from: engine)
    #expect(difference == nil, "\(text) differs in \(difference ?? "")", sourceLocation: location)
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = strict.keyDecodingStrategy
    foundation.dateDecodingStrategy = strict.dateDecodingStrategy
    foundation.dataDecodingStrategy = strict.dataDecodingStrategy
    let expected = try? foundation.decode(type, from: Data(text.utf8))
    #expect(value == expected, "\(text)", sourceLocation: location)
    return fast
  }

  // MARK: Remarks

  /// What is swallowed behind a date that is remarked takes its own remarks with it, and no others.
  private struct Swallowing: Decodable, Equatable {
    var date: Date?
    var list: [Int]?
    var isEmpty: Bool?

    enum CodingKeys: CodingKey { case date, list }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      date = try? container.decode(Date.self, forKey: .date)
      list = try? container.decode([Int].self, forKey: .list)
      // Another request for the value that works makes the failure none.
      isEmpty = try? container.nestedUnkeyedContainer(forKey: .list).isAtEnd
    }
  }

  @Test func remarkOutlivesAFailureThatIsSwallowed() throws {
    var strict = StrictDecoder()
    strict.dateDecodingStrategy = .secondsSince1970
    let number = "340282366920938463463374607431768211456"
    for list in [#"["1"]"#, "[1]", "null"] {
      let report = try compare(Swallowing.self, #"{"date": \#(number), "list": \#(list)}"#, strict)
      #expect(report.issues.contains { $0.kind == .implausibleDate })
    }
  }

  // MARK: Keys

  private static let spellings = [
    "home_url", "homeUrl", "home__url", "home_URL", "_home_url", "user_id", "userId", "user_Id",
    "x", "inner_list", "innerList", "names_by_key", "all_x", "other", "é_à",
  ]

  private func record(depth: Int, using random: inout SeededRandom) -> JSONNode {
    let count = Int.random(in: 0..<8, using: &random)
    // Most keys are spelled as is likely, so that fast passes come to an end.
    let isPlain = Int.random(in: 0..<3, using: &random) > 0
    let likely = ["home_url", "user_id", "x", "inner_list", "names_by_key", "all_x"]
    var members: [(key: String, value: JSONNode)] = []
    for position in 0..<count {
      let key =
        isPlain ? likely[position % likely.count] : Self.spellings.randomElement(using: &random)
      guard let key, !isPlain || position < likely.count else { continue }
      let isRight = Int.random(in: 0..<20, using: &random) > 0
      members.append((key, isRight ? value(of: key, depth, using: &random) : .null))
    }
    return .object(members.map { JSONNode.Member($0.key, $0.value) })
  }

  private func value(
    of key: String, _ depth: Int, using random: inout SeededRandom
  ) -> JSONNode {
    let word = key.replacing("_", with: "").lowercased()
    if word.hasPrefix("home") { return .string("u") }
    if word.hasPrefix("inner") {
      let count = depth < 2 ? Int.random(in: 0..<3, using: &random) : 0
      return .array((0..<count).map { _ in record(depth: depth + 1, using: &random) })
    }
    if word.hasPrefix("names") { return ["a_b": 1, "aB": 2] }
    return 7
  }

  @Test func keysInManySpellingsGiveTheSameReports() throws {
    var strict = StrictDecoder()
    strict.keyDecodingStrategy = .convertFromSnakeCase
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 10)
    var accepted = 0
    for round in 0..<400 * Fuzzing.factor {
      let count = round % 20 == 0 ? 40 : Int.random(in: 1..<6, using: &random)
      let list = JSONNode.array((0..<count).map { _ in record(depth: 0, using: &random) })
      let report = try compare([Spellings].self, JSONWriter.compact(list), strict)
      if !report.issues.contains(where: \.kind.stopsDecoding) { accepted += 1 }
    }
    #expect(accepted > 40)
  }

  /// An object that the engine has to read is let go all the same.
  @Test func runIsLetGoWithItsSession() throws {
    let records = ["home_url", "homeUrl", "home_url"].map { #"{"\#($0)": "u"}"# }
    weak var run: FastPass?
    do {
      var strict = StrictDecoder()
      strict.keyDecodingStrategy = .convertFromSnakeCase
      let document = try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))
      let session = DecodingSession(decoder: strict)
      session.begin(document, strict)
      run = session.fastPass
      #expect(run != nil)
      _ = session.fastPass?.attempt([Needy].self, at: 0, session.shape)
      session.end()
      session.finish()
    }
    #expect(run == nil)
  }

  /// The likely name of a missing key is told until another one was seen, whatever was tried.
  @Test(arguments: [
    #"[{}, {"homeUrl": "u"}, {}]"#, #"[{"homeUrl": "u"}, {}, {"home_url": "u"}, {"x": "no"}]"#,
    #"[{"home_url": "u"}, {"homeUrl": "u"}, {"x": "no"}, {}]"#,
    #"[{"homeUrl": "u", "home_url": "v"}, {"home_url": "v", "homeUrl": "u"}]"#,
    #"[{"homeUrl": "u", "other": 1}, {"other": 2, "x": null}, {"home_url": 3}]"#,
  ])
  func namesOfMissingKeysAreTheSame(text: String) throws {
    var strict = StrictDecoder()
    strict.keyDecodingStrategy = .convertFromSnakeCase
    try compare([Spellings].self, text, strict)
    try compare([Needy].self, text, strict)
  }

  /// Of more keys than a layout holds the last ones are read as the engine reads them.
  @Test func objectsOfManyKeysGiveTheSameReports() throws {
    var random = SeededRandom(seed: 3)
    let nested = #"{"home_url": "u", "x": 1, "inner_list": [{"x": 2, "other": 3}]}"#
    for round in 0..<10 {
      let records = (0..<4).map { record in
        let fillers = (0..<(record == 2 ? 3 : 130)).map { #""k\#($0)": 0"# }
        let others = [
          #""inner_list": [\#(nested)]"#, #""home_url": "v""#, #""user_id": 7"#, #""x": 1"#,
        ]
        let isBroken = record == 3 && round % 2 == 0
        let members =
          fillers + others.shuffled(using: &random) + [isBroken ? #""z": 1"# : #""y": 1"#]
        return "{\(members.joined(separator: ", "))}"
      }
      let text = "[\(records.joined(separator: ", "))]"
      var strict = StrictDecoder()
      try compare([Plain].self, text, strict)
      strict.keyDecodingStrategy = .convertFromSnakeCase
      try compare([Spellings].self, text, strict)
      try compare([Needy].self, text, strict)
    }
  }

  /// See how often the initialiser runs: once in a fast pass, again wherever the engine has to.
  @Test func convertedKeysAreReadOnce() throws {
    var strict = StrictDecoder()
    strict.keyDecodingStrategy = .convertFromSnakeCase
    let calls = CallCount()
    strict.userInfo = calls.userInfo
    let records = Array(repeating: #"{"home_url": "u", "is_new": true}"#, count: 50)
    let document = try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))
    #expect(strict.check([CountedRecord].self, in: document).issues.isEmpty)
    #expect(calls.value == 50)
  }

  // MARK: Dates and data

  private static var closures: StrictDecoder {
    var strict = StrictDecoder()
    strict.dateDecodingStrategy = .custom { decoder in
      let path = decoder.codingPath.map(\.stringValue).joined(separator: "/")
      if let parts = try? decoder.container(keyedBy: NameKey.self) {
        return Date(
          timeIntervalSince1970: try parts.decode(Double.self, forKey: NameKey("seconds")))
      }
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        return Date(timeIntervalSince1970: number + Double(path.count))
      }
      let text = try container.decode(String.self)
      guard let number = Double(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: path)
      }
      return Date(timeIntervalSince1970: number)
    }
    strict.dataDecodingStrategy = .custom { decoder in
      Data(try decoder.singleValueContainer().decode(String.self).utf8)
    }
    return strict
  }

  @Test func closuresGiveTheSameReports() throws {
    let sample = try JSONDocument(
      Array(
        #"""
        {"at": 1142548200, "other": "1142548200", "list": [1, "2", {"seconds": 5}],
         "map": {"k": 1142548200, "l": {"seconds": 3, "unread": 1}}, "bytes": "abc", "x": 1}
        """#.utf8))
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 4)
    var accepted = 0
    for _ in 0..<300 * Fuzzing.factor {
      let records = (0..<4).map { _ in
        var record = JSONNode(sample.root)
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
          record = Mutation.random(of: record, using: &random).apply(to: record)
        }
        return record
      }
      let text = JSONWriter.compact(JSONNode.array(records))
      let report = try compare([Stamped].self, text, Self.closures)
      if !report.issues.contains(where: \.kind.stopsDecoding) { accepted += 1 }
    }
    #expect(accepted > 20)
  }

  /// A closure is told where it stands, in a fast pass too.
  @Test func closureKnowsThePath() throws {
    let text = #"[{"at": 1142548200, "list": [1142548200], "map": {"k": 1142548200}}]"#
    let report = try compare([Stamped].self, text, Self.closures)
    #expect(report.issues.isEmpty)
  }
}

/// Read with converted keys.
private struct Spellings: Decodable, Equatable {
  var homeUrl: String?
  var userId: Int?
  var x: Int?
  var innerList: [Spellings]?
  var namesByKey: [String: Int]?
}

/// The same without a strategy.
private struct Plain: Decodable, Equatable {
  var homeUrl: String?
  var innerList: [Plain]?
  var x: Int

  enum CodingKeys: String, CodingKey {
    case homeUrl = "home_url"
    case innerList = "inner_list"
    case x = "x"
  }
}

/// The same with a key that must be there, and one that only some records ask for.
private struct Needy: Decodable, Equatable {
  var x: Int?
  var homeUrl: String

  enum CodingKeys: String, CodingKey { case x, homeUrl, other }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    x = try container.decodeIfPresent(Int.self, forKey: .x)
    if container.allKeys.count > 1, container.contains(.other) {
      _ = try container.decode(Int.self, forKey: .other)
    }
    homeUrl = try container.decode(String.self, forKey: .homeUrl)
  }
}

private struct CountedRecord: Decodable, Equatable {
  var homeUrl: String
  var isNew: Bool

  enum CodingKeys: String, CodingKey { case homeUrl, isNew }

  init(from decoder: any Decoder) throws {
    CallCount.add(decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    homeUrl = try container.decode(String.self, forKey: .homeUrl)
    isNew = try container.decode(Bool.self, forKey: .isNew)
  }
}

/// Read with closures for dates and data.
private struct Stamped: Decodable, Equatable {
  var at: Date
  var other: Date?
  var list: [Date]
  var map: [String: Date]
  var bytes: Data?
}
