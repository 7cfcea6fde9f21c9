import JSONSchema
import SchemaDrift
import StrictJSON
import SwiftGeneration

/// The types that are to be written for values below one key.
struct PatchTree {
  /// A value at its place below a type that is there.
  struct Entry {
    let steps: [ShapePath.Step]
    /// The type of the value, without its property wrapper.
    let type: String
    var isOptional: Bool
    /// The property that held the value before, and its type; nil for a value of which no property is known.
    var owner: DecodingOwner?
    var wrapper: String?

    /// The value as that of several slots, of which none stands for the others.
    var ofSlots: Entry {
      var entry = self
      entry.owner = nil
      if case .member? = steps.last {} else { entry.isOptional = false }
      return entry
    }

    /// The type where the value is a member; an element is there or not.
    var writtenType: String {
      guard isOptional, wrapper == nil, case .member? = steps.last else { return type }
      return type + "?"
    }
  }

  private let outline: TypeOutline
  private var taken: Set<String>

  /// The structures, the outer ones first.
  private(set) var types: [String] = []

  /// The way to each entry, by the properties that lead there; nil where it leads through a list.
  private(set) var ways: [[String]?]

  /// What is written for the value of the key.
  private(set) var written = ""

  /// Makes the types for entries that all lie below a key.
  init(_ entries: [Entry], below key: String, of outline: TypeOutline, taken: Set<String>) {
    self.outline = outline
    self.taken = taken
    ways = entries.map { _ in [] }
    let parts = entries.enumerated().map {
      Part(rest: $1.steps.dropFirst(), number: $0, entry: $1)
    }
    written = write(parts, key)
  }

  private struct Part {
    let rest: ArraySlice<ShapePath.Step>
    let number: Int
    let entry: Entry

    var below: Part { Part(rest: rest.dropFirst(), number: number, entry: entry) }
  }

  /// The type of a value, of which the parts are written below it.
  private mutating func write(_ parts: [Part], _ key: String) -> String {
    guard let first = parts.first, let step = first.rest.first else {
      return parts.first?.entry.writtenType ?? "String"
    }
    let below = parts.filter { $0.rest.first == step }
    switch step {
    case .elements, .values:
      for part in parts { ways[part.number] = nil }
      let element = write(below.map(\.below), SwiftNames.singular(key) ?? key + "Element")
      return step == .elements ? "[\(element)]" : "[String: \(element)]"
    case .member: return structure(parts, key)
    }
  }

  private mutating func structure(_ parts: [Part], _ key: String) -> String {
    let taken = self.taken
    let outline = self.outline
    let name = PatchNames.type(key) { taken.contains($0) || outline.hasType(named: $0) }
    self.taken.insert(name)
    let position = types.count
    var names: Set<String> = []
    var members: [String] = []
    var cases: [TypeOutline.Key] = []
    for part in parts {
      guard case .member(let key)? = part.rest.first else { continue }
      let text = outline.text(ofKey: key) ?? key
      guard !cases.contains(where: { $0.text == text }) else { continue }
      let same = parts.filter { $0.rest.first == part.rest.first }
      let member = PatchNames.property(text) { names.contains($0) }
      names.insert(member)
      // A property cannot be named as its type.
      self.taken.insert(member)
      cases.append(TypeOutline.Key(name: member, text: text))
      for part in same { ways[part.number]?.append(member) }
      let type = write(same.map(\.below), key)
      let isValue = part.rest.count == 1
      members.append(
        PatchDeclaration.stored(member, type, wrapper: isValue ? part.entry.wrapper : nil))
    }
    if cases.contains(where: { $0.name != $0.text }) {
      members.append(PatchDeclaration.keys("CodingKeys", cases))
    }
    types.insert(
      "struct \(PatchNames.written(name)): Decodable { \(members.joined(separator: "; ")) }",
      at: position)
    return PatchNames.written(name)
  }
}

/// Declarations as they stand in Swift.
enum PatchDeclaration {
  static func stored(_ name: String, _ type: String, wrapper: String?) -> String {
    let declared = "\(PatchNames.written(name)): \(type)"
    return wrapper.map { "@\($0) var \(declared)" } ?? "let \(declared)"
  }

  static func computed(_ name: String, _ type: String, _ way: [String]) -> String {
    let path = way.map(PatchNames.written).joined(separator: ".")
    return "var \(PatchNames.written(name)): \(type) { \(path) }"
  }

  static func keyCase(_ key: TypeOutline.Key) -> String {
    let name = PatchNames.written(key.name)
    return key.name == key.text ? name : "\(name) = \(SourceText.literal(key.text))"
  }

  static func keys(_ name: String, _ cases: [TypeOutline.Key]) -> String {
    let cases = cases.map(keyCase).joined(separator: ", ")
    return "enum \(name): String, CodingKey { case \(cases) }"
  }
}
