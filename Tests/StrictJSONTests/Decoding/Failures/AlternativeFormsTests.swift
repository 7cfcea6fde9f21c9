import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// What is told of a value that fits none of the forms in which its type would take it.
@Suite(.computing) struct AlternativeFormsTests {
  /// A list of numbers, or of lists of them, as GeoJSON has it.
  indirect enum Coordinates: Decodable {
    case point([Double])
    case line([Coordinates])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let point = try? container.decode([Double].self) {
        self = .point(point)
      } else {
        self = .line(try container.decode([Coordinates].self))
      }
    }
  }

  /// One value, or a list of them.
  struct OneOrMany: Decodable {
    struct Author: Decodable {
      let name: String
      let age: Int
    }

    let all: [Author]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        all = try container.decode([Author].self)
      } catch DecodingError.typeMismatch {
        all = [try container.decode(Author.self)]
      }
    }
  }

  /// The names of blocks, or blocks, as Ethereum has its transactions.
  enum Blocks: Decodable {
    struct Block: Decodable {
      let hash: String
      let nonce: String
    }

    case names([String])
    case all([Block])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let names = try? container.decode([String].self) {
        self = .names(names)
      } else {
        self = .all(try container.decode([Block].self))
      }
    }
  }

  @Test(arguments: [
    (#"[{"nonce": 7}, {"hash": "b", "nonce": "0"}]"#, ["/0/hash", "/0/nonce"]),
    (#"[{"nonce": 7}]"#, ["/0/hash", "/0/nonce"]),
    // As names it has one defect only, and JSONDecoder's error is that of the blocks.
    (#"["a", {"hash": "b"}]"#, ["/0", "/1"]),
  ])
  func formWhosePartsAreOfOtherKindIsNotTold(text: String, pointers: [String]) throws {
    let report = try report(Blocks.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
  }

  @Test(arguments: [
    // The number is sound, and JSONDecoder's error is there all the same.
    (#"[1, "x"]"#, ["/0", "/1"], []),
    (#"["x", 2]"#, ["/0"], []),
    (#"["x", "y"]"#, ["/0", "/1"], []),
    (#"[[1, 2], [3, null]]"#, ["/1/0", "/1/1"], []),
    (#"[[1, 2], [null, 3], "x"]"#, ["/1/0", "/2"], []),
    // Either a number that is wrapped, or one that is not.
    ("[1, [2]]", ["/0"], [""]),
    (#""x""#, [""], []),
  ])
  func formThatFitsBestIsTold(text: String, pointers: [String], unsure: [String]) throws {
    let report = try report(Coordinates.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.unexplored.map(\.pointer.description) == unsure)
    #expect(report.unexplored.allSatisfy { $0.cause == .otherForm })
  }

  @Test func placeOfTheBetterFormIsNamed() throws {
    let report = try report(Coordinates.self, #"[1, "x"]"#)
    #expect(
      report.issues.map(\.message) == [
        "expected an array, found the number 1; see /1 for the form that fits best",
        #"expected a number, found the string "x""#,
      ])
  }

  @Test func listThatIsNearlySoundIsNoObject() throws {
    let text = #"[{"name": "a", "age": "x"}, {"name": "b", "age": 1}, {"name": 7, "age": 1}]"#
    let report = try report(OneOrMany.self, text)
    #expect(report.issues.map(\.pointer.description) == ["", "/0/age", "/2/name"])
    #expect(report.unexplored.isEmpty)
  }
}
