import Foundation
import StrictJSON
import Testing

@testable import DecodingLaws

/// Errors that a type's own code throws keep kind, place, text and underlying error.
@Suite struct OwnErrorTests {
  private struct Unknown: Error {}

  private struct Kind: Decodable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text == "movie" else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "unknown \(text)",
            underlyingError: Unknown()))
      }
    }
  }

  private struct Item: Decodable {
    var kind: Kind
  }

  /// Goes on with nil where its code sees the error that another type put inside of one.
  private struct Tolerant: Decodable {
    var item: Item?

    enum CodingKeys: CodingKey { case item }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        item = try container.decode(Item.self, forKey: .item)
      } catch DecodingError.dataCorrupted(let context) where context.underlyingError is Unknown {
        item = nil
      }
    }
  }

  private struct Tolerants: Decodable { var items: [Tolerant] }

  @Test func underlyingErrorReachesCodeFurtherUp() throws {
    let text = #"{"items":[{"item":{"kind":"movie"}},{"item":{"kind":"game"}}]}"#
    _ = try JSONDecoder().decode(Tolerants.self, from: Data(text.utf8))
    let document = try JSONDocument(Array(text.utf8))
    let report = StrictDecoder().check(Tolerants.self, in: document)
    #expect(report.decodes && !report.issues.contains { $0.kind == .invalidValue })
    #expect(StrictDecoder().decode(Tolerants.self, from: document).value != nil)
  }

  @Test func underlyingErrorThatNobodyCatchesIsOneIssue() throws {
    let document = try JSONDocument(Array(#"{"kind":"game"}"#.utf8))
    let report = StrictDecoder().check(Item.self, in: document)
    #expect(report.issues.map(\.kind) == [.invalidValue])
    #expect(report.issues.first?.pointer.description == "/kind")
    #expect(report.issues.first?.message.contains("unknown game") == true)
  }

  private struct AnyOf: Decodable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.valueNotFound(
        AnyOf.self,
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "did not decode into any child schema"))
    }
  }

  private struct Holder: Decodable { var value: AnyOf }

  @Test(arguments: [(#"{"value":{"a":1}}"#, true), (#"{"value":[]}"#, true)])
  func valueNotFoundKeepsItsText(_ text: String, _ hasText: Bool) throws {
    let report = StrictDecoder().check(Holder.self, in: try JSONDocument(Array(text.utf8)))
    #expect(report.issues.map(\.kind) == [.invalidValue])
    let message = try #require(report.issues.first?.message)
    #expect(message.contains("did not decode into any child schema") == hasText)
  }

  private struct Envelope: Decodable {
    enum CodingKeys: CodingKey { case message }
    init(from decoder: any Decoder) throws {
      throw DecodingError.typeMismatch(
        String.self,
        DecodingError.Context(
          codingPath: decoder.codingPath + [CodingKeys.message], debugDescription: "no message"))
    }
  }

  @Test func pathToAKeyThatIsNotThereStays() throws {
    let report = StrictDecoder().check(Envelope.self, in: try JSONDocument(Array(#"{"a":1}"#.utf8)))
    #expect(report.issues.map(\.pointer.description) == ["/message"])
    let list = StrictDecoder().check(
      [Envelope].self, in: try JSONDocument(Array(#"[{"message":1},{"a":1}]"#.utf8)))
    #expect(list.issues.map(\.pointer.description) == ["/0/message", "/1/message"])
  }

  private struct Holding: Error, @unchecked Sendable { let decoder: any Decoder }

  private struct Careless: Decodable {
    init(from decoder: any Decoder) throws { throw Holding(decoder: decoder) }
  }

  @Test func textOfAnErrorShowsNoInternals() throws {
    let report = StrictDecoder().check(
      [Careless].self, in: try JSONDocument(Array(#"[{"a":1}]"#.utf8)))
    let message = try #require(report.issues.first?.message)
    #expect(message.contains("Holding(decoder: decoder at /0)"), "\(message)")
    #expect(!message.contains("StrictJSON"))
  }
}
