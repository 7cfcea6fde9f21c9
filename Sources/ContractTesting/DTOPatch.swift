import JSONSchema
import SchemaDrift
import StrictJSON

/// The lines of Swift that make a type read what a change left behind.
///
///     in BookDTO.CodingKeys: case title = "name"
///     in BookDTO, for cover: let media: Media, with struct Media: Decodable { let front: String };
///       var cover: String { media.front }
///
/// The lines compile where they are pasted. A type of which every key is named as its property needs no
/// `CodingKeys`, so it gets all of them; one that has them gets a case. A new type is nested in the one
/// that reads it, and has no name that this one uses.
struct DTOPatch: Sendable, Hashable {
  /// The type that is changed.
  let type: String

  /// The properties that the lines take the place of, in this type or another one.
  var replaced: [DecodingOwner] = []

  /// The stored property, then the types and computed properties that go with it.
  var declarations: [String] = []

  /// The cases of `CodingKeys`.
  var cases: [String] = []

  /// The whole enumeration of keys, for a type that has none.
  var keys: String?

  /// The lines in one.
  var text: String {
    guard let first = declarations.first else {
      if let keys { return "in \(type): \(keys)" }
      return "in \(type).CodingKeys: \(cases.joined(separator: "; "))"
    }
    let gone = replaced.filter { owner in
      owner.type != type || !(owner.property.map { declares($0) } ?? true)
    }.map { $0.type == type ? $0.property ?? "" : $0.description }
    let place = gone.isEmpty ? "in \(type)" : "in \(type), for \(Self.list(gone))"
    let types = declarations.dropFirst().filter { $0.hasPrefix(Self.typeKeyword) }
    let rest = declarations.dropFirst().filter { !$0.hasPrefix(Self.typeKeyword) }
    let line = "\(place): \(first)" + types.map { ", with \($0)" }.joined()
    return ([line] + rest + [keys].compactMap { $0 } + cases).joined(separator: "; ")
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
    guard let last = shown.last, shown.count > 1 else { return names.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  private func declares(_ property: String) -> Bool {
    declarations.first?.hasPrefix("let \(Self.identifier(property)):") ?? false
  }

  private static let typeKeyword = "struct "
}

extension DTOPatch {
  /// The lines for a change; nil where no type reads the place, and where no line would do.
  init?(_ change: Change, _ formats: PatchFormats) {
    guard let read = formats.read(at: change.places), let property = read.owner.property else {
      return nil
    }
    let made: DTOPatch? =
      switch change.rule.text.patch {
      case .none: nil
      case .optional:
        read.isRequired
          ? DTOPatch(
            type: read.owner.type,
            declarations: ["let \(Self.identifier(property)): \(read.valueType)?"]) : nil
      case .reading: Self.members(change, read, formats) ?? Self.reading(change, formats)
      }
    guard let made else { return nil }
    self = made
  }

  /// The type for an object that a list became.
  private static func members(
    _ change: Change, _ read: DecodingRead, _ formats: PatchFormats
  ) -> DTOPatch? {
    guard let from = change.from, let to = change.to else { return nil }
    let members = formats.members(of: from, at: to)
    guard !members.isEmpty else { return nil }
    return PatchTree(members, in: formats, of: read.owner.type).patch(replacing: [read.owner])
  }

  /// What the type must read now, with all that moved to the same type.
  private static func reading(_ change: Change, _ formats: PatchFormats) -> DTOPatch? {
    guard let to = change.to, let type = formats.reader(of: to)?.type else { return nil }
    let pairs =
      (change.slots?.paths ?? [change.from].compactMap { $0 }).map { (from: $0, to: to) }
      + change.companions.map { (from: $0.from, to: $0.to) }
    var entries: [PatchTree.Entry] = []
    var replaced: [DecodingOwner] = []
    for pair in pairs {
      guard let read = formats.read(at: [pair.from]), read.owner.property != nil,
        let reader = formats.reader(of: pair.to), reader.type == type,
        let written = formats.type(of: pair.to, from: pair.from, read)
      else { continue }
      if !replaced.contains(read.owner) { replaced.append(read.owner) }
      guard !entries.contains(where: { $0.steps == reader.steps }) else { continue }
      entries.append(
        PatchTree.Entry(
          steps: reader.steps, type: written, isOptional: !read.isRequired, owner: read.owner))
    }
    guard let entry = entries.first else { return nil }
    if entries.count == 1, replaced.count == 1, case .member(let key)? = entry.steps.first,
      entry.steps.dropFirst().allSatisfy({ $0 == .elements })
    {
      let isRetyped = change.from.map { formats.isRetyped($0, to) } ?? false
      return direct(entry, key, type, isRetyped, formats)
    }
    return PatchTree(entries, in: formats, of: type).patch(replacing: replaced)
  }

  /// A value that the type reads itself: the property keeps its name.
  private static func direct(
    _ entry: PatchTree.Entry, _ key: String, _ type: String, _ isRetyped: Bool,
    _ formats: PatchFormats
  ) -> DTOPatch? {
    guard let owner = entry.owner, let property = owner.property else { return nil }
    let isHere = owner.type == type
    let lists = entry.steps.count - 1
    let listed = (0..<lists).reduce(entry.type) { inner, _ in "[\(inner)]" }
    var patch = DTOPatch(type: type, replaced: [owner])
    if !isHere || lists > 0 || isRetyped {
      patch.declarations = [
        "let \(identifier(property)): \(listed)\(entry.isOptional ? "?" : "")"
      ]
    }
    let oldKey = formats.keys(of: owner.type).first { $0.property == property }?.key
    if !isHere || oldKey != key {
      patch.state(property: property, key: key, formats, without: isHere ? [property] : [])
    }
    return patch.declarations.isEmpty && patch.cases.isEmpty && patch.keys == nil ? nil : patch
  }

  /// States the key of a property, in a case or in an enumeration of all.
  mutating func state(
    property: String, key: String, _ formats: PatchFormats, without gone: [String]
  ) {
    let known = formats.keys(of: type).filter { !gone.contains($0.property) }
    let isExplicit = formats.keys(of: type).contains { $0.property != $0.key }
    if isExplicit {
      cases.append("case \(Self.keyCase(property, key))")
    } else if property != key {
      let all = (known + [(property, key)]).sorted { $0.property < $1.property }
      keys =
        "enum CodingKeys: String, CodingKey { case "
        + all.map { Self.keyCase($0.property, $0.key) }.joined(separator: ", ") + " }"
    }
  }

  private static func keyCase(_ property: String, _ key: String) -> String {
    let name = identifier(property)
    return property == key ? name : "\(name) = \(JSONWriter.quoted(key))"
  }

  /// A key as a name in Swift; a keyword, and one such as `first-name`, is put in backticks (SE-0451).
  static func identifier(_ key: String) -> String {
    let isPlain =
      key.first.map { $0.isLetter || $0 == "_" } ?? false
      && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain && !keywords.contains(key) ? key : "`\(key)`"
  }

  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while", "_",
  ]
}
