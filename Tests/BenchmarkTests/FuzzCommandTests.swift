import StrictJSON
import Testing

@testable import DecodingLaws
@testable import contract_benchmark

@Suite struct FuzzCommandTests {
  @Test func argumentsAreRead() {
    #expect(FuzzCommand([])?.documents == 1_000_000)
    let fuzz = FuzzCommand(["--seed", "7", "--documents", "20"])
    #expect(fuzz?.seed == 7 && fuzz?.documents == 20)
    for wrong in [
      ["--documents"], ["--documents", "0"], ["--seed", "x"], ["20"], ["--seed", "-1"],
    ] {
      #expect(FuzzCommand(wrong) == nil, "\(wrong)")
    }
  }

  @Test func lawsAreKept() async throws {
    var lines: [String] = []
    let fuzz = try #require(FuzzCommand(["--documents", "80", "--seed", "2025"]))
    #expect(try await fuzz.run { lines.append($0) } == 0)
    #expect(lines.first?.hasPrefix("80 documents keep all laws, ") == true)
  }

  private struct Unequal: Decodable, Equatable {
    let number: Int

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }

    static func == (left: Unequal, right: Unequal) -> Bool { false }
  }

  /// A type whose values are never equal keeps no law; the same seed makes the same document again.
  @Test func breachIsToldWithItsDocument() async throws {
    let shapes = [ShapeCase(Unequal.self, "2")]
    let breach = try #require(try await LawTrial(shapes, 1_000, 1).run { _ in })
    #expect(breach.law == "another value than that of JSONDecoder")
    let again = try #require(try await LawTrial(shapes, 1, breach.seed).run { _ in })
    #expect(again.document == breach.document && again.shape == breach.shape)
  }

  /// Documents are changed, and are those of their seeds.
  @Test func documentsAreThoseOfTheirSeeds() throws {
    let sample = JSONNode(try JSONDocument(Array(#"{"a": [1, {"b": null}], "c": "x"}"#.utf8)).root)
    let texts = (0..<200).map { MadeUpDocument(sample, seed: $0).text }
    #expect(texts == (0..<200).map { MadeUpDocument(sample, seed: $0).text })
    #expect(Set(texts).count > 150)
    #expect((0..<200).filter { MadeUpDocument(sample, seed: $0).isList }.count > 10)
  }
}
