import Foundation
import StrictJSON
import WireDates

/// A schema within a schema: its keywords, and where it stands.
struct CompiledSchema: Sendable {
  let location: JSONPointer
  var keywords: [CompiledKeyword] = []
}

/// A keyword with its place, for messages.
struct CompiledKeyword: Sendable {
  let name: String
  let keyword: Keyword
}

/// A keyword with its value; other schemas stand as indices into ``Schema``.
enum Keyword: Sendable {
  // Applied to any value.
  case never
  case type(Set<JSONType>)
  case oneOfValues([CanonicalValue], description: String)
  case reference(Int)
  case all([Int])
  case any([Int])
  case exactlyOne([Int])
  case not(Int)
  case condition(Int, then: Int?, otherwise: Int?)

  // Applied to numbers.
  case bound(NumberBound, DecimalNumber, text: String)
  case multiple(DecimalNumber, text: String)

  // Applied to strings.
  case length(CountBound, Int)
  case pattern(Pattern)
  case format(StringFormat)

  // Applied to arrays.
  case itemCount(CountBound, Int)
  case items(Int, after: Int)
  case prefixItems([Int])
  case contains(Int, minimum: Int, maximum: Int?)
  case uniqueItems

  // Applied to objects.
  case memberCount(CountBound, Int)
  case properties([ExactText: Int], order: [ExactText])
  case patternProperties([(pattern: Pattern, schema: Int)])
  case additionalProperties(Int, except: Set<ExactText>, patterns: [Pattern])
  case propertyNames(Int)
  case required([ExactText])
  case dependentRequired([ExactText: [ExactText]])
  case dependentSchemas([(name: ExactText, schema: Int)])

  // Annotations of contracts.
  case dateFormat(DateFormat, isAsserted: Bool)
  case textForm(TextForm)
  case slots([SlotFamily])
  case observed(Observation)

  /// The schemas that look at the same value as this one.
  var schemasInPlace: [Int] {
    switch self {
    case .reference(let schema), .not(let schema): [schema]
    case .all(let schemas), .any(let schemas), .exactlyOne(let schemas): schemas
    case .condition(let schema, let then, let otherwise):
      [schema, then, otherwise].compactMap { $0 }
    case .dependentSchemas(let schemas): schemas.map(\.schema)
    default: []
    }
  }
}

/// A bound of a number.
enum NumberBound: String, Sendable {
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum

  var words: String {
    switch self {
    case .minimum: "at least"
    case .maximum: "at most"
    case .exclusiveMinimum: "more than"
    case .exclusiveMaximum: "less than"
    }
  }

  func allows(_ number: DecimalNumber, _ bound: DecimalNumber) -> Bool {
    switch self {
    case .minimum: number >= bound
    case .maximum: number <= bound
    case .exclusiveMinimum: number > bound
    case .exclusiveMaximum: number < bound
    }
  }
}

/// A bound of a length or a count.
enum CountBound: Sendable {
  case minimum, maximum

  var words: String { self == .minimum ? "at least" : "at most" }

  func allows(_ count: Int, _ bound: Int) -> Bool {
    self == .minimum ? count >= bound : count <= bound
  }
}

/// A regular expression of a schema.
struct Pattern: Sendable {
  let source: String
  private let expression: NSRegularExpression

  /// Compiles an ECMA-262 pattern; nil where it is wrong or means something that is not supported.
  init?(_ source: String) {
    guard let translated = PatternTranslation.translated(source),
      let expression = try? NSRegularExpression(pattern: translated)
    else { return nil }
    self.source = source
    self.expression = expression
  }

  func matches(_ text: String) -> Bool {
    let range = NSRange(text.startIndex..., in: text)
    return expression.firstMatch(in: text, range: range) != nil
  }
}

/// Turns an ECMA-262 pattern into one that means the same to ICU.
///
/// In ICU `\d` and `\w` hold all scripts, `$` also stands before a last line feed, and a class may
/// hold another class. None of this is so in ECMA-262.
enum PatternTranslation {
  static func translated(_ source: String) -> String? {
    var result = ""
    var isInClass = false
    var characters = source.unicodeScalars.makeIterator()
    while let character = characters.next() {
      switch character {
      case "\\":
        guard let escaped = characters.next(), let text = escape(escaped, isInClass: isInClass)
        else { return nil }
        result += text
      case "[" where isInClass: result += "\\["
      case "&" where isInClass: result += "\\&"
      case "[":
        isInClass = true
        result += "["
      case "]":
        isInClass = false
        result += "]"
      case "$" where !isInClass: result += "\\z"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static func escape(_ character: Unicode.Scalar, isInClass: Bool) -> String? {
    switch character {
    case "d": isInClass ? "0-9" : "[0-9]"
    case "w": isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
    case "D": isInClass ? "\\D" : "[^0-9]"
    case "W": isInClass ? "\\W" : "[^A-Za-z0-9_]"
    // Escapes of ICU that ECMA-262 does not have.
    case "A", "Z", "z", "Q", "E", "G", "R", "X", "h", "H", "N", "a", "e": nil
    default: "\\" + String(character)
    }
  }
}
