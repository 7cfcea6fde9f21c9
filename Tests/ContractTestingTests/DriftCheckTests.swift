import ContractTesting
import SchemaDrift
import StrictJSON
import Testing

/// Who breaks: the level and the patch of a change come from what the app's type reads.
@Suite struct DriftCheckTests {
  private struct BookDTO: Decodable {
    let title: String
    let author: String?
    let cover: String
    let tags: String
  }

  private static func records(_ template: String) -> String {
    let records = (1...30).map { number in
      template.replacing("#", with: "\(number * 7919 % 1000) of \(number)")
    }
    return "[\(records.joined(separator: ","))]"
  }

  private static let base =
    #"{"title": "T#", "author": "A#", "cover": "https://a.org/#", "tags": "g#", "note": "N#"}"#

  private func findings(_ new: String, reads: Bool = true) throws -> [Finding] {
    let oldReading = ResponseReading(
      Response(name: "old.json", body: Array(Self.records(Self.base).utf8)))
    let newReading = ResponseReading(
      Response(name: "new.json", body: Array(Self.records(new).utf8)))
    let old = DTOBinding([BookDTO].self).decode(try #require(oldReading.document))
    let check = DriftCheck(
      old: Drift.Side(documents: [oldReading.document].compactMap { $0 }),
      new: Drift.Side(documents: [newReading.document].compactMap { $0 }),
      reads: reads ? old.reads : nil,
      outlines: reads ? DTOBinding([BookDTO].self).reads([]).outlines : [])
    return check.findings(in: ReadingSource([newReading]))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let rule: DriftRule
    let level: Level
    let property: String?
    let hint: [String]?

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a key that the app needs", old: #""title":"#, new: #""name":"#, rule: .keyRenamed,
      level: .breaking, property: "title",
      hint: ["enum CodingKeys: String, CodingKey { case title = \"name\", author, cover, tags }"]
    ),
    Case(
      name: "a key that the app can do without, with values", old: #""author":"#,
      new: #""writer":"#,
      rule: .keyRenamed, level: .breaking, property: "author",
      hint: ["enum CodingKeys: String, CodingKey { case title, author = \"writer\", cover, tags }"]
    ),
    Case(
      name: "a key that the app never reads", old: #""note":"#, new: #""remark":"#,
      rule: .keyRenamed, level: .info, property: nil, hint: nil),
    Case(
      name: "a value that went into an object", old: #""cover": "https://a.org/#""#,
      new: #""media": {"front": "https://a.org/#"}"#, rule: .valueNested, level: .breaking,
      property: "cover",
      hint: [
        "let media: MediaValue", "struct MediaValue: Decodable { let front: String }",
        "var cover: String { media.front }",
      ]),
    Case(
      name: "a value that became a list", old: #""tags": "g#""#, new: #""tags": ["g#"]"#,
      rule: .scalarToArray, level: .breaking, property: "tags",
      hint: ["let tags: [String]"]),
  ]

  @Test(arguments: cases) func levelComesFromWhatIsRead(testCase: Case) throws {
    let new = Self.base.replacing(testCase.old, with: testCase.new)
    let found = try findings(new)
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.rule.drift == testCase.rule)
    #expect(finding.level == testCase.level)
    #expect(finding.dto?.property == testCase.property)
    #expect(finding.nextStep?.lines == testCase.hint)
    #expect(finding.change?.matched == 30)
    // Without a type the level is the one of a cautious client.
    #expect(try findings(new, reads: false).map(\.level) == [Rule(testCase.rule).level])
  }

  /// Null in all records is no less than null in one of them; where null came before, it is news and no break.
  @Test(arguments: [("20", Level.breaking), ("null", .warning)])
  func nullInAllRecordsIsAsBadAsInSome(first: String, level: Level) throws {
    let side = { (text: (Int) -> String) in
      Drift.Side(
        documents: [
          try JSONDocument(Array("[\((0..<30).map(text).joined(separator: ", "))]".utf8))
        ])
    }
    let check = DriftCheck(
      old: try side { #"{"id": \#($0), "size": \#($0 == 0 ? first : "\($0)")}"# },
      new: try side { #"{"id": \#($0), "size": null}"# }, reads: nil)
    let findings = check.findings(in: ReadingSource([]))
    #expect(findings.map(\.rule.drift) == [.becameAlwaysNull])
    #expect(findings.map(\.level) == [level])
  }

  /// Answers that hold no record may be those of other requests; a list in a record has lost what it had.
  @Test(arguments: [
    (#"{"total": 1, "items": [{"id": 1, "name": "a", "price": 2}]}"#, "items", Level.warning),
    (#"{"id": 1, "name": "a", "price": 2, "tags": ["x"]}"#, "tags", .breaking),
  ])
  func listThatIsNullInAll(answer: String, list: String, level: Level) throws {
    let side = { (text: String) in
      let document = try JSONDocument(Array(text.utf8))
      return Drift.Side(documents: Array(repeating: document, count: 20))
    }
    let new = answer.replacing(/\[.*\]/, with: "null")
    let check = DriftCheck(old: try side(answer), new: try side(new), reads: nil)
    let findings = check.findings(in: ReadingSource([]))
    #expect(findings.map(\.rule.drift) == [.becameAlwaysNull])
    #expect(findings.map(\.path) == ["$.\(list)"])
    #expect(findings.map(\.level) == [level])
  }

  @Test func messageSaysWhereTheKeyIsNow() throws {
    let found = try findings(Self.base.replacing(#""title":"#, with: #""name":"#))
    #expect(
      found.map(\.message) == [
        "title is now name (30 of 30 compared records agree)"
      ])
    #expect(found.first?.pointer == "/0/name")
    #expect(found.first?.path == "$[*].title")
  }

  /// Most of the records still have their value, and the first one without it shows the loss.
  @Test(arguments: [
    (#""cover": null"#, "/20/cover"), (#""cover": " ""#, "/20/cover"), ("", "/20/cover"),
  ])
  func lostValueIsShownWhereItIsMissing(nothing: String, pointer: String) throws {
    let list = { (isLost: (Int) -> Bool) in
      let items = (0..<60).map { index in
        let cover = isLost(index) ? nothing : #""cover": "https://a.org/\#(index)""#
        return #"{"id": "p\#(index)", "title": "T\#(index)"\#(cover.isEmpty ? "" : ", " + cover)}"#
      }
      return "[\(items.joined(separator: ", "))]"
    }
    let (old, new) = (list { $0 > 50 }, list { $0 >= 20 })
    let reading = ResponseReading(Response(name: "new.json", body: Array(new.utf8)))
    let check = DriftCheck(
      old: Drift.Side(documents: [try JSONDocument(Array(old.utf8))]),
      new: Drift.Side(documents: [try JSONDocument(Array(new.utf8))]), reads: nil)
    let found = check.findings(in: ReadingSource([reading]))
    #expect(found.map(\.rule.drift) == [.becameEmpty])
    #expect(found.first?.pointer?.description == pointer)
  }

  @Test func placesThatMovedTogetherAreOneFinding() throws {
    let found = try findings(
      Self.base
        .replacing(#""title": "T#", "#, with: "")
        .replacing(
          #""cover": "https://a.org/#""#,
          with: #""media": {"front": "https://a.org/#", "words": "T#"}"#))
    let message = try #require(found.first?.message)
    #expect(found.count == 1)
    #expect(message.hasPrefix("title and cover are now words and front in media ("))
    #expect(found.first?.level == .breaking)
  }

  private struct NightDTO: Decodable {
    struct Stage: Decodable { let count: Int }
    struct Stages: Decodable { let deep: Stage, light: Stage, rem: Stage }
    let id: Int
    let stages: Stages
  }

  /// An object with a property for each key breaks once, in the property that holds it, when its keys become values.
  @Test func anObjectWhoseKeysBecameValuesBreaksItsProperty() throws {
    let nights = { (key: String, stages: (Int) -> String) in
      let records = (1...30).map { #"{"id": \#(1000 + $0 * 7), "\#(key)": \#(stages($0))}"# }
      return "[\(records.joined(separator: ","))]"
    }
    let names = ["deep", "light", "rem"]
    let count = { (night: Int, stage: Int) in night * 37 % 101 + stage * 131 }
    let old = nights("stages") { night in
      let members = names.enumerated().map {
        #""\#($1)": {"count": \#(count(night, $0)), "more": \#($0)}"#
      }
      return "{\(members.joined(separator: ","))}"
    }
    let new = nights("phases") { night in
      let elements = names.enumerated().map {
        #"{"type": "\#($1.uppercased())", "count": \#(count(night, $0)), "more": \#($0)}"#
      }
      return "[\(elements.joined(separator: ","))]"
    }
    let readings = [old, new].map {
      ResponseReading(Response(name: "n.json", body: Array($0.utf8)))
    }
    let binding = DTOBinding([NightDTO].self)
    let check = DriftCheck(
      old: Drift.Side(documents: [try #require(readings[0].document)]),
      new: Drift.Side(documents: [try #require(readings[1].document)]),
      reads: binding.decode(try #require(readings[0].document)).reads,
      outlines: binding.reads([]).outlines)
    let found = check.findings(in: ReadingSource([readings[1]]))
    #expect(found.map(\.rule.drift) == [.mapToArray], "\(found)")
    #expect(found.first?.level == .breaking)
    #expect(found.first?.dto?.property == "stages", "\(found)")
  }

  /// Which version a response speaks is no question about two sets of documents.
  static let driftRules = Rule.all.filter { $0.family == .drift && $0.drift != .versionChanged }

  @Test(arguments: driftRules) func exampleRaisesItsRule(_ rule: Rule) throws {
    guard case .drift(let old, let new) = rule.example else {
      Issue.record("a rule of drift has two documents")
      return
    }
    let reading = ResponseReading(Response(name: "new.json", body: Array(new.utf8)))
    let check = DriftCheck(
      old: Drift.Side(documents: [try JSONDocument(Array(old.utf8))]),
      new: Drift.Side(documents: [try JSONDocument(Array(new.utf8))]), reads: nil)
    let found = check.findings(in: ReadingSource([reading]))
    #expect(found.contains { $0.rule == rule }, "\(found.map { "\($0.rule.id) \($0.path ?? "")" })")
    for finding in found where finding.statesValues {
      #expect(finding.message.contains(finding.expected ?? "-"), "\(finding.message)")
      #expect(finding.message.contains(finding.found ?? "-"), "\(finding.message)")
    }
  }
}

extension NextStep {
  /// The lines of Swift; nil for a step that is no patch.
  var lines: [String]? {
    if case .changeType(let patch) = self { patch.edits.flatMap(\.lines) } else { nil }
  }
}
