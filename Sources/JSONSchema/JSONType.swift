package import StrictJSON

/// A type of JSON Schema: what the keyword `type` names.
///
/// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1
public enum JSONType: String, Sendable, Hashable, CaseIterable, Comparable {
  /// An array.
  case array
  /// `true` or `false`.
  case boolean
  /// A number without a fraction; `1.0` is one too.
  case integer
  /// `null`.
  case null
  /// Any number.
  case number
  /// An object.
  case object
  /// A string.
  case string

  /// Orders types by their names.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The most exact type of a value.
  package init(of value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool: self = .boolean
    case .number: self = Self.numberType(value.source)
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }

  /// Nearly every integer is written as plain digits, which need no arithmetic.
  private static func numberType(_ text: String) -> JSONType {
    let isPlain = text.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
    }
    return isPlain || DecimalNumber(text).isInteger ? .integer : .number
  }
}

extension Collection where Element == JSONType {
  /// The types in words, in a fixed order: "string", "integer or string".
  package var inWords: String {
    isEmpty ? "anything" : sorted().map(\.rawValue).joined(separator: " or ")
  }
}
