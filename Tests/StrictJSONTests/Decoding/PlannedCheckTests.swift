import Foundation
import TestSupport
import Testing

@testable import StrictJSON

/// A check gives the same report where types are vouched for, as long as the vouch is true, and
/// where it is false and found to be.
///
/// `CONTRACT_FUZZ=100` in the environment makes a hundred times as many, with other seeds.
@Suite struct PlannedCheckTests {

  /// A list that is long enough to make plans, with no, few or many broken records.
  private func list(
    _ sample: JSONNode, _ round: Int, using random: inout SeededRandom
  ) -> JSONNode {
    let share = [0.02, 0.2, 0.6, 0][round % 4]
    let soundAtFirst = round % 3 == 0 ? 20 : 0
    return .array(
      (0..<90).map { index in
        var record = sample
        let isSound = index < soundAtFirst || Double.random(in: 0..<1, using: &random) >= share
        for _ in 0..<(isSound ? 0 : 1 + index % 2) {
          record = Mutation.random(of: record, using: &random).apply(to: record)
        }
        return record
      })
  }

  @Test(arguments: ShapeCase.all + ShapeCase.hostile + ShapeCase.catching)
  func reportsAreTheSame(shape: ShapeCase) throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 11)
    let sample = JSONNode(try JSONDocument(Array(shape.sample.utf8)).root)
    var differences: [String] = []
    for round in 0..<4 * Fuzzing.factor {
      let text = JSONWriter.compact(list(sample, round, using: &random))
      let (vouched, plain) = try shape.checks(Array(text.utf8))
      if let difference = vouched.difference(from: plain) {
        differences.append("\(text)\n  differs in \(difference)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
  }

  private func document(_ records: some Sequence<String>) throws -> JSONDocument {
    try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))
  }

  private func decoder(
    _ types: [any (Decodable & SendableMetatype).Type]
  ) -> StrictDecoder {
    var decoder = StrictDecoder()
    decoder.plainTypes = types
    decoder.fewestEntriesToPlan = 0
    return decoder
  }

  // MARK: What is run

  @Test func soundRecordsAreHardlyRun() throws {
    let document = try document((0..<6_400).map { #"{"number": \#($0), "extra": null}"# })
    let calls = CallCount()
    var decoder = decoder([Tallied.self])
    decoder.userInfo = calls.userInfo
    let report = decoder.check([Tallied].self, in: document)
    #expect(report.issues.isEmpty)
    #expect(report.unread.map(\.count) == [6_400])
    #expect(calls.value > QuickLesson.length)
    #expect(calls.value < 200)
  }

  @Test func valuesAreMadeWhereTheyAreWanted() throws {
    let document = try document((0..<500).map { #"{"number": \#($0)}"# })
    let value = decoder([Numbered.self]).decode([Numbered].self, from: document).value
    #expect(value?.map(\.number) == Array(0..<500))
  }

  /// A list is whole where a type that nobody vouches for may count it.
  @Test func ownerThatLooksGetsTheWholeList() throws {
    let list = "[" + (0..<500).map { #"{"number": \#($0)}"# }.joined(separator: ",") + "]"
    let document = try JSONDocument(Array(#"{"list": \#(list), "map": {}, "inner": {}}"#.utf8))
    let decoder = decoder([Numbered.self])
    #expect(decoder.check(Counting.self, in: document).issues.isEmpty)
    let wrapped = try JSONDocument(
      Array(#"{"counting": {"list": \#(list), "map": {}, "inner": {}}}"#.utf8))
    #expect(decoder.check(CountingOwner.self, in: wrapped).issues.isEmpty)
    var all = decoder
    all.plainTypes.append(CountingOwner.self)
    #expect(all.check(CountingOwner.self, in: wrapped).issues.isEmpty)
  }

  // MARK: False vouches

  private func reports<Root: Decodable & SendableMetatype>(
    _ type: Root.Type, _ document: JSONDocument, _ more: any (Decodable & SendableMetatype).Type...
  ) -> (vouched: DecodingReport, plain: DecodingReport) {
    (
      decoder([type] + more).check([Root].self, in: document),
      StrictDecoder().check([Root].self, in: document)
    )
  }

  /// Refuses a tenth of the records, and none of the first ones.
  @Test func refusalIsFound() throws {
    let document = try document(
      (0..<3_000).map { #"{"name": "\#($0 > 30 && $0 % 10 == 0 ? "long" : "n")", "count": 1}"# })
    let (vouched, plain) = reports(Bounded.self, document)
    #expect(plain.issues.count == 296)
    #expect(vouched.difference(from: plain) == nil)
  }

  /// Asks for another key in a tenth of the records, and in none of the first ones.
  @Test func branchIsFound() throws {
    let document = try document(
      (0..<3_000).map {
        $0 > 30 && $0 % 10 == 0
          ? #"{"status": "archived", "archivedAt": "x", "reason": "r"}"#
          : #"{"status": "red", "archivedAt": "x", "reason": "r"}"#
      })
    let (vouched, plain) = reports(Status.self, document)
    #expect(plain.unread.map(\.count) == [2_704, 3_000])
    #expect(vouched.difference(from: plain) == nil)
  }

  /// One that shows at once what it does is never planned.
  @Test func branchAtTheBeginningIsFound() throws {
    let document = try document(
      (0..<100).map { $0 % 2 == 0 ? #"{"status": "archived"}"# : #"{"status": "red"}"# })
    let (vouched, plain) = reports(Status.self, document)
    #expect(plain.issues.count == 50)
    #expect(vouched.difference(from: plain) == nil)
  }

  /// A type that is not vouched for is run within one that is.
  @Test func nestedTypeIsRun() throws {
    let document = try document(
      (0..<300).map {
        let email = $0 > 100 && $0 % 7 == 0 ? "none" : "a@b.c"
        return #"{"name": "n", "email": "a@b", "others": ["d@e", "\#(email)"], "age": 1}"#
      })
    let (vouched, plain) = reports(Contact.self, document)
    #expect(plain.issues.count == 28)
    #expect(vouched.difference(from: plain) == nil)
  }

  // MARK: Plain values

  /// What is taken for an address at a glance is one.
  @Test func plainAddressesAreAddresses() throws {
    var random = SeededRandom(seed: 5)
    let parts = [
      "a", "Z", "0", ".", "-", "_", "/", "//", "\\/", "..", "example.com", "x1", "9-", "\\n", "?",
    ]
    let records = (0..<6_000).map { _ in
      let tail = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      let scheme = ["http:", "https:", "https:", "ftp:"].randomElement(using: &random) ?? ""
      let slashes = ["//", "\\/\\/", "/\\/", "/"].randomElement(using: &random) ?? ""
      return #"{"link": "\#(scheme + slashes + tail.joined())"}"#
    }
    let (vouched, plain) = reports(Linked.self, try document(records))
    #expect(vouched.difference(from: plain) == nil)
    let run = try #require(
      QuickRun(DecodingSession(decoder: StrictDecoder()), try document(records).storage))
    let texts = run.tape.indices.filter { run.isPlainURL($0) }
    #expect(texts.count > 300)
    #expect(texts.allSatisfy { URL(string: run.string($0) ?? "") != nil })
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "0.0", "-0.0", "1e2", "1E-2", "127", "128", "-128", "-129", "99999",
    "123456789012345678", "1234567890123456789", "9223372036854775808", "0.00000000000001",
    "1.0", "1.5", "12345678901234567", "1e400", "1e-400", "true", "null", "\"1\"", "[]", "{}",
  ])
  func numbersAreJudgedAlike(text: String) throws {
    for member in ["tiny", "small", "middle", "wide", "word", "double", "float", "amount", "time"] {
      let records = (0..<60).map { index in
        let values = [
          "tiny", "small", "middle", "wide", "word", "double", "float", "amount", "time",
        ]
        .map { #""\#($0)": \#(index > 20 && index % 3 == 0 && $0 == member ? text : "1")"# }
        return "{\(values.joined(separator: ", "))}"
      }
      let (vouched, plain) = reports(Figures.self, try document(records))
      #expect(vouched.difference(from: plain) == nil, "\(member)")
    }
  }

  /// Families of slots that are known only when some records were checked by a plan.
  @Test func slotsAreJudgedAlike() throws {
    let slots =
      ["a", "", " ", "\\u0020", "\\u00e4", "ä", "\u{3000}"].map { "\"\($0)\"" } + ["null"]
    var random = SeededRandom(seed: 9)
    let records = (0..<400).map { index in
      let members = (1...4).flatMap { number in
        ["slot", "size"].map { name in
          let slot = slots.randomElement(using: &random) ?? "null"
          return #""\#(name)\#(number)": "# + (index < 20 ? "\"x\"" : slot)
        }
      }
      return "{\(members.joined(separator: ", "))}"
    }
    let (vouched, plain) = reports(Slots.self, try document(records))
    #expect(plain.issues.count > 400)
    #expect(vouched.difference(from: plain) == nil)
  }

  /// Keys in any order, there twice, escaped, or met for the first time in the middle.
  @Test func keysAreMatchedAlike() throws {
    var random = SeededRandom(seed: 3)
    let keys = [
      "id", "\\u0069d", "a key of more than sixteen bytes", "a key of more than sixteen bites",
      "a key of exactly seventeen", "name", "nàme", "na\u{300}me", "x",
    ]
    let records = (0..<600).map { index in
      var members = [
        #""id": 1"#, #""a key of more than sixteen bytes": "t""#, #""name": {"x": 1}"#,
      ]
      if index > 20 {
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
          members.append(#""\#(keys.randomElement(using: &random) ?? "")": 1"#)
        }
        if Int.random(in: 0..<9, using: &random) == 0 { members.append(#""new\#(index)": 1"#) }
        members.shuffle(using: &random)
      }
      return "{\(members.joined(separator: ", "))}"
    }
    let (vouched, plain) = reports(Keys.self, try document(records), Keys.Inner.self)
    #expect(vouched.difference(from: plain) == nil)
  }

  /// Whatever stands in an optional, a list or a map, sound elements are accepted by their plan.
  @Test func soundElementsNeedNoRun() throws {
    let records = (0..<200).map { index in
      #"{"times": {"go": \#(index), "no": null}, "texts": ["a", null], "rows": [[1], []], "wide": 1, "#
        + #""counts": {"a": 1}, "names": {"x": "y"}, "inner": \#(index % 2 == 0 ? "null" : #"{"x": 1}"#)}"#
    }
    let storage = try document(records).storage
    let session = DecodingSession(
      decoder: decoder([Parts.self, Parts.Inner.self]), wantsValue: false)
    let run = try #require(QuickRun(session, storage))
    guard case .value = run.attempt([Parts].self, at: 0, session.shape) else {
      Issue.record("the list is sound")
      return
    }
    #expect(run.plans?.accepted ?? 0 > 150)
    run.finish()
  }
}

private struct Parts: Decodable {
  struct Inner: Decodable {
    let x: Int
  }

  let times: [String: Int?]
  let texts: [String?]
  let rows: [[Int]]
  let counts: [String: Int]
  let names: [String: String]
  let wide: UInt128
  let inner: Inner?
}

private struct Tallied: Decodable {
  let number: Int

  enum CodingKeys: String, CodingKey { case number }

  init(from decoder: any Decoder) throws {
    CallCount.add(decoder)
    number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
  }
}

private struct Numbered: Decodable {
  let number: Int
}

private struct Counting: Decodable {
  let list: [Numbered]

  enum CodingKeys: String, CodingKey { case list }

  struct Short: Error {}

  init(from decoder: any Decoder) throws {
    list = try decoder.container(keyedBy: CodingKeys.self).decode([Numbered].self, forKey: .list)
    guard list.count == 500 else { throw Short() }
  }
}

private struct CountingOwner: Decodable {
  let counting: Counting
}

private struct Linked: Decodable {
  let link: URL
}

private struct Figures: Decodable {
  let tiny: Int8
  let small: Int16
  let middle: Int32
  let wide: Int64
  let word: UInt
  let double: Double
  let float: Float
  let amount: Decimal
  let time: Int?
}

private struct Slots: Decodable {
  let slot1: String?
  let slot2: String?
  let slot3: String?
  let slot4: String?
  let size1: String?
  let size2: String?
  let size3: String?
  let size4: String?
}

private struct Keys: Decodable {
  struct Inner: Decodable {
    let x: Int
  }

  let id: Int
  let text: String
  let name: Inner

  enum CodingKeys: String, CodingKey {
    case id
    case text = "a key of more than sixteen bytes"
    case name
  }
}
