import Foundation

// Values of types whose parts cannot be seen or made: of Foundation, which keeps them in classes, and of
// the standard library. None is zero or empty, as code that computes with values trusts.

extension TimeZone: PlaceholderType {
  static var placeholders: [TimeZone] { TimeZone(secondsFromGMT: 0).map { [$0] } ?? [] }
}
extension Locale: PlaceholderType {
  static var placeholders: [Locale] { [Locale(identifier: "en_US_POSIX")] }
}
extension Calendar: PlaceholderType {
  static var placeholders: [Calendar] { [Calendar(identifier: .gregorian)] }
}
extension IndexSet: PlaceholderType {
  static var placeholders: [IndexSet] { [IndexSet(integer: 1)] }
}
extension CharacterSet: PlaceholderType {
  static var placeholders: [CharacterSet] { [CharacterSet(charactersIn: "1")] }
}
extension Measurement: PlaceholderType {
  /// None of a unit that measures nothing.
  static var placeholders: [Measurement] {
    let unit = (UnitType.self as? Dimension.Type)?.baseUnit() as? UnitType
    return unit.map { [Measurement(value: 1, unit: $0)] } ?? []
  }
}

extension PlaceholderType where Self: SIMD {
  static var placeholders: [Self] {
    let scalar = (Scalar.self as? any PlaceholderType.Type)?.placeholder(0)?.value(as: Scalar.self)
    return scalar.map { [Self(repeating: $0)] } ?? []
  }
}
extension SIMD2: PlaceholderType {}
extension SIMD3: PlaceholderType {}
extension SIMD4: PlaceholderType {}
extension SIMD8: PlaceholderType {}
extension SIMD16: PlaceholderType {}
extension SIMD32: PlaceholderType {}
extension SIMD64: PlaceholderType {}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: PlaceholderType {
    static var placeholders: [Float16] { [1, 2, 2.5] }
  }
#endif

/// Objects of Foundation that structs hold, which have no subclass of their own to be made.
enum FoundationObjects {
  static func placeholder<Value>(_ type: Value.Type) -> FieldValue? {
    if type == NSNumber.self { return Field(value: NSNumber(value: 1)) }
    if type == NSDecimalNumber.self { return Field(value: NSDecimalNumber(value: 1)) }
    return nil
  }
}
