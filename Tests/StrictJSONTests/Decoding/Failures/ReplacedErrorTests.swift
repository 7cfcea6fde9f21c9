import Foundation
import StrictJSON
import Testing

@testable import DecodingLaws

/// Errors that a type's own code throws in place of those that it caught.
@Suite struct ReplacedErrorTests {
  private enum PointKeys: CodingKey { case name, x, y }

  private struct Refusal: Error { var text: String }

  /// Says at the key what it needs.
  private struct Point: Decodable {
    var name: Int
    var x: Int
    var y: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PointKeys.self)
      name = try container.decode(Int.self, forKey: .name)
      do {
        x = try container.decode(Int.self, forKey: .x)
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: PointKeys.x, in: container, debugDescription: "x must be a number")
      }
      y = try container.decode(Int.self, forKey: .y)
    }
  }

  /// Throws an error of its own, with a text that may tell of the name, where there is no `x`.
  private static func point(
    _ decoder: any Decoder, _ text: (Int) -> String
  ) throws -> (name: Int, x: Int, y: Int) {
    let container = try decoder.container(keyedBy: PointKeys.self)
    let name = try container.decode(Int.self, forKey: .name)
    guard let x = try? container.decode(Int.self, forKey: .x) else {
      throw Refusal(text: text(name))
    }
    return (name, x, try container.decode(Int.self, forKey: .y))
  }

  /// Says what it needs for the name that it read.
  private struct NamedPoint: Decodable {
    var name: Int
    var x: Int
    var y: Int

    init(from decoder: any Decoder) throws {
      (name, x, y) = try ReplacedErrorTests.point(decoder) { "no x for \($0)" }
    }
  }

  /// Throws an error that says nothing of the place.
  private struct GuardedPoint: Decodable {
    var name: Int
    var x: Int
    var y: Int

    init(from decoder: any Decoder) throws {
      (name, x, y) = try ReplacedErrorTests.point(decoder) { _ in "no x" }
    }
  }

  private static let name = "/name type-mismatch: expected an integer, found the boolean true"
  private static let x = "/x type-mismatch: expected an integer, found an object"
  private static let y = "/y type-mismatch: expected an integer, found the boolean true"

  @Test(arguments: [
    OwnText(
      Point.self, #"{"name":1,"x":{},"y":true}"#,
      "/x invalid-value: Point refuses an object: x must be a number", y),
    OwnText(
      Point.self, #"{"name":true,"x":{},"y":true}"#, name,
      "/x invalid-value: Point refuses an object: x must be a number", y),
    OwnText(
      GuardedPoint.self, #"{"name":1,"x":{},"y":true}"#,
      x + #"; GuardedPoint throws Refusal(text: "no x")"#, y),
    OwnText(
      GuardedPoint.self, #"{"name":true,"x":{},"y":true}"#, name,
      x + #"; GuardedPoint throws Refusal(text: "no x")"#, y),
    OwnText(
      NamedPoint.self, #"{"name":1,"x":{},"y":true}"#,
      x + #"; NamedPoint throws Refusal(text: "no x for 1")"#, y),
    // What the text says of a value that was made up is not told.
    OwnText(NamedPoint.self, #"{"name":true,"x":{},"y":true}"#, name, x, y),
  ])
  func textInPlaceOfACaughtFailureStays(_ ownText: OwnText) throws { try ownText.expect() }

  private struct Context: Error { let inner: any Error }

  private struct Wrapping: Decodable {
    init(from decoder: any Decoder) throws {
      do {
        _ = try decoder.container(keyedBy: PointKeys.self).decode(Int.self, forKey: .x)
      } catch {
        throw Context(inner: error)
      }
    }
  }

  @Test(arguments: [StrictDecoder.Exploration.none, .inProcess])
  func errorWithinAnErrorShowsNoInternals(_ exploration: StrictDecoder.Exploration) throws {
    var decoder = StrictDecoder()
    decoder.exploration = exploration
    let report = decoder.check([Wrapping].self, in: try JSONDocument(Array(#"[{"x":{}}]"#.utf8)))
    let message = try #require(report.issues.first?.message)
    #expect(message.contains("Context(inner: "), "\(message)")
    #expect(!message.contains("StrictJSON"), "\(message)")
  }
}
