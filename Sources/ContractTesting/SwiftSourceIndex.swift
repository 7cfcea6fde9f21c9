/// Where types and their properties are declared in Swift sources, found without a compiler.
///
///     struct RecipeDetailDTO: Decodable {     RecipeDetailDTO       → line 1
///       let name: String                      RecipeDetailDTO.name  → line 2
///       enum CodingKeys: String, CodingKey {
///         case name = "strMeal"
///       }
///     }
///     extension Shop { struct Order { … } }   Shop.Order
///
/// It reads words and braces, and passes over comments and strings. What a macro declares is not found, and
/// of two declarations of one name, as in two modules, neither is taken.
package struct SwiftSourceIndex: Sendable {
  /// A place in a source file.
  package struct Place: Sendable, Hashable {
    /// The file, relative to the root folder.
    package let file: String

    /// The line, counted from 1.
    package let line: Int

    /// The column in UTF-8 bytes, counted from 1.
    package let column: Int
  }

  /// The places by the path of a type, with the name of a property behind it; nil where there are several.
  private var places: [String: Place?] = [:]

  /// Makes an index of nothing.
  package init() {}

  /// Adds the declarations of a file.
  package mutating func add(_ source: [UInt8], file: String) {
    var reader = SwiftWordReader(source)
    // The paths of the types around; nil inside of any other braces, such as those of a function.
    var scopes: [String?] = []
    var pending: String?
    var last: SwiftWordReader.Keyword?
    while let token = reader.next() {
      switch token {
      case .open:
        scopes.append(pending)
        pending = nil
      case .close:
        _ = scopes.popLast()
        pending = nil
      case .keyword(let keyword):
        // The last one counts: `class func` declares no type.
        last = keyword
      case .word(let range, let line, let column):
        defer { last = nil }
        guard let last, last != .other, let around = scopes.last ?? "" else { continue }
        let path = around + (around.isEmpty ? "" : ".") + Self.name(source[range])
        if last != .extension { note(path, Place(file: file, line: line, column: column)) }
        if last != .property { pending = path }
      }
    }
  }

  /// A word without its backticks.
  private static func name(_ word: ArraySlice<UInt8>) -> String {
    String(decoding: word.filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
  }

  private mutating func note(_ path: String, _ place: Place) {
    if let known = places[path] {
      if known != place { places[path] = .some(nil) }
    } else {
      places[path] = place
    }
  }

  /// The place of a property, or of its type where the property is not found or not named.
  package func place(of dto: DTOReference) -> Place? {
    // A generic type is declared without its arguments.
    var depth = 0
    let type = dto.type.filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
    if let property = dto.property, let place = places["\(type).\(property)"] ?? nil {
      return place
    }
    return places[type] ?? nil
  }
}

/// Reads words and braces of Swift source, without comments and strings.
private struct SwiftWordReader {
  enum Token {
    /// The bytes of a word, or of one in backticks, and where it begins.
    case word(Range<Int>, line: Int, column: Int)
    case keyword(Keyword)
    case open
    case close
  }

  /// A word in front of the name of something that is declared.
  enum Keyword {
    case type
    case `extension`
    case property
    case other

    init?(_ word: ArraySlice<UInt8>) {
      // No other word costs a string: they are most of a source.
      guard 3...9 ~= word.count else { return nil }
      switch String(decoding: word, as: UTF8.self) {
      case "struct", "class", "enum", "actor": self = .type
      case "extension": self = .extension
      case "let", "var": self = .property
      case "func", "protocol", "typealias", "case", "import": self = .other
      default: return nil
      }
    }
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Token? {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\n"): newLine()
      case UInt8(ascii: "{"):
        position += 1
        return .open
      case UInt8(ascii: "}"):
        position += 1
        return .close
      case UInt8(ascii: "/") where isNext("/"): skipLine()
      case UInt8(ascii: "/") where isNext("*"): skipComment()
      case UInt8(ascii: "\""): skipString(pounds: 0)
      case UInt8(ascii: "#"):
        let pounds = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        position += pounds
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
          skipString(pounds: pounds)
        }
      case _ where Self.isWord(byte) || byte == UInt8(ascii: "`"): return word()
      default: position += 1
      }
    }
    return nil
  }

  private mutating func newLine() {
    position += 1
    line += 1
    lineStart = position
  }

  private func isNext(_ scalar: Unicode.Scalar) -> Bool {
    position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: scalar)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private mutating func word() -> Token {
    let start = position
    while position < bytes.count,
      Self.isWord(bytes[position]) || bytes[position] == UInt8(ascii: "`")
    {
      position += 1
    }
    if let keyword = Keyword(bytes[start..<position]) { return .keyword(keyword) }
    return .word(start..<position, line: line, column: start - lineStart + 1)
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "/"), isNext("*") {
        depth += 1
        position += 2
      } else if bytes[position] == UInt8(ascii: "*"), isNext("/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else if bytes[position] == UInt8(ascii: "\n") {
        newLine()
      } else {
        position += 1
      }
    }
  }

  /// Passes over a string literal; what an interpolation holds is passed over with it.
  private mutating func skipString(pounds: Int) {
    let quote = UInt8(ascii: "\"")
    let isLong =
      position + 2 < bytes.count && bytes[position + 1] == quote && bytes[position + 2] == quote
    let end =
      [UInt8](repeating: quote, count: isLong ? 3 : 1)
      + [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
    let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
    position += isLong ? 3 : 1
    while position < bytes.count {
      if bytes[position...].starts(with: end) {
        position += end.count
        return
      }
      if bytes[position...].starts(with: escape) {
        position += escape.count
        if position < bytes.count, bytes[position] == UInt8(ascii: "(") {
          skipInterpolation()
          continue
        }
        // An escaped line feed still ends its line.
        guard position < bytes.count, bytes[position] != UInt8(ascii: "\n") else { continue }
        position += 1
      } else if bytes[position] == UInt8(ascii: "\n") {
        // A string of one line cannot go on: this is no Swift, or an end that was not seen.
        if !isLong { return }
        newLine()
      } else {
        position += 1
      }
    }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: "\""):
        skipString(pounds: 0)
        continue
      case UInt8(ascii: "\n"):
        newLine()
        continue
      default: break
      }
      position += 1
    }
  }
}
