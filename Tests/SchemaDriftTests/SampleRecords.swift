import SchemaDrift
import StrictJSON

/// Records of invented formats, and their comparison, for cases in which a text says all.
enum SampleRecords {
  /// A text that hardly any other number has.
  static func title(_ number: Int) -> String {
    "title \(number * 7919 % 997) of \(number * 31 % 89)"
  }

  /// The records, each with its braces, joined.
  static func records(_ count: Int = 12, _ record: (Int) -> String) -> String {
    (0..<count).map { "{\(record($0))}" }.joined(separator: ", ")
  }

  static func drift(_ old: String, _ new: String) throws -> Drift {
    Drift.between(
      Drift.Side(documents: [try JSONDocument(old)]), Drift.Side(documents: [try JSONDocument(new)])
    )
  }
}
