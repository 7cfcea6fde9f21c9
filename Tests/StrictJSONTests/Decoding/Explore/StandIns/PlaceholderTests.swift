import Foundation
import Testing

@testable import StrictJSON

/// Initialisers that compute with what they read, as apps have them.
///
/// A placeholder of 0, an empty list or a URL without a host would trap in each of them.
@Suite struct PlaceholderTests {
  private struct Box: Decodable {
    let width: Int
    let height: Int
    let ratio: Int

    enum CodingKeys: String, CodingKey { case width, height }

    init(from decoder: any Decoder) throws {
      let box = try decoder.container(keyedBy: CodingKeys.self)
      width = try box.decode(Int.self, forKey: .width)
      height = try box.decode(Int.self, forKey: .height)
      ratio = height / width
    }
  }

  private struct Place: Decodable {
    let coordinates: [Double]
    let latitude: Double

    enum CodingKeys: String, CodingKey { case coordinates }

    init(from decoder: any Decoder) throws {
      let place = try decoder.container(keyedBy: CodingKeys.self)
      coordinates = try place.decode([Double].self, forKey: .coordinates)
      latitude = coordinates[0]
    }
  }

  private struct Count: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
      precondition(value > 0)
    }
  }

  private struct Counts: Decodable {
    let first: Count
    let second: Int
  }

  @Test func divisorIsNotZero() throws {
    let report = StrictDecoder().check(
      Box.self, in: try document(#"{"width": "x", "height": 3}"#))
    #expect(report.issues.map(\.pointer.description) == ["/width"])
  }

  @Test func listOfLeavesIsNotEmpty() throws {
    let report = StrictDecoder().check(Place.self, in: try document(#"{"coordinates": "x"}"#))
    #expect(report.issues.map(\.pointer.description) == ["/coordinates"])
  }

  @Test func countIsPositive() throws {
    let report = StrictDecoder().check(
      Counts.self, in: try document(#"{"first": "x", "second": "y"}"#))
    #expect(report.issues.map(\.pointer.description) == ["/first", "/second"])
  }

  typealias Readable = Decodable & Sendable

  private struct Pair<First: Decodable & Sendable>: Decodable, Sendable {
    let first: First
    let second: Int
  }

  private struct Amount: Decodable, Sendable {
    let number: NSNumber

    init(from decoder: any Decoder) throws {
      number = NSNumber(value: try decoder.singleValueContainer().decode(Double.self))
    }
  }

  private static let systemTypes: [any Readable.Type] = [
    TimeZone.self, Locale.self, Calendar.self, IndexSet.self, CharacterSet.self, [Locale].self,
    Measurement<UnitLength>.self, SIMD2<Float>.self, SIMD3<Int32>.self, SIMD64<UInt8>.self,
    Pair<TimeZone>.self, ClosedRange<Int>.self, PartialRangeFrom<Int>.self, Duration.self,
    Amount.self,
  ]

  @Test(arguments: systemTypes)
  func systemTypeKeepsNothingFromBeingFound(_ type: any Readable.Type) throws {
    func check<First: Decodable & Sendable>(_ type: First.Type) throws {
      let report = StrictDecoder().check(
        Pair<First>.self, in: try document(#"{"first": true, "second": "x"}"#))
      #expect(report.issues.map(\.pointer.tokens.first) == ["first", "second"])
    }
    try check(type)
  }
}
