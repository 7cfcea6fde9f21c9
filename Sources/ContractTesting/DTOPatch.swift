import SchemaDrift
import StrictJSON

/// The lines of Swift that make a type read what a change left behind.
///
///     case name = "title"
struct DTOPatch {
  /// The lines, in words where no line can be proposed; nil where nothing is to be done.
  let text: String?

  init(_ change: Change, _ levels: LevelTable) {
    text = Self.text(change, levels)
  }

  private static func text(_ change: Change, _ levels: LevelTable) -> String? {
    guard let read = levels.read(at: change.places), let property = read.owner.property else {
      return nil
    }
    let type = read.owner.type
    let key = change.to.flatMap(lastName)
    switch change.rule {
    case .keyRenamed:
      return key.map { "in \(type).CodingKeys: case \(property) = \(JSONWriter.quoted($0))" }
    case .valueNested: return nested(change, levels)
    case .valueHoisted, .keyMoved:
      return change.to.map { "read \(property) at \($0), which \(type) does not reach now" }
    case .becameNullable, .becameOptional, .becameAlwaysNull:
      return read.isRequired ? "in \(type): let \(property): \(read.valueType)?" : nil
    case .scalarToArray:
      return key.map {
        let line = "in \(type): let \(property): [\(read.valueType)]"
        let isSame = $0 == change.from.flatMap(lastName)
        return isSame ? line : line + "; case \(property) = \(JSONWriter.quoted($0))"
      }
    case .slotsToArray: return list(change, read)
    case .numericStringToNumber: return "in \(type): let \(property): Int"
    case .numberToNumericString: return "in \(type): let \(property): String"
    case .keyRemoved, .keyAdded, .envelopeChanged, .arrayToScalar, .arrayToMap, .mapToArray,
      .objectToID, .typeChanged, .becameEmpty, .enumValueAdded, .dateFormatChanged,
      .epochUnitChanged, .idFormatChanged, .meaningChanged, .nothingRespelled, .versionChanged:
      return nil
    }
  }

  /// The new type for an object that holds what stood by itself.
  private static func nested(_ change: Change, _ levels: LevelTable) -> String? {
    guard let from = change.from, let to = change.to else { return nil }
    let moved = [(from: from, to: to)] + change.companions.map { (from: $0.from, to: $0.to) }
    var owner: String?
    let members = moved.compactMap { pair -> String? in
      guard let read = levels.read(at: [pair.from]), read.owner.property != nil,
        let name = lastName(pair.to)
      else { return nil }
      owner = owner ?? read.owner.type
      return "let \(identifier(name)): \(read.valueType)"
    }
    let holder = ShapePath(steps: Array(to.steps.dropLast()))
    guard let owner, let key = lastName(holder), !members.isEmpty else { return nil }
    let type = typeName(key)
    return "in \(owner): let \(identifier(key)): \(type), "
      + declaration(of: type, members)
  }

  /// The list that takes the place of numbered properties, with a type for its elements.
  ///
  /// Its members are optional as the numbered properties were: an element may have a gap, too.
  private static func list(_ change: Change, _ read: DecodingRead) -> String? {
    guard let to = change.to, let end = to.steps.lastIndex(of: .elements), end > 0,
      case .member(let key) = to.steps[end - 1]
    else { return nil }
    let places = ([to] + change.companions.map(\.to)).filter {
      $0.steps.starts(with: to.steps[...end])
    }
    var names: Set<String> = []
    let members = places.filter { $0.steps.count == end + 2 }.compactMap(lastName)
      .filter { names.insert($0).inserted }
    let list = "in \(read.owner.type): let \(identifier(key)): "
    guard !members.isEmpty else { return list + "[\(read.valueType)]" }
    let valueType = read.valueType + (read.isRequired ? "" : "?")
    let type = typeName(
      key.count > 2 && key.hasSuffix("s") ? String(key.dropLast()) : key + "Element")
    return list + "[\(type)], "
      + declaration(of: type, members.map { "let \(identifier($0)): \(valueType)" })
  }

  private static func declaration(of type: String, _ members: [String]) -> String {
    "with struct \(type): Decodable { \(members.joined(separator: "; ")) }"
  }

  private static func typeName(_ key: String) -> String {
    identifier(key.prefix(1).uppercased() + key.dropFirst())
  }

  /// A key as a name in Swift; one such as `first-name` is put in backticks (SE-0451).
  private static func identifier(_ key: String) -> String {
    let isPlain =
      key.first.map { $0.isLetter || $0 == "_" } ?? false
      && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain ? key : "`\(key)`"
  }

  private static func lastName(_ path: ShapePath) -> String? {
    for step in path.steps.reversed() {
      if case .member(let name) = step { return name }
    }
    return nil
  }
}
