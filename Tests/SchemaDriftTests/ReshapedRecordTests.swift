import JSONSchema
import SchemaDrift
import StrictJSON
import Testing

/// Records of which a part got another shape, seen in the same records and in other ones.
@Suite struct ReshapedRecordTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    /// The members of a record in the old and the new format.
    let members: @Sendable (Int) -> (old: String, new: String)
    /// The paths that changed; an object that only holds what moved is new as well.
    let mapping: [String]

    init(
      _ name: String, _ mapping: [String],
      _ members: @escaping @Sendable (Int) -> (old: String, new: String)
    ) {
      self.name = name
      self.mapping = mapping
      self.members = members
    }

    var testDescription: String { name }
  }

  private static let words = [
    "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty",
    "knoll",
    "ledge", "marsh", "nook", "oasis", "plain", "quarry", "ridge", "shore",
  ]

  private static func word(_ number: Int, _ salt: Int) -> String {
    words[(number * 7 + salt * 5 + number / 19) % words.count]
  }

  private static func time(_ number: Int) -> String {
    let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    return
      "2026-\(two(1 + number % 12))-\(two(1 + number % 28))T\(two(number % 24)):\(two(number * 7 % 60))"
  }

  static let forms = [
    Form("an address of another host, nested", ["nested $.thumb $.media.image", "added - $.media"])
    {
      let file = "\(word($0, 1))-\(word($0, 2))\($0).jpg"
      return (
        #""thumb": "https://img.old.org/a/\#(file)""#,
        #""media": {"image": "https://cdn.new.com/v2/\#(file)"}"#
      )
    },
    Form("a date with seconds, renamed", ["renamed $.created $.made_at"]) {
      (#""created": "\#(time($0))Z""#, #""made_at": "\#(time($0)):09.500Z""#)
    },
    Form(
      "an object that was taken apart",
      [
        "renamed $.resources $.meta", "hoisted $.resources.label $.label",
        "renamed $.resources.count $.meta.count", "renamed $.resources.code $.meta.code",
      ]
    ) {
      let label = #""label": "\#(word($0, 1)) \#(word($0, 3))""#
      let rest = #""count": \#($0 * 3 + 1), "code": "code-\#($0 * 97 % 89)""#
      return (#""resources": {\#(label), \#(rest)}"#, #"\#(label), "meta": {\#(rest)}"#)
    },
    Form(
      "an object that is gone, with members that are not",
      [
        "removed $.resources -", "hoisted $.resources.label $.label",
        "hoisted $.resources.count $.count",
      ]
    ) {
      let members = #""label": "\#(word($0, 1)) \#(word($0, 3))", "count": \#($0 * 3 + 1)"#
      return (#""resources": {\#(members)}"#, members)
    },
    Form("lines that became a text", ["array-to-scalar $.source[*] $.source"]) { number in
      let lines = (0...(number % 4)).map { #"\#(word(number, $0)) \#(word(number, $0 + 4))\n"# }
      return (
        #""source": [\#(lines.map { "\"\($0)\"" }.joined(separator: ", "))]"#,
        #""source": "\#(lines.joined())""#
      )
    },
    Form("a text that became lines", ["scalar-to-array $.source $.source[*]"]) { number in
      let lines = (0...(number % 4)).map { #"\#(word(number, $0)) \#(word(number, $0 + 4))\n"# }
      return (
        #""source": "\#(lines.joined())""#,
        #""source": [\#(lines.map { "\"\($0)\"" }.joined(separator: ", "))]"#
      )
    },
    Form(
      "a value nested under a longer name",
      [
        "nested $.last_page $.pagination.last_visible_page", "added - $.pagination",
        "added - $.pagination.has_next",
      ]
    ) {
      (
        #""last_page": \#($0 * 3 + 5)"#,
        #""pagination": {"last_visible_page": \#($0 * 3 + 5), "has_next": \#($0 % 2 == 0)}"#
      )
    },
    Form(
      "a list of addresses that became members",
      [
        "type-changed $.flags $.flags", "type-changed $.flags[*] $.flags.svg",
        "split $.flags[*] $.flags.png",
      ]
    ) {
      let file = "\(word($0, 1))\($0)"
      let svg = #""https://f.org/\#(file).svg""#
      let png = #""https://f.org/w320/\#(file).png""#
      return (#""flags": [\#(svg), \#(png)]"#, #""flags": {"svg": \#(svg), "png": \#(png)}"#)
    },
  ]

  private static func side(_ numbers: Range<Int>, _ members: (Int) -> String) throws -> Drift.Side {
    let records = numbers.map {
      #"{"id": \#($0), "name": "\#(word($0, 9)) \#(word($0, 11))", \#(members($0))}"#
    }
    return Drift.Side(
      documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  @Test(arguments: forms, [0..<24, 24..<48])
  func partsAreFound(form: Form, numbers: Range<Int>) throws {
    let drift = Drift.between(
      try Self.side(0..<24) { form.members($0).old },
      try Self.side(numbers) { form.members($0).new })
    let mapping = drift.mapping.filter { $0.kind != .same }.map { entry in
      let ends = [entry.from, entry.to].map { path in
        path.map { $0.description.replacing("$[*].", with: "$.") } ?? "-"
      }
      return "\(entry.kind.rawValue) \(ends[0]) \(ends[1])"
    }
    #expect(Set(mapping) == Set(form.mapping))
    // Nothing is told to be gone of which a part is elsewhere.
    #expect(!drift.changes.contains { $0.rule == .keyRemoved })
  }

  /// One record has too few values to show a split; where one element is says where the others are.
  @Test func oneRecordShowsWhereAListWent() throws {
    let form = try #require(Self.forms.first { $0.name.hasPrefix("a list of addresses") })
    let drift = Drift.between(
      try Self.side(3..<4) { form.members($0).old }, try Self.side(3..<4) { form.members($0).new })
    let targets = drift.mapping.filter { $0.from == ShapePath("$[*].flags[*]") }.compactMap(\.to)
    #expect(Set(targets.map(\.description)) == ["$[*].flags.svg", "$[*].flags.png"])
  }

  /// What is gone with its object is gone from as many records as had the object.
  @Test func whatIsGoneWithItsObjectIsGone() throws {
    let drift = Drift.between(
      try Self.side(0..<24) {
        #""box": {"label": "\#(Self.word($0, 1)) \#($0)", "seal": \#($0 % 2 == 0)}"#
      },
      try Self.side(24..<48) { #""label": "\#(Self.word($0, 1)) \#($0)""# })
    #expect(
      drift.changes.filter(\.evidence.isSignificant).map {
        "\($0.rule) \($0.from?.description ?? "")"
      }
        == ["value-hoisted $[*].box.label", "key-removed $[*].box.seal"])
  }
}
