import JSONSchema
import SchemaDrift
import StrictJSON
import Testing

/// What each rule says about invented APIs: the exact set of changes, no more and no fewer.
@Suite struct DriftRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: [String]
    let new: [String]
    /// The changes: rule, path, and `?` behind the path where chance is not ruled out.
    let changes: [String]

    /// Repeats the records so that there is evidence.
    init(
      _ name: String, _ old: [String], _ new: [String], times: Int = 40, _ changes: [String]
    ) {
      self.name = name
      self.old = Array(repeating: old, count: times).flatMap { $0 }
      self.new = Array(repeating: new, count: times).flatMap { $0 }
      self.changes = changes
    }

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      "nothing changed", [#"{"a": 1, "b": [{"c": "x"}]}"#], [#"{"a": 2, "b": [{"c": "y"}]}"#], []),
    Case("a member is gone", [#"{"a": 1, "b": 2}"#], [#"{"a": 1}"#], ["key-removed $[*].b"]),
    Case(
      "a subtree is gone", [#"{"a": 1, "b": {"c": {"d": 1}, "e": [{"f": 2}]}}"#], [#"{"a": 1}"#],
      ["key-removed $[*].b"]),
    Case(
      "a member is new", [#"{"a": 1}"#], [#"{"a": 1, "b-c": {"d": 1}}"#], ["key-added $[*]['b-c']"]),
    Case("a type changed", [#"{"a": "x"}"#], [#"{"a": true}"#], ["type-changed $[*].a"]),
    Case(
      "a type changed with everything below", [#"{"a": {"b": 1}}"#], [#"{"a": [{"c": 1}]}"#],
      ["type-changed $[*].a"]),
    Case("integers became fractions", [#"{"a": 1}"#], [#"{"a": 1.5}"#], ["type-changed $[*].a"]),
    Case("fractions became integers", [#"{"a": 1.5}"#], [#"{"a": 1}"#], []),
    Case(
      "one fraction among few", [#"{"a": 1}"#], [#"{"a": 1}"#, #"{"a": 1.5}"#], times: 2,
      ["type-changed $[*].a?"]),
    Case(
      "an id became a number", [#"{"a": "52"}"#], [#"{"a": 52}"#],
      ["numeric-string-to-number $[*].a"]),
    Case(
      "a number became an id", [#"{"a": 52}"#], [#"{"a": "52"}"#],
      ["number-to-numeric-string $[*].a"]),
    Case(
      "text became a list", [#"{"a": "x,y"}"#, #"{"a": null}"#], [#"{"a": ["x"]}"#, #"{"a": []}"#],
      ["scalar-to-array $[*].a"]),
    Case("a list became text", [#"{"a": ["x"]}"#], [#"{"a": "x"}"#], ["array-to-scalar $[*].a"]),
    Case(
      "null came", [#"{"a": 1}"#], [#"{"a": 1}"#, #"{"a": null}"#], ["became-nullable $[*].a"]),
    Case(
      "null came, in few records", [#"{"a": 1}"#], [#"{"a": 1}"#, #"{"a": null}"#], times: 3,
      ["became-nullable $[*].a?"]),
    Case("null went", [#"{"a": 1}"#, #"{"a": null}"#], [#"{"a": 1}"#], []),
    Case(
      "a member is missing at times", [#"{"a": 1}"#], [#"{"a": 1}"#, "{}"],
      ["became-optional $[*].a"]),
    Case(
      "a member is missing at times, in few records", [#"{"a": 1}"#], [#"{"a": 1}"#, "{}"],
      times: 3,
      ["became-optional $[*].a?"]),
    Case("a member is always there now", [#"{"a": 1}"#, "{}"], [#"{"a": 1}"#], []),
    Case(
      "a common optional member is gone", [#"{"a": 1, "b": 1}"#, #"{"a": 1}"#], [#"{"a": 1}"#],
      ["key-removed $[*].b"]),
    Case(
      "an optional member did not come", [#"{"a": 1, "b": 1}"#, #"{"a": 1}"#], [#"{"a": 1}"#],
      times: 3,
      []),
    Case("only null comes now", [#"{"a": 1}"#], [#"{"a": null}"#], ["became-always-null $[*].a"]),
    Case(
      "a rare value did not come", [#"{"a": 1}"#, #"{"a": null}"#], [#"{"a": null}"#], times: 3, []),
    Case(
      "only null came before", [#"{"a": null}"#], [#"{"a": {"b": [1]}}"#], ["type-changed $[*].a?"]),
    Case("only empty text comes now", [#"{"a": "x"}"#], [#"{"a": ""}"#], ["became-empty $[*].a"]),
    Case("only empty lists come now", [#"{"a": [1]}"#], [#"{"a": []}"#], ["became-empty $[*].a"]),
    Case(
      "a date lost its T", [#"{"a": "2006-03-24T22:30:00Z"}"#], [#"{"a": "2006-03-24 22:30:00"}"#],
      ["date-format-changed $[*].a"]),
    Case(
      "a date became Unix seconds", [#"{"date": "2006-03-24T22:30:00Z"}"#],
      [#"{"date": 1143239400}"#],
      ["date-format-changed $[*].date"]),
    Case(
      "seconds became milliseconds", [#"{"date": 1143239400}"#], [#"{"date": 1143239400000}"#],
      ["epoch-unit-changed $[*].date"]),
    Case(
      "a date became text", [#"{"a": "2006-03-24"}"#], [#"{"a": "soon"}"#],
      ["date-format-changed $[*].a"]),
    Case(
      "a date got a fraction at times", [#"{"a": "2006-03-24T22:30:00Z"}"#],
      [#"{"a": "2006-03-24T22:30:00.5Z"}"#, #"{"a": "2006-03-24T22:30:00Z"}"#], times: 2,
      ["date-format-changed $[*].a?"]),
    Case(
      "one of many mixed date-times is text",
      [#"{"a": "2006-03-24T22:30:00Z"}"#, #"{"a": "2006-03-24T22:30:00.5Z"}"#],
      [#"{"a": "2006-03-24T22:30:00Z"}"#, #"{"a": "2006-03-24T22:30:00.5Z"}"#, #"{"a": "soon"}"#],
      times: 4, ["date-format-changed $[*].a?"]),
    Case(
      "a map has other keys", [#"{"m": {"1": 5, "2": 6}}"#], [#"{"m": {"3": 5, "4": 6}}"#], []),
    Case(
      "the values of a map changed", [#"{"m": {"1": 5, "2": 6}}"#],
      [#"{"m": {"1": true, "4": false}}"#],
      ["type-changed $[*].m.*"]),
    Case(
      "a slot became null", [#"{"s1": "a", "s2": "b", "s3": "", "t": 1}"#],
      [#"{"s1": "a", "s2": null, "s3": null, "t": 1}"#], ["became-nullable $[*].s2"]),
    Case(
      "another slot is null", [#"{"s1": "a", "s2": "b", "s3": null}"#],
      [#"{"s1": "a", "s2": null, "s3": null}"#], []),
    Case(
      "the slots are gone", [#"{"s1": "a", "s2": "b", "s3": "", "t": 1}"#], [#"{"t": 1}"#],
      ["key-removed $[*].s1"]),
    Case(
      "the slots became numbers", [#"{"s1": "a", "s2": "b", "s3": ""}"#],
      [#"{"s1": 1, "s2": 2, "s3": 3}"#],
      ["type-changed $[*].s1"]),
    Case(
      "there are more slots", [#"{"s1": "a", "s2": "b", "s3": ""}"#],
      [#"{"s1": "a", "s2": "b", "s3": "", "s4": "", "s5": ""}"#], ["key-added $[*].s4"]),
    Case(
      "three causes at once", [#"{"a": 1, "b": {"c": "x", "d": 1}}"#],
      [#"{"a": "x", "b": {"d": null}, "e": 1}"#],
      [
        "type-changed $[*].a", "key-removed $[*].b.c", "became-always-null $[*].b.d",
        "key-added $[*].e",
      ]),
  ]

  static func shape(_ records: [String]) throws -> Shape {
    var summary = ShapeSummary()
    summary.add(try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8)))
    return Shape(inferredFrom: summary)
  }

  /// Makes a contract of a shape and reads it back.
  static func contract(_ shape: Shape) throws -> Shape {
    let text = JSONWriter.compact(SchemaWriter.contract(for: shape))
    return try Schema(JSONDocument(Array(text.utf8))).shape
  }

  static func described(_ drift: Drift) -> [String] {
    drift.changes.map { change in
      let path = change.from ?? change.to ?? ShapePath()
      return "\(change.rule) \(path)" + (change.evidence.isSignificant ? "" : "?")
    }
  }

  @Test(arguments: cases)
  func changesAreExactly(testCase: Case) throws {
    let old = try Self.shape(testCase.old)
    let new = try Self.shape(testCase.new)
    #expect(Self.described(Drift.between(old, new)) == testCase.changes)
    // A contract knows as much as the samples it was made from.
    #expect(Self.described(Drift.between(try Self.contract(old), new)) == testCase.changes)
    #expect(
      Self.described(Drift.between(try Self.contract(old), try Self.contract(new)))
        == testCase.changes)
  }

  @Test(arguments: cases)
  func aShapeHasNoDriftAgainstItself(testCase: Case) throws {
    for records in [testCase.old, testCase.new] {
      let shape = try Self.shape(records)
      #expect(Drift.between(shape, shape).changes == [])
      #expect(Drift.between(shape, shape).mapping.allSatisfy { $0.kind == .same })
      #expect(Drift.between(try Self.contract(shape), shape).changes == [])
    }
  }
}
