import ContractReports
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// No text of an API moves the cursor, colours the terminal or ends the syntax of a report.
@Suite(.computing) struct HostileTextTests {
  private static let texts = [
    "\u{1B}[31mred", "\u{1B}]0;title\u{07}", "\u{9B}2J", "\u{85}", "\u{7F}", "\r\nnew line", "\tx",
    "\u{202E}desrever\u{202C}", "\u{2066}x\u{2069}", "\u{200B}", "\u{FEFF}", "\u{2028}\u{2029}",
    "::error::x", "##[error]x", "]]>", "<!-- & ' \" -->", "`|*_~", "\u{0}", "\u{E0041}",
  ]

  /// A JSON string with everything escaped, so that the document itself is a good one.
  private static func quoted(_ text: String) -> String {
    "\"" + text.utf16.map { #"\u"# + String(format: "%04x", Int($0)) }.joined() + "\""
  }

  /// The texts as keys, as values of every kind of place, and raw where JSON allows that.
  private static var document: String {
    let keys = texts.enumerated().map { "\(quoted($0.element)): \($0.offset)" }
    let values = texts.map { quoted($0) }
    return """
      {"meals": [{"idMeal": 1, "strMeal": \(quoted(texts.joined())), "strMeal": "again",
        "strCategory": \(values[0]), "strInstructions": "raw \u{202E} \u{2028} \u{9B} \u{7F} x",
        "strMealThumb": \(quoted("http://\u{1B}[2J:x/")), "dateModified": \(quoted(texts.joined())),
        "strIngredient1": \(values[1]), "strIngredient2": null, "strIngredient3": \(values[2])
      }, {\(keys.joined(separator: ", "))}, \(values.joined(separator: ", "))],
       \(quoted("\u{1B}[31m")): {\(keys.joined(separator: ", ")), \(keys[0])}}
      """
  }

  private static var commands: [[String]] {
    [
      ["validate", "a.json"], ["validate", "--contract", "c.schema.json", "a.json"],
      ["decode", "--as", "RecipesDTO", "a.json"], ["diff", "c.schema.json", "a.json"],
      ["diff", "old.json", "a.json"], ["diff", "a.json", "old.json"], ["check"],
      ["validate", "b.json"], ["validate", "h.json"], ["check", "spacex"],
      ["decode", "--as", "\u{1B}[31m", "a.json"], ["validate", "\u{1B}[31m\u{202E}.json"],
      ["explain", "\u{9B}2J"], ["check", "\u{1B}[31m"],
      ["validate", "--contract", "bad.json", "-"],
      ["check", "--live", "--base-url", "\u{1B}[31m"], ["infer", "\u{1B}[31m\u{202E}"],
      ["validate", "\u{202E}::error::.json"],
    ]
  }

  @Test(arguments: ReportFormat.allCases)
  func outputHoldsNoControlCharacter(_ format: ReportFormat) async throws {
    let contract = """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
       "properties": {"meals": {"items": {"type": "object", "additionalProperties": false,
         "properties": {"strMeal": {"const": \(Self.quoted("\u{1B}[31m"))}}}},
         \(Self.quoted("\u{1B}[31m")): {"type": "string", "pattern": "^\u{202E}$"}},
       "required": [\(Self.quoted("\u{9B}31m"))]}
      """
    let files = [
      "a.json": Self.document, "c.schema.json": contract,
      "old.json": #"{"meals": [{"idMeal": "1"}]}"#,
      "b.json": "{\"a\u{1B}[31m\u{202E}\": \u{1B}}",
      "h.json": "<b>\u{1B}[31m\u{9B}\u{202E}\r::error::",
      "bad.json": "{\"type\": \"\u{202E}\u{7F}::error::\"}", "\u{202E}::error::.json": "{",
      "Fixtures/themealdb/recipe/x.json": Self.document,
      "Fixtures/themealdb/\u{1B}[31m\u{202E}/x.json": "{}",
      "Fixtures/\u{9B}\n::error::/a/x.json": "{}",
      "Fixtures/spacex/launch/\u{1B}[31m.json": "[",
      "Fixtures/themealdb/names/\n::error::x.json": "{}",
      "Fixtures/themealdb/names/\n::error::x.http.json": "{",
    ]
    try await Project.with(files) { project in
      for command in Self.commands {
        let arguments = command + ["--format", format.name]
        let run = await CommandRun(arguments, in: project.root, input: "\u{1B}[31m\u{202E}")
        for text in [run.output, run.errors] {
          let bad = text.unicodeScalars.filter(Self.isControl)
          #expect(bad.isEmpty, "\(command): \(bad.map { String($0.value, radix: 16) })")
        }
        let isSilent = (run.output + run.errors).isEmpty
        #expect(!isSilent, "\(command)")
        if format != .github {
          let lines = run.output.split(separator: "\n").filter {
            $0.drop(while: \.isWhitespace).hasPrefix("::")
          }
          #expect(lines.isEmpty, "\(lines)")
        }
        #expect(!run.output.contains("##["))
        #expect(!run.errors.split(separator: "\n").contains { $0.hasPrefix("::") })
      }
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" { return false }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    default: false
    }
  }
}
