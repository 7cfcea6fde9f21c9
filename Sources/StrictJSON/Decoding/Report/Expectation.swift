import Foundation
import WireDates

/// What should stand at a place of a document.
public enum Expectation: Sendable, Hashable {
  case string
  case boolean
  case integer
  case number
  case url
  case date
  case array
  case object
  /// What a type that is none of these needs; the type's name.
  case value(of: String)
  /// What only words say, such as the range of an integer.
  case other(String)
}

extension Expectation: CustomStringConvertible {
  /// The expectation in words with an article: `a string`.
  public var description: String {
    switch self {
    case .string: "a string"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .number: "a number"
    case .url: "a URL"
    case .date: "a date"
    case .array: "an array"
    case .object: "an object"
    case .value(let type): "a value for \(type)"
    case .other(let words): words
    }
  }
}

extension Expectation: ExpressibleByStringInterpolation {
  /// Makes an expectation that only words say.
  public init(stringLiteral words: String) { self = .other(words) }
}

extension Expectation {
  /// What a type needs on the wire.
  init(of type: any Any.Type) {
    self =
      switch type {
      case is String.Type: .string
      case is Bool.Type: .boolean
      case is Double.Type, is Float.Type, is Decimal.Type: .number
      case is any FixedWidthInteger.Type: .integer
      case is URL.Type: .url
      case is Date.Type, is any WireDate.Type: .date
      case is any SequenceType.Type: .array
      case is any MapType.Type: .object
      default: .value(of: TypeName.readable(type))
      }
  }

  /// Whether a value of a JSON type may be what is expected; nothing fits what only words say.
  func fits(_ kind: JSONKind) -> Bool {
    switch self {
    case .string, .url: kind == .string
    case .integer, .number: kind == .number
    case .boolean: kind == .bool
    case .array: kind == .array
    case .object, .value: kind == .object
    case .date: kind == .string || kind == .number
    case .other: false
    }
  }
}

/// A type that stands as an array in JSON.
private protocol SequenceType {}
extension Array: SequenceType {}
extension Set: SequenceType {}

/// A type that stands as an object in JSON, keyed by data.
private protocol MapType {}
extension Dictionary: MapType {}

/// What a key was read as: the name of the type, and what that needs.
struct ReadType {
  let name: String
  let expectation: Expectation

  init(_ type: any Any.Type) {
    name = TypeName.readable(type)
    expectation = Expectation(of: type)
  }

  private init(name: String, _ expectation: Expectation) {
    self.name = name
    self.expectation = expectation
  }

  /// A nested container, of which no type is known.
  static let object = ReadType(name: "object", .object)
  static let array = ReadType(name: "array", .array)
}
