import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// Samples that are like earlier ones are added in shorter ways, which must give the same.
///
/// A summary of one document takes none of these ways, and neither does merging.
@Suite(.computing) struct RepeatedSampleTests {
  private func written(_ summary: ShapeSummary) -> String { JSONWriter.pretty(summary.document) }

  /// Compares a summary of documents with what their own summaries give together.
  private func expectSame(_ texts: [String]) throws {
    var joined = ShapeSummary()
    for text in texts { joined.merge(try Samples.summary([text])) }
    #expect(written(try Samples.summary(texts)) == written(joined))
  }

  private static let names = [
    "a", "id", "name_of", "name_off", "strIngredient10", "strIngredient11", "static_fire_date_a",
    "static_fire_date_b", "launch_failure_details_of_all", "launch_failure_reasons_of_all", "é",
    #"a\\b"#, #"a\b"#, #"\u0061"#, "",
  ]

  private static let values = [
    "null", "true", "false", "0", "-7", "12345678", "123456789", "0.5", "2.0", "1e2", #""""#,
    #"" ""#, #""a""#, #""1\/2 cup""#, #""1/2 cup""#, #""1\\\/2 cup""#, #""Jalape\u00f1o""#,
    #""Jalapeño""#, #""eight888""#, #""seventeen bytes 17""#, #""seventeen bytes 18""#,
    #""Cr\u00e8me fra\u00eeche, thick and cold""#, #""https://example.com/a?b=c&d=~e_f""#,
    #""https:\/\/example.com\/a""#, #""http://example.com/a b""#, #""http://""#, #""HTTPS://a""#,
    #""Meat,Side""#, #""2006-03-24T22:30:00Z""#, #""2006-03-24""#, #""2006-03-24 22:30:00""#,
    #""24/03/2006""#, #""03/04/2006""#, "[]", "{}", #"["a", "a", 1]"#, #"[1, 2.5]"#,
    #"[{"a": 1}, {"a": "x", "b": null}, {"a": 1}]"#,
  ]

  private func object(_ names: [String], _ random: inout RandomDocuments) -> String {
    let members = names.map { "\"\($0)\":\(random.pick(Self.values))" }
    return "{" + members.joined(separator: ",") + "}"
  }

  @Test(arguments: Array(UInt64(1)...40))
  func objectsWithTheSameMembersAreSummarisedLikeEachAlone(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    var texts: [String] = []
    while texts.count < 60 {
      // Some names come twice, some spelled in two ways, and the order stays for a while.
      let count = 1 + random.below(12)
      let names = (0..<count).map { _ in random.pick(Self.names) }
      for _ in 0..<1 + random.below(8) {
        texts.append(#"{"list": [\#(object(names, &random)), \#(object(names, &random))]}"#)
        texts.append(object(names, &random))
      }
    }
    try expectSame(texts)
  }

  @Test func aMemberThatIsLeftOutOrAddedIsNoticed() throws {
    let usual = Array(repeating: #"{"a": 1, "b": 2, "c": 3}"#, count: 5)
    let others = [
      #"{"a": 1, "b": 2}"#, #"{"a": 1, "b": 2, "c": 3, "d": 4}"#, #"{"a": 1, "c": 3, "b": 2}"#,
      #"{"a": 1, "b": 2, "c": 3, "a": "x"}"#, #"{"a": 1, "b": 2, "\u0063": 3}"#, "{}",
    ]
    for other in others { try expectSame(usual + [other] + usual) }
  }

  @Test(arguments: [1020, 1023, 1024, 1025, 1100, 1280, 1281, 1300, 2000])
  func anObjectThatTurnsOutToBeKeyedByDataKeepsItsEarlierMembers(count: Int) throws {
    let texts = [0, 0, 0, 20].map { start in
      let members = (start..<start + count).map { #""key\#($0)": ["v\#($0 % 3)", {"a": \#($0)}]"# }
      return "{" + members.joined(separator: ", ") + "}"
    }
    try expectSame(texts)
  }

  /// A long record is one however long, and a map is one whatever comes first.
  @Test(arguments: [
    (1500, 1500, false), (1500, 1490, false), (1500, 1400, true), (4097, 4097, true),
  ])
  func namesThatAreInEveryObjectAreNoData(count: Int, fewest: Int, isMap: Bool) throws {
    let texts = [count, fewest, count].map { count in
      "{" + (0..<count).map { #""key_\#($0)_x": \#($0)"# }.joined(separator: ", ") + "}"
    }
    try expectSame(texts)
    for order in [[0, 1, 2], [1, 0, 2], [0, 2, 1]] {
      let shape = Shape(inferredFrom: try Samples.summary(order.map { texts[$0] }))
      #expect((shape.object?.mapValue != nil) == isMap)
      #expect(shape.object?.members.count == (isMap ? 0 : count))
    }
    // One object, or two, may be a map of as many entries.
    for few in [[0], [0, 2]] {
      let shape = Shape(inferredFrom: try Samples.summary(few.map { texts[$0] }))
      #expect(shape.object?.mapValue != nil)
    }
  }

  /// Values that are not alike are no entries of a map, however few objects there are.
  @Test func manyMembersOfSeveralTypesAreARecord() throws {
    let values = ["1", #""a""#, "true"]
    let text =
      "{" + (0..<1500).map { #""key_\#($0)_x": \#(values[$0 % 3])"# }.joined(separator: ", ") + "}"
    let shape = Shape(inferredFrom: try Samples.summary([text]))
    #expect(shape.object?.members.count == 1500)
  }

  /// A name counts once for each object, also where objects lie in each other.
  @Test func objectsKeyedByDataInOneAnotherKeepTheirNamesApart() throws {
    let members = (0..<1100).map { #""key\#($0)": {"name\#($0)": 1}"# }
    let many = "{" + members.joined(separator: ", ") + "}"
    try expectSame([many, #"{"x": {"y": 1}, "y": {"z": 1}, "y": {}}"#])
  }

  @Test func theSameTextIsCountedOnceForARecordHoweverItIsSpelled() throws {
    let text = #"{"a": [["1\/2", "1/2", "x", "1\/2", null]]}"#
    let summary = try Samples.summary(Array(repeating: text, count: 3))
    let written = JSONWriter.compact(summary.document)
    #expect(written.contains(#""values":{"1/2":[9,3],"x":[3,3]}"#), "\(written)")
  }
}
