import StrictJSON

/// A JSON value in a form in which equal values are equal bytes.
///
/// Numbers are equal by size, objects whatever the order of their members, strings code point by
/// code point.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2
struct CanonicalValue: Sendable, Hashable {
  let type: JSONType
  private let bytes: [UInt8]

  init(_ value: JSONValue) {
    type = JSONType(of: value)
    bytes = Array(Self.text(of: value).utf8)
  }

  /// The bytes that a string means; nil for any other value.
  var stringBytes: [UInt8]? {
    guard type == .string else { return nil }
    var text: [UInt8] = []
    JSONText.unescape(bytes.span.extracting(1..<bytes.count - 1), into: &text)
    return text
  }

  /// The first letter of `null`, `true` or `false`; nil for any other value.
  var literal: UInt8? { type == .null || type == .boolean ? bytes.first : nil }

  private static func text(of value: JSONValue) -> String {
    switch value.kind {
    case .null, .bool: return value.source
    case .number:
      let number = DecimalNumber(value.source)
      let digits = number.digits.map { String($0) }.joined()
      return (number.isNegative ? "-" : "") + digits + "e\(number.exponent)"
    case .string: return JSONWriter.quoted(value.string ?? "")
    case .array: return "[" + value.elements.map(text).joined(separator: ",") + "]"
    case .object:
      var members: [ExactText: String] = [:]
      for member in value.members where members[ExactText(member.key)] == nil {
        members[ExactText(member.key)] = text(of: member.value)
      }
      let sorted = members.sorted { $0.key < $1.key }
      return "{"
        + sorted.map { JSONWriter.quoted($0.key.text) + ":" + $0.value }
        .joined(separator: ",") + "}"
    }
  }
}
