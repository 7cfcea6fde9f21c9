import SchemaDrift
import StrictJSON

/// The members of a type that is to be written, with the types below it.
struct PatchTree {
  /// A value at its place below a type that is there.
  struct Entry {
    let steps: [ShapePath.Step]
    let type: String
    let isOptional: Bool
    /// The property that held the value before; nil for a new one.
    let owner: DecodingOwner?

    /// The type where the value is a member; an element is there or not.
    var writtenType: String {
      guard isOptional, case .member? = steps.last else { return type }
      return type + "?"
    }
  }

  private let entries: [Entry]
  private let formats: PatchFormats
  private let type: String

  /// Makes the members of a type below which all entries lie.
  init(_ entries: [Entry], in formats: PatchFormats, of type: String) {
    self.entries = entries
    self.formats = formats
    self.type = type
  }

  /// The patch, where all entries lie below one member of the type; else nil.
  func patch(replacing replaced: [DecodingOwner]) -> DTOPatch? {
    guard case .member(let key)? = entries.first?.steps.first,
      entries.allSatisfy({ $0.steps.first == .member(key) })
    else { return nil }
    let gone = replaced.filter { $0.type == type }.compactMap(\.property)
    var taken = formats.typeNames
    var types: [String] = []
    let written = write(entries.map { (Array($0.steps.dropFirst()), $0) }, key, &taken, &types)
    let properties = Set(formats.keys(of: type).map(\.property)).subtracting(gone)
    let name = properties.contains(key) ? key + "Value" : key
    var patch = DTOPatch(
      type: type, replaced: replaced,
      declarations: ["let \(DTOPatch.identifier(name)): \(written)"] + types)
    patch.declarations += computed(name, gone)
    patch.state(property: name, key: key, formats, without: gone)
    return patch
  }

  /// Properties that keep the rest of an app as it is, where a value is not in a list.
  private func computed(_ name: String, _ gone: [String]) -> [String] {
    entries.compactMap { entry in
      guard let property = entry.owner?.property, gone.contains(property), property != name
      else { return nil }
      var path = DTOPatch.identifier(name)
      for step in entry.steps.dropFirst() {
        guard case .member(let key) = step else { return nil }
        path += ".\(DTOPatch.identifier(key))"
      }
      return "var \(DTOPatch.identifier(property)): \(entry.writtenType) { \(path) }"
    }
  }

  /// The type of a value, of which the parts are written below it.
  private func write(
    _ parts: [(rest: [ShapePath.Step], entry: Entry)], _ key: String, _ taken: inout Set<String>,
    _ types: inout [String]
  ) -> String {
    guard let first = parts.first, let step = first.rest.first else {
      return parts.first?.entry.writtenType ?? "String"
    }
    let below = { (step: ShapePath.Step) in
      parts.filter { $0.rest.first == step }.map { (Array($0.rest.dropFirst()), $0.entry) }
    }
    switch step {
    case .elements:
      return "[\(write(below(step), Self.singular(key), &taken, &types))]"
    case .values: return "[String: \(write(below(step), Self.singular(key), &taken, &types))]"
    case .member:
      let name = Self.free(key, &taken)
      let position = types.count
      var keys: [String] = []
      for part in parts {
        if case .member(let key)? = part.rest.first, !keys.contains(key) { keys.append(key) }
      }
      var members: [String] = []
      for key in keys {
        let type = write(below(.member(key)), key, &taken, &types)
        members.append("let \(DTOPatch.identifier(key)): \(type)")
      }
      types.insert(
        "struct \(DTOPatch.identifier(name)): Decodable { \(members.joined(separator: "; ")) }",
        at: position)
      return DTOPatch.identifier(name)
    }
  }

  private static func singular(_ key: String) -> String {
    key.count > 2 && key.hasSuffix("s") ? String(key.dropLast()) : key + "Element"
  }

  /// A name that no other type has.
  private static func free(_ key: String, _ taken: inout Set<String>) -> String {
    var name = key.prefix(1).uppercased() + key.dropFirst()
    while !taken.insert(name).inserted { name += "Value" }
    return name
  }
}
