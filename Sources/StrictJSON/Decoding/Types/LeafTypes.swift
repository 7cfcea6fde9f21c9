import Foundation
import WireDates

/// A type that is one scalar on the wire and that the decoder reads itself.
///
/// Where Foundation's own rules are not plain (numbers with fractions, `Decimal`, dates, base 64),
/// Foundation reads the scalar, so that both always agree.
protocol LeafType: Decodable, PlaceholderType {
  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Self

  /// Reads the scalar in a fast pass.
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Self
}

extension String: LeafType {
  static var placeholders: [String] { ["1", "text", "2"] }

  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> String {
    guard let text = node.string else { throw session.mismatch("a string", node, path) }
    if node.hasLoneSurrogate {
      throw session.failure(
        .invalidValue, node, path, expected: "Unicode text",
        found: "a surrogate escape without its partner",
        message: "the string holds a surrogate escape without its partner (RFC 8259 section 8.2)")
    }
    return text
  }
}

extension Bool: LeafType {
  static var placeholders: [Bool] { [false, true] }

  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Bool {
    guard let value = node.bool else { throw session.mismatch("a boolean", node, path) }
    return value
  }
}

extension LeafType where Self: FixedWidthInteger {
  static var placeholders: [Self] { [1, 2, 3] }

  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Self {
    guard let text = node.numberText else { throw session.mismatch("an integer", node, path) }
    if let value = Self(text) { return value }
    if let value = session.foundationValue(Self.self, node) { return value }
    if let number = Double(text), number.rounded() != number {
      throw session.failure(
        .numberOutOfRange, node, path, expected: "an integer", found: "the number \(text)",
        message: "the number \(text) has a fraction; expected an integer (\(Self.self))",
        statesValues: true
      ).ofUnfitNumber
    }
    throw session.failure(
      .numberOutOfRange, node, path, expected: "an integer from \(Self.min) to \(Self.max)",
      found: "the number \(text)",
      message: "the number \(text) does not fit \(Self.self) (\(Self.min) to \(Self.max))"
    ).ofUnfitNumber
  }
}

extension Int: LeafType {}
extension Int8: LeafType {}
extension Int16: LeafType {}
extension Int32: LeafType {}
extension Int64: LeafType {}
extension UInt: LeafType {}
extension UInt8: LeafType {}
extension UInt16: LeafType {}
extension UInt32: LeafType {}
extension UInt64: LeafType {}
extension Int128: LeafType {}
extension UInt128: LeafType {}

extension LeafType where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var placeholders: [Self] { [1, 2, 2.5] }

  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Self {
    if let value: Self = node.plainNumber() { return value }
    // Zero may be an underflow, and a string may be the spelling of infinity.
    if node.kind == .number || session.readsNumbersFromText,
      let value = session.foundationValue(Self.self, node)
    {
      return value
    }
    guard let text = node.numberText else { throw session.mismatch("a number", node, path) }
    throw session.failure(
      .numberOutOfRange, node, path, expected: "a number that fits \(Self.self)",
      found: "the number \(text)", message: "the number \(text) does not fit \(Self.self)"
    ).ofUnfitNumber
  }
}

extension Double: LeafType {}
extension Float: LeafType {}

extension Decimal: LeafType {
  static var placeholders: [Decimal] { [1, 2] }

  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Decimal {
    if let value = session.foundationValue(Decimal.self, node) { return value }
    guard let text = node.numberText else { throw session.mismatch("a number", node, path) }
    throw session.failure(
      .numberOutOfRange, node, path, expected: "a number that fits Decimal",
      found: "the number \(text)", message: "the number \(text) does not fit Decimal"
    ).ofUnfitNumber
  }
}

extension URL: LeafType {
  static var placeholders: [URL] {
    ["https://example.com/1", "https://example.org/2"].compactMap { URL(string: $0) }
  }

  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> URL {
    let text = try String.read(node, path, session)
    if let url = URL(string: text) { return url }
    throw session.failure(
      .invalidURL, node, path, expected: "a URL",
      found: text.isEmpty ? "empty text" : node.words,
      message: "\(text.isEmpty ? "empty text" : node.words) is no URL")
  }
}

extension Data: LeafType {
  static var placeholders: [Data] { [Data(), Data([0])] }

  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Data {
    // As in JSONDecoder, no closure is given `null`.
    if case .custom(let read) = session.decoder.dataDecodingStrategy, !node.isNull {
      return try session.customValue(node, path, read)
    }
    if let value = session.foundationValue(Data.self, node) { return value }
    let expected: Expectation =
      switch session.decoder.dataDecodingStrategy {
      case .base64: "a base 64 string"
      default: "a value that can be read as data"
      }
    let isBase64 = if case .base64 = session.decoder.dataDecodingStrategy { true } else { false }
    guard node.kind == .string || node.kind == .array && !isBase64 else {
      throw session.mismatch(expected, node, path)
    }
    throw session.failure(.invalidValue, node, path, expected: expected, found: node.words)
  }
}

extension NodeFailure {
  /// The same failure, which code sees as that of a number.
  fileprivate var ofUnfitNumber: NodeFailure {
    var failure = self
    failure.cause = UnfitNumber()
    return failure
  }
}

extension DecodingSession {
  /// Lets Foundation read one scalar by its own bytes; nil where it refuses.
  func foundationValue<Value: Decodable>(_ type: Value.Type, _ node: JSONValue) -> Value? {
    try? foundation.decode(type, from: Data(node.storage.bytes[node.byteRange]))
  }

  /// Whether a string may be the spelling of a number that JSON has none for.
  var readsNumbersFromText: Bool {
    if case .convertFromString = decoder.nonConformingFloatDecodingStrategy { return true }
    return false
  }

  /// Lets a strategy's closure read one value.
  ///
  /// Throws the failure of the request that the closure passes on, or else what it says itself.
  func customValue<Value: Decodable>(
    _ node: JSONValue, _ path: DecodingPath, _ read: (any Decoder) throws -> Value
  ) throws(NodeFailure) -> Value {
    let frame = DecodingFrame(Value.self, node, path, self)
    do {
      return try read(ValueDecoder(frame: frame, node: node, path: path))
    } catch {
      trail.noteLeft(frame.openedObjects)
      var failure =
        frame.failure(in: error)?.failure
        ?? NodeFailure(issues: [OwnError(error, in: frame).issue])
      failure.cause = error
      // What stands in for a part is no value of the strategy's type.
      failure.placeholder = nil
      throw failure
    }
  }
}

extension JSONValue {
  /// The number, where it is neither zero nor beyond the range of the type, so that all agree on it.
  func plainNumber<Number>() -> Number?
  where Number: BinaryFloatingPoint & LosslessStringConvertible {
    guard let text = numberText, let value = Number(text), value.isFinite, value != 0 else {
      return nil
    }
    return value
  }
}
