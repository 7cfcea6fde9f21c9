import StrictJSON
import WireDates

/// Writes a domain model and the mapping from the generated types to it, as a start for a person.
///
/// The model is what an app wants to speak of: lists where JSON has numbered members, nil where a text says
/// nothing, dates and URLs, and names without the marks of the wire.
struct DomainSource {
  let model: TypeModel
  let options: GenerationOptions
  let origin: String
  private let names: [String: String]

  init(model: TypeModel, options: GenerationOptions, origin: String) {
    self.model = model
    self.options = options
    self.origin = origin
    var scope = NameScope(
      taken: SwiftNames.takenByTypes.union(model.declarations.map(\.name)))
    var names: [String: String] = [:]
    for declaration in model.declarations {
      guard case .structure = declaration.kind else { continue }
      let stem = declaration.name.dropLast(
        declaration.name.hasSuffix(options.suffix) ? options.suffix.count : 0)
      names[declaration.name] = scope.name([String(stem), stem + "Model"])
    }
    self.names = names
  }

  var text: String {
    var body = SourceText()
    for declaration in model.declarations where names[declaration.name] != nil {
      write(declaration, into: &body)
    }
    var file = SourceText()
    file.add(
      "// The domain model beside \(EvidenceDoc.visible(origin)), and the mapping to it. It was written",
      "// once, as a start; it is yours now and is not written again.", "",
      "\(usesFoundation ? level : "")import Foundation")
    file.add(
      body.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    )
    file.add("", "// MARK: - Texts that say nothing", "")
    file.add(Self.helpers)
    return file.text
  }

  private var level: String { options.access == .internal ? "" : options.access.rawValue + " " }

  /// Whether properties have types of Foundation; else only the functions at the end need it.
  private var usesFoundation: Bool {
    model.declarations.flatMap { $0.properties.flatMap(\.type.leaves) }.contains { type in
      switch type {
      case .url, .decimal, .date: true
      default: false
      }
    }
  }

  /// A property of the model, with the expression that makes it.
  private struct Field {
    var name: String
    var type: String
    var value: String
  }

  private func write(_ declaration: TypeDeclaration, into text: inout SourceText) {
    guard let name = names[declaration.name] else { return }
    let lists = slotLists(declaration, name)
    let slots = Set(declaration.slots.flatMap(\.memberNames))
    let single = declaration.properties.filter { !slots.contains($0.key) }
    let memberNames = NameScope.members(
      lists.map(\.name) + plainNames(single.map { $0.isRest ? $0.name : $0.key }),
      taken: SwiftNames.takenByProperties)
    var fields: [Field] = []
    for (property, memberName) in zip(single, memberNames.dropFirst(lists.count)) {
      let value = "dto.\(SwiftNames.written(property.name))"
      fields.append(field(property, named: memberName, value))
    }
    fields += zip(lists, memberNames).map { Field(name: $1, type: $0.type, value: $0.value) }
    let conformances = (["Hashable"] + (options.isSendable ? ["Sendable"] : [])).joined(
      separator: ", ")
    text.add("", "\(level)struct \(name): \(conformances) {")
    for field in fields {
      text.add("\(level)var \(SwiftNames.written(field.name)): \(field.type)", indentation: 1)
    }
    for list in lists where !list.members.isEmpty {
      text.add("", "\(level)struct \(list.elementName): \(conformances) {", indentation: 1)
      for member in list.members {
        text.add("\(level)var \(SwiftNames.written(member.name)): \(member.type)", indentation: 2)
      }
      text.add("}", indentation: 1)
    }
    text.add("}", "", "extension \(name) {", "  \(level)init(_ dto: \(declaration.name)) {")
    for field in fields {
      text.add("self.\(SwiftNames.written(field.name)) = \(field.value)", indentation: 2)
    }
    text.add("  }", "}")
  }

  /// Keys without the mark of a type, such as `str`, where most keys of an object have it.
  private func plainNames(_ keys: [String]) -> [String] {
    let marks = ["str", "int", "num", "bool", "dbl", "obj", "arr"]
    let plain = keys.map { key -> String? in
      guard let mark = marks.first(where: key.hasPrefix),
        key.dropFirst(mark.count).first?.isUppercase == true
      else { return nil }
      let rest = key.dropFirst(mark.count)
      return SwiftNames.property(String(rest))
    }
    let marked = plain.compactMap(\.self)
    guard marked.count >= 3, Set(marked).count == marked.count else { return keys }
    return zip(keys, plain).map { $1 ?? $0 }
  }

  private func field(_ property: Property, named name: String, _ value: String) -> Field {
    if let separator = property.separator, property.type.unwrapped == .text {
      return Field(
        name: name, type: "[String]",
        value: "words(\(value), separator: \(SourceText.literal(separator)))")
    }
    if property.type.unwrapped == .text,
      property.mayBeNull || property.mayBeMissing || property.mayBeNothing
    {
      return Field(name: name, type: "String?", value: "something(\(value))")
    }
    let mapped =
      recordsOfUnion(property.type, value) ?? mapped(property.type, value)
    return Field(name: name, type: mapped.type, value: mapped.value)
  }

  /// Where a text or `false` comes when there are no records, the model has records or nil.
  private func recordsOfUnion(_ type: SwiftType, _ value: String) -> (type: String, value: String)?
  {
    guard case .named(let name) = type.unwrapped, let union = model.declaration(name),
      case .union(let cases, _) = union.kind, !union.isRecursive
    else { return nil }
    let records = cases.filter { alternative in
      switch alternative.type {
      case .list, .map: true
      case .named(let name): names[name] != nil
      default: false
      }
    }
    guard records.count == 1, let record = records.first else { return nil }
    let inner = mapped(record.type, "$0")
    let optional = type == type.unwrapped ? "" : "?"
    let found = "\(value)\(optional).\(record.accessor)"
    return (inner.type + "?", inner.value == "$0" ? found : "\(found).map { \(inner.value) }")
  }

  /// The type of the model for a type, and the expression that maps a value to it.
  private func mapped(_ type: SwiftType, _ value: String, depth: Int = 0) -> (
    type: String, value: String
  ) {
    let types = TypeText(options: options)
    switch type {
    case .bool, .integer, .number, .text, .decimal, .any: return (types.name(type), value)
    case .url: return ("URL", options.isEncodable ? "\(value).url" : value)
    case .date: return ("Date", "\(value).date")
    case .named(let name):
      return names[name].map { ($0, "\($0)(\(value))") } ?? (types.name(type), value)
    case .list(let element):
      let inner = mapped(element, "$0", depth: depth + 1)
      return ("[\(inner.type)]", inner.value == "$0" ? value : "\(value).map { \(inner.value) }")
    case .map(let element):
      let inner = mapped(element, "$0", depth: depth + 1)
      return (
        "[String: \(inner.type)]",
        inner.value == "$0" ? value : "\(value).mapValues { \(inner.value) }"
      )
    case .optional(let wrapped):
      let inner = mapped(wrapped, "$0", depth: depth + 1)
      return (inner.type + "?", inner.value == "$0" ? value : "\(value).map { \(inner.value) }")
    case .indirect(let wrapped):
      // An array of one has its place elsewhere, so that a type can hold its own kind.
      let inner = mapped(wrapped, "\(value).value", depth: depth + 1)
      return ("[\(inner.type)]", "[\(inner.value)]")
    }
  }

  // MARK: Slots

  private struct SlotList {
    var name: String
    var elementName: String
    var members: [Field]
    var type: String
    var value: String
  }

  /// Numbered members as one list; two families of the same numbers are a list of pairs.
  private func slotLists(_ declaration: TypeDeclaration, _ name: String) -> [SlotList] {
    var lists: [SlotList] = []
    for (position, family) in declaration.slots.enumerated() where declaration.slots.leads(position)
    {
      let partner = declaration.slots.partner(of: position).map { declaration.slots[$0] }
      let families = [family] + (partner.map { [$0] } ?? [])
      let properties = families.map { family in
        family.memberNames.map { key in declaration.properties.first { $0.key == key } }
      }
      // A list of texts is what numbered members stand for; others stay as they are in `dto`.
      guard properties.joined().allSatisfy({ $0?.type.unwrapped == .text }) else { continue }
      let stems = plainNames(families.map(\.stem) + ["strA", "strB", "strC"]).prefix(families.count)
      let names = NameScope.members(Array(stems), taken: SwiftNames.takenByProperties)
      let values = properties.map { column in
        Self.literal(column.compactMap { $0.map { "dto." + SwiftNames.written($0.name) } })
      }
      if families.count == 1 {
        lists.append(
          SlotList(
            name: names[0] + "s", elementName: "", members: [], type: "[String]",
            value: "\(values[0]).compactMap { something($0) }"))
      } else {
        let element = SwiftNames.type(names[0])
        lists.append(
          SlotList(
            name: names[0] + "s", elementName: element,
            members: [
              Field(name: names[0], type: "String", value: ""),
              Field(name: names[1], type: "String?", value: ""),
            ], type: "[\(element)]",
            value: """
              zip(
                    \(values[0]),
                    \(values[1])
                  ).compactMap { first, second in
                    something(first).map { \(element)(\(names[0]): $0, \(names[1]): something(second)) }
                  }
              """))
      }
    }
    return lists
  }

  /// An array literal over several lines.
  private static func literal(_ elements: [String]) -> String {
    let lines = stride(from: 0, to: elements.count, by: 4).map { start in
      "        " + elements[start..<min(start + 4, elements.count)].joined(separator: ", ")
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n      ]"
  }

  private static let helpers = [
    "/// What a text says; nil where it says nothing, in one of the ways in which servers spell that.",
    "private func something(_ text: String?) -> String? {",
    "  guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }",
    "  let nothing: Set<String> = [\"\", \"-\", \"n/a\", \"na\", \"nil\", \"none\", \"null\", \"undefined\"]",
    "  return nothing.contains(text.lowercased()) ? nil : text", "}", "",
    "/// The words of a text that is a list.",
    "private func words(_ text: String?, separator: String) -> [String] {",
    "  (text ?? \"\").components(separatedBy: separator).compactMap { something($0) }", "}",
  ]
}

extension SlotFamily {
  /// The name of the family without the place of its number.
  fileprivate var stem: String { name.replacing(Self.slotMark, with: "") }
}
