/// A pattern as a tree.
indirect enum PatternNode {
  case empty
  case character(UInt32)
  case characters(CharacterClass)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repeated(PatternNode, minimum: Int, maximum: Int?, isLazy: Bool)
  case group(PatternNode, number: Int)
  case start
  case end
  case wordBoundary(isNegated: Bool)
  case look(PatternNode, isBehind: Bool, isNegated: Bool)
  case reference(Int)
}

/// Reads an ECMA-262 pattern; ``Pattern`` says which.
struct PatternParser {
  private let characters: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  /// The number of groups that were opened.
  private(set) var groupCount = 0
  /// The groups of the whole pattern, as a reference may stand before its group.
  private let totalGroups: Int
  private let names: [String: Int]

  private static let maximumDepth = 64
  private static let maximumCount = 1000

  init(_ source: String) {
    characters = Array(source.unicodeScalars)
    (totalGroups, names) = Self.groups(characters)
  }

  private static func groups(_ characters: [Unicode.Scalar]) -> (Int, [String: Int]) {
    var count = 0
    var names: [String: Int] = [:]
    var isInClass = false
    var index = 0
    while index < characters.count {
      let rest = characters[(index + 1)...]
      switch characters[index] {
      case "\\": index += 1
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass:
        if rest.first != "?" {
          count += 1
        } else if rest.starts(with: ["?", "<"]), rest.count > 2, rest[index + 3] != "=",
          rest[index + 3] != "!"
        {
          count += 1
          let name = rest.dropFirst(2).prefix { $0 != ">" }
          names[String(String.UnicodeScalarView(name))] = count
        }
      default: break
      }
      index += 1
    }
    return (count, names)
  }

  /// Reads the whole pattern.
  mutating func parse() throws(PatternError) -> PatternNode {
    let node = try alternatives()
    if position < characters.count { throw PatternError(message: "a ) closes nothing") }
    return node
  }

  // MARK: Characters

  private var next: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

  private mutating func take(_ text: String) -> Bool {
    guard characters[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  private mutating func takeAny() throws(PatternError) -> Unicode.Scalar {
    guard let next else { throw PatternError(message: "it ends too early") }
    position += 1
    return next
  }

  // MARK: Structure

  private mutating func alternatives() throws(PatternError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw PatternError(message: "groups nest deeper than \(Self.maximumDepth)")
    }
    var nodes = [try sequence()]
    while take("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next, next != "|", next != ")" { nodes.append(try term()) }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func term() throws(PatternError) -> PatternNode {
    if take("^") { return .start }
    if take("$") { return .end }
    if take("\\b") { return .wordBoundary(isNegated: false) }
    if take("\\B") { return .wordBoundary(isNegated: true) }
    for (mark, isBehind, isNegated) in [
      ("(?=", false, false), ("(?!", false, true), ("(?<=", true, false), ("(?<!", true, true),
    ] where take(mark) {
      let node = try alternatives()
      guard take(")") else { throw PatternError(message: "a ( is not closed") }
      return .look(node, isBehind: isBehind, isNegated: isNegated)
    }
    let atom = try atom()
    guard let (minimum, maximum) = try quantifier() else { return atom }
    return .repeated(atom, minimum: minimum, maximum: maximum, isLazy: take("?"))
  }

  private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{"), let minimum = number() else {
      position = start
      return nil
    }
    var maximum: Int? = minimum
    if take(",") { maximum = number() }
    guard take("}") else {
      position = start
      return nil
    }
    if let maximum, maximum < minimum {
      throw PatternError(message: "the counts of {\(minimum),\(maximum)} are out of order")
    }
    guard max(minimum, maximum ?? 0) <= Self.maximumCount else {
      throw PatternError(message: "counts above \(Self.maximumCount) are not supported")
    }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    var number: Int?
    while let next, "0"..."9" ~= next {
      number = min((number ?? 0) * 10 + Int(next.value - 0x30), 1 << 30)
      position += 1
    }
    return number
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    let first = try takeAny()
    switch first {
    case ".": return .characters(.anyButLineEnds)
    case "[": return .characters(try characterClass())
    case "(": return try group()
    case "\\": return try escape()
    case "*", "+", "?": throw PatternError(message: "there is nothing to repeat")
    default:
      position -= 1
      let isCount = try quantifier() != nil
      if isCount { throw PatternError(message: "there is nothing to repeat") }
      position += 1
      return .character(first.value)
    }
  }

  private mutating func group() throws(PatternError) -> PatternNode {
    var number: Int?
    if take("?<") {
      _ = try name()
      groupCount += 1
      number = groupCount
    } else if take("?") {
      guard take(":") else {
        throw PatternError(
          message: "only (?: ), (?= ), (?! ), (?<= ), (?<! ), (?<name> ) are known")
      }
    } else {
      groupCount += 1
      number = groupCount
    }
    let node = try alternatives()
    guard take(")") else { throw PatternError(message: "a ( is not closed") }
    return number.map { .group(node, number: $0) } ?? node
  }

  private mutating func name() throws(PatternError) -> String {
    var name = String.UnicodeScalarView()
    while let character = next, character != ">" {
      name.append(character)
      position += 1
    }
    let isName =
      name.first.map { $0.properties.isIDStart || $0 == "_" || $0 == "$" } ?? false
      && name.allSatisfy { $0.properties.isIDContinue || $0 == "$" }
    guard isName, take(">") else { throw PatternError(message: "a group has no proper name") }
    return String(name)
  }

  // MARK: Escapes

  private mutating func escape() throws(PatternError) -> PatternNode {
    if let set = try classEscape() { return .characters(set) }
    if take("k") {
      guard take("<"), let number = names[try name()] else {
        throw PatternError(message: "\\k names no group")
      }
      return .reference(number)
    }
    if let next, "1"..."9" ~= next {
      let number = number() ?? 0
      guard number <= totalGroups else {
        throw PatternError(message: "there is no group \(number)")
      }
      return .reference(number)
    }
    return .character(try characterEscape())
  }

  /// Reads what follows the backslash of `\d` and its like; nil for anything else.
  private mutating func classEscape() throws(PatternError) -> CharacterClass? {
    if take("d") { return .digits }
    if take("D") { return CharacterClass.digits.inverted }
    if take("w") { return .word }
    if take("W") { return CharacterClass.word.inverted }
    if take("s") { return .space }
    if take("S") { return CharacterClass.space.inverted }
    guard next == "p" || next == "P" else { return nil }
    let isNegated = next == "P"
    position += 1
    var name = ""
    guard take("{") else { throw PatternError(message: "\\p needs a property in braces") }
    while let character = next, character != "}" {
      name.unicodeScalars.append(character)
      position += 1
    }
    guard take("}"), let property = UnicodeProperty(name) else {
      throw PatternError(message: "the property \\p{\(name)} is not known")
    }
    var set = CharacterClass()
    set.properties = [CharacterClass.Demand(property: property, isNegated: isNegated)]
    return set
  }

  private mutating func characterEscape() throws(PatternError) -> UInt32 {
    let letter = try takeAny()
    switch letter {
    case "t": return 0x09
    case "n": return 0x0A
    case "v": return 0x0B
    case "f": return 0x0C
    case "r": return 0x0D
    case "0" where next.map({ "0"..."9" ~= $0 }) != true: return 0
    case "c":
      let control = try takeAny()
      guard "a"..."z" ~= control || "A"..."Z" ~= control else {
        throw PatternError(message: "\\c needs a letter")
      }
      return control.value & 0x1F
    case "x": return try hexadecimal(digits: 2)
    case "u": return try unicodeEscape()
    default:
      guard letter == "_" || !CharacterClass.word.contains(letter.value) else {
        throw PatternError(message: "ECMA-262 has no escape \\\(letter)")
      }
      return letter.value
    }
  }

  private mutating func unicodeEscape() throws(PatternError) -> UInt32 {
    if take("{") {
      var value: UInt32 = 0
      let start = position
      while let digit = next.flatMap(Self.hexadecimalValue) {
        value = min(value << 4 | digit, 0x110000)
        position += 1
      }
      guard position > start, value <= 0x10FFFF, take("}") else {
        throw PatternError(message: "\\u{ } needs a code point")
      }
      return value
    }
    let unit = try hexadecimal(digits: 4)
    let start = position
    if 0xD800...0xDBFF ~= unit, take("\\u"), next != "{" {
      let low = try hexadecimal(digits: 4)
      if 0xDC00...0xDFFF ~= low { return 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF) }
    }
    if 0xD800...0xDBFF ~= unit { position = start }
    return unit
  }

  private mutating func hexadecimal(digits: Int) throws(PatternError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = Self.hexadecimalValue(try takeAny()) else {
        throw PatternError(message: "\\x needs 2 hexadecimal digits, \\u needs 4")
      }
      value = value << 4 | digit
    }
    return value
  }

  private static func hexadecimalValue(_ character: Unicode.Scalar) -> UInt32? {
    switch character {
    case "0"..."9": character.value - 0x30
    case "A"..."F": character.value - 0x37
    case "a"..."f": character.value - 0x57
    default: nil
    }
  }

  // MARK: Classes

  private mutating func characterClass() throws(PatternError) -> CharacterClass {
    var result = CharacterClass()
    result.isNegated = take("^")
    while !take("]") {
      let first = try classAtom()
      guard case .character(let low) = first, next == "-", characters.count > position + 1,
        characters[position + 1] != "]"
      else {
        result.add(first)
        continue
      }
      position += 1
      let last = try classAtom()
      guard case .character(let high) = last else {
        // As in browsers, the hyphen before `\d` and its like means itself.
        result.add(first)
        result.add(.character(0x2D))
        result.add(last)
        continue
      }
      guard low <= high else { throw PatternError(message: "a range of a class is out of order") }
      result.ranges.append(low...high)
    }
    return result
  }

  fileprivate enum ClassAtom {
    case character(UInt32)
    case set(CharacterClass)
  }

  private mutating func classAtom() throws(PatternError) -> ClassAtom {
    let first = try takeAny()
    guard first == "\\" else { return .character(first.value) }
    if let set = try classEscape() { return .set(set) }
    if take("b") { return .character(0x08) }
    return .character(try characterEscape())
  }
}

extension CharacterClass {
  fileprivate mutating func add(_ atom: PatternParser.ClassAtom) {
    switch atom {
    case .character(let character): ranges.append(character...character)
    case .set(let set):
      ranges += set.ranges
      properties += set.properties
    }
  }
}
