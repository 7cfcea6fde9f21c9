import Testing

@testable import JSONSchema

@Suite struct DecimalNumberTests {
  @Test(arguments: [
    ("1.0", "1"), ("1e2", "100"), ("-0", "0"), ("0.0e5", "0"), ("12.50", "1.25e1"), ("5E-1", "0.5"),
    ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
  ])
  func equalNumbersAreEqualHoweverTheyAreWritten(left: String, right: String) {
    #expect(DecimalNumber(left) == DecimalNumber(right))
  }

  @Test(arguments: [
    ("-2", "-1"), ("-1", "0"), ("0", "0.1"), ("0.09", "0.1"), ("9", "10"), ("1e-400", "1e-399"),
    ("9007199254740992", "9007199254740993"), ("1e999999999999999999", "1e9999999999999999999999"),
    ("-1e400", "1e-400"), ("-10", "-9.5"),
  ])
  func smallerNumbersComeFirst(smaller: String, larger: String) {
    #expect(!(DecimalNumber(larger) < DecimalNumber(smaller)))
    // Beyond the limit of the exponent two numbers are taken for equal.
    if !larger.hasPrefix("1e9999999") { #expect(DecimalNumber(smaller) < DecimalNumber(larger)) }
  }

  @Test(arguments: [
    ("1", true), ("1.0", true), ("1.5e1", true), ("1.55e1", false), ("0.0", true), ("1e-1", false),
  ])
  func integersAreKnown(text: String, isInteger: Bool) {
    #expect(DecimalNumber(text).isInteger == isInteger)
  }

  @Test(arguments: [
    ("0.3", "0.1", true), ("0.35", "0.1", false), ("4.02", "0.01", true), ("1e308", "0.5", true),
    ("7.5", "2.5", true), ("7", "2.5", false), ("0", "3", true), ("-9", "3", true),
    ("100000000000000000000", "3", false), ("99999999999999999999", "3", true),
    ("1e100000", "7", false),
  ])
  func multiplesAreExact(number: String, divisor: String, isMultiple: Bool) {
    #expect(DecimalNumber(number).isMultiple(of: DecimalNumber(divisor)) == isMultiple)
  }

  @Test(arguments: [("0", false), ("-1", false), ("1", true), ("1234567890123456789", false)])
  func divisorsAreAboveZeroAndNotTooLong(text: String, canDivide: Bool) {
    #expect(DecimalNumber(text).canDivide == canDivide)
  }
}
