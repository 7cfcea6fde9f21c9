import Foundation
import TestSupport
import Testing

@testable import DecodingLaws
@testable import StrictJSON

/// A report depends on the type and the document alone, whatever the reader has read before and whoever reads
/// with it at the same time.
///
/// `CONTRACT_FUZZ=100` in the environment makes a hundred times as many documents, with other seeds.
@Suite(.computing) struct StrictReaderTests {

  /// Documents of one shape: lists of different lengths, with no, few or many broken records.
  private func list(
    _ sample: JSONNode, _ round: Int, using random: inout SeededRandom
  ) -> [UInt8] {
    let share = [0, 0.05, 0.5, 1][round % 4]
    let records = (0..<[1, 1, 2, 12][round % 3]).map { _ in
      var record = sample
      guard Double.random(in: 0..<1, using: &random) < share else { return record }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        record = Mutation.random(of: record, using: &random).apply(to: record)
      }
      return record
    }
    return Array(JSONWriter.compact(.array(records)).utf8)
  }

  @Test(arguments: ShapeCase.all + ShapeCase.hostile + ShapeCase.catching + ShapeCase.passing)
  func reportDoesNotDependOnDocumentsBefore(shape: ShapeCase) throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 11)
    let sample = JSONNode(try JSONDocument(Array(shape.sample.utf8)).root)
    var differences: [String] = []
    for round in 0..<12 * Fuzzing.factor {
      let bytes = list(sample, round, using: &random)
      let (used, new) = try shape.reread(bytes)
      if let difference = used.difference(from: new) {
        differences.append("\(String(decoding: bytes, as: UTF8.self))\n  differs in \(difference)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
  }

  @Test(arguments: ShapeCase.all + ShapeCase.hostile + ShapeCase.catching + ShapeCase.passing)
  func reportsOfEightTasksAreThoseOfOne(shape: ShapeCase) async throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 12)
    let sample = JSONNode(try JSONDocument(Array(shape.sample.utf8)).root)
    let documents = (0..<6).map { list(sample, $0, using: &random) }
    let differences = try await withThrowingTaskGroup(of: [String].self) { group in
      for task in 0..<8 {
        group.addTask {
          try documents.indices.compactMap { index in
            let bytes = documents[(index + task) % documents.count]
            let (used, new) = try shape.reread(bytes)
            return used.difference(from: new)
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
  }

  private struct Recipe: Decodable {
    let name: String
    let slot1: String?
    let slot2: String?
    let slot3: String?
  }

  /// The keys that were asked for, the slots and the unread keys are those of the document.
  @Test func nothingOfADocumentStays() throws {
    let reader = StrictReader([Recipe].self)
    let full = try document(
      #"[{"name": "n", "slot1": "a", "slot2": null, "slot3": "c", "new": 1}]"#)
    let empty = try document("[]")
    let first = reader.check(full)
    #expect(first.issues.map(\.kind) == [.nullSlot, .slotGap])
    #expect(first.unread.map(\.path.description) == ["$[*].new"])
    #expect(first.reads.count == 4)
    let second = reader.check(empty)
    #expect(second.issues.isEmpty && second.unread.isEmpty && second.reads.isEmpty)
    let third = reader.check(full)
    #expect(third.difference(from: first) == nil)
    #expect(third.reads == first.reads)
  }

  /// Keys that are data do not fill a reader for ever.
  @Test func newKeysInEachDocumentLeaveRoom() throws {
    struct Table: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
      }
    }
    let reader = StrictReader(Table.self)
    for round in 0..<40 {
      let members = (0..<20).map { #""k\#(round)_\#($0)": \#($0 == 3 ? "true" : "1")"# }
      let report = reader.check(try document("{\(members.joined(separator: ","))}"))
      #expect(report.issues.map(\.pointer.description) == ["/k\(round)_3"])
      #expect(report.reads.count == 20)
    }
  }

  private final class Keeper: @unchecked Sendable {
    var container: KeyedDecodingContainer<NameKey>?
    var decoder: (any Decoder)?
  }

  private static let keeperKey = CodingUserInfoKey(rawValue: "keeper")

  private struct Kept: Decodable {
    init(from decoder: any Decoder) throws {
      let key = try #require(StrictReaderTests.keeperKey)
      let keeper = try #require(decoder.userInfo[key] as? Keeper)
      let container = try decoder.container(keyedBy: NameKey.self)
      keeper.container = container
      keeper.decoder = decoder
      _ = try container.decode(String.self, forKey: NameKey("a"))
    }
  }

  /// What a type keeps of one document never meets another one.
  @Test func keptContainerReadsItsOwnDocument() throws {
    let keeper = Keeper()
    var decoder = StrictDecoder()
    decoder.userInfo = [try #require(Self.keeperKey): keeper]
    let reader = StrictReader(Kept.self, decoder: decoder)
    _ = reader.check(try document(#"{"a": "one"}"#))
    let container = try #require(keeper.container)
    let kept = try #require(keeper.decoder)
    _ = reader.check(try document(#"{"a": "two"}"#))
    #expect(try container.decode(String.self, forKey: NameKey("a")) == "one")
    #expect(try kept.container(keyedBy: NameKey.self).allKeys.map(\.stringValue) == ["a"])
  }

  /// A type may read with the same reader while it is read.
  @Test func readerIsUsedWithinItself() throws {
    struct Nested: Decodable {
      let text: String
      let inner: [String]

      enum CodingKeys: CodingKey { case text }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        guard text.hasPrefix("{") else {
          inner = []
          return
        }
        let report = StrictDecoder().check(Nested.self, in: try JSONDocument(Array(text.utf8)))
        inner = report.issues.map(\.message)
      }
    }
    let text = #"{"text": "{\"text\": 7}"}"#
    let (value, report) = StrictDecoder().decode(Nested.self, from: try document(text))
    #expect(report.issues.isEmpty)
    #expect(value?.inner == ["expected a string, found the number 7"])
  }

  /// Two decoders with closures of their own share what is known of a type, and nothing else.
  @Test func closuresAreThoseOfTheDecoder() throws {
    struct Dated: Decodable { let at: Date }
    for seconds in [1.0, 2.0, 3.0] {
      var decoder = StrictDecoder()
      decoder.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: seconds) }
      let value = decoder.decode(Dated.self, from: try document(#"{"at": "x"}"#)).value
      #expect(value?.at == Date(timeIntervalSince1970: seconds))
    }
    for (format, text) in [("yyyy", "2024"), ("MM/yyyy", "02/2024"), ("yyyy", "2024")] {
      let formatter = DateFormatter()
      formatter.dateFormat = format
      var decoder = StrictDecoder()
      decoder.dateDecodingStrategy = .formatted(formatter)
      #expect(
        decoder.check(Dated.self, in: try document(#"{"at": "\#(text)"}"#)).issues.isEmpty)
    }
  }
}
