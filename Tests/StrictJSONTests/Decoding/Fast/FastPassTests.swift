import Foundation
import TestSupport
import Testing

@testable import DecodingLaws
@testable import StrictJSON

/// With fast passes and without, each document gives the same report, and Foundation the same
/// verdict and value.
///
/// `CONTRACT_FUZZ=100` in the environment makes a hundred times as many, with other seeds.
@Suite(.computing) struct FastPassTests {

  @Test(arguments: ShapeCase.all + ShapeCase.hostile + ShapeCase.catching + ShapeCase.passing)
  func reportsAreTheSame(shape: ShapeCase) throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 7)
    let sample = JSONNode(try JSONDocument(Array(shape.sample.utf8)).root)
    var differences: [String] = []
    var accepted = 0
    let decoders = shape.list()
    for round in 0..<20 * Fuzzing.factor {
      let text = JSONWriter.compact(MadeUpDocument.list(sample, round, using: &random))
      let bytes = Array(text.utf8)
      let outcome = try decoders.decode(bytes)
      if outcome.foundationAccepts { accepted += 1 }
      if let law = outcome.brokenLaw(of: shape, try decoders.engine(bytes)) {
        differences.append("\(text)\n  \(law)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
    // A strategy that looks at the path of a key renames none of those in a list.
    #expect(accepted > 0 || shape.name == "Renamed, custom")
  }

  /// A type that counts its calls sees as many as JSONDecoder makes, up to the first problem.
  @Test func refusalThatIsNotRepeatedIsReported() throws {
    let bytes = Array(("[" + Array(repeating: "1", count: 60).joined(separator: ",") + "]").utf8)
    let document = try JSONDocument(bytes)
    var strict = StrictDecoder()
    strict.userInfo = CallCount().userInfo
    let report = strict.check([Moody].self, in: document)
    #expect(report.issues.filter(\.kind.stopsDecoding).count >= 1)
  }

  /// A decoder that is kept, of a member that is not there, tells the same absence in both.
  @Test func keptDecoderOfAbsentMemberGivesTheSameReport() throws {
    let shape = ShapeCase(
      Borrowing.self,
      #"{"size": 2, "first": {"size": 1}, "late": {"size": {"size": 3}}, "whole": [], "list": []}"#)
    let decoders = shape.single()
    let text = #"{"size":2,"first":{},"late":{},"whole":[]}"#
    for text in [shape.sample, text, text] {
      let bytes = Array(text.utf8)
      let (fast, slow) = (try decoders.decode(bytes).report, try decoders.engine(bytes))
      #expect(fast.issues == slow.issues)
      #expect(fast.unexplored == slow.unexplored)
    }
  }

  /// A `try?` that an alternative repaired, or on what is not there, costs no second run; see how
  /// often a type is asked.
  @Test(arguments: [
    #"{"value": 1}"#, #"{"v\u0061lue": 1}"#, #"{"value": 1, "value": "x"}"#,
    #"{"value": 1, "note": null, "size": null}"#,
  ])
  func plainRecordsAreDecodedOnce(record: String) throws {
    let records = Array(repeating: record, count: 50).joined(separator: ",")
    let document = try JSONDocument(Array("[\(records)]".utf8))
    let calls = CallCount()
    var strict = StrictDecoder()
    strict.userInfo = calls.userInfo
    #expect(strict.check([Counted].self, in: document).issues.isEmpty)
    #expect(calls.value == 50)
  }

  /// A key may be spelled in many ways, and some of them look like the name of another one.
  @Test func keysInAnySpellingGiveTheSameReports() throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 13)
    let shape = ShapeCase(Escapable.self, "{}")
    let decoders = shape.list()
    let spellings = [
      "ab", #"a\u0062"#, #"\u0061b"#, #"a\\u0062"#, #"\u0061\u005cu0062"#, "é", #"\u00e9"#,
      #"e\u0301"#, "e\u{301}", #"\""#, #"\u0022"#, "x", #"\u0078"#, #"\/"#, "/",
    ]
    var accepted = 0
    for _ in 0..<1_000 * Fuzzing.factor {
      let records = (0..<Int.random(in: 1..<9, using: &random)).map { _ in
        let members = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
          let value = Int.random(in: 0..<12, using: &random)
          let key = spellings[Int.random(in: 0..<spellings.count, using: &random)]
          return "\"\(key)\": \(value == 0 ? "\"text\"" : String(value))"
        }
        return "{" + members.joined(separator: ", ") + "}"
      }
      let text = "[" + records.joined(separator: ",") + "]"
      let bytes = Array(text.utf8)
      let outcome = try decoders.decode(bytes)
      let law = outcome.brokenLaw(of: shape, try decoders.engine(bytes))
      try #require(law == nil, "\(text)")
      accepted += outcome.foundationAccepts ? 1 : 0
    }
    #expect(accepted > 100 * Fuzzing.factor)
  }

  /// A container that outlives its initialiser still answers, in the document's own words.
  @Test func containerMayOutliveItsInitialiser() throws {
    let document = try JSONDocument(Array(#"[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]"#.utf8))
    let kept = try #require(StrictDecoder().decode([Kept].self, from: document).value)
    #expect(try kept.map { try $0.container.decode(Int.self, forKey: .a) } == [1, 2])
    #expect(try kept.map { try $0.container.decode(String.self, forKey: .b) } == ["x", "y"])
  }
}

/// Has keys with a backslash, an accent and a quote.
private struct Escapable: Decodable, Equatable {
  let plain: Int?
  let backslash: Int?
  let accent: Int?
  let quote: Int?
  let slash: Int?

  enum CodingKeys: String, CodingKey {
    case plain = "ab"
    case backslash = #"a\u0062"#
    case accent = "é"
    case quote = "\""
    case slash = "/"
  }
}

/// Refuses its twentieth value and no other.
private struct Moody: Decodable {
  struct Refusal: Error {}

  init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode(Int.self)
    if CallCount.add(decoder) == 20 { throw Refusal() }
  }
}

private struct Counted: Decodable {
  let value: Loose
  let note: String?
  let size: Double?

  enum CodingKeys: String, CodingKey { case value, note, size }

  init(from decoder: any Decoder) throws {
    CallCount.add(decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decode(Loose.self, forKey: .value)
    note = try? container.decode(String.self, forKey: .note)
    size = try? container.decode(Double.self, forKey: .size)
  }
}

private struct Kept: Decodable {
  enum Key: String, CodingKey { case a, b }

  let container: KeyedDecodingContainer<Key>

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
  }
}
