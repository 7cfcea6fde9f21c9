import JSONSchema
import SchemaDrift
import StrictJSON

/// What one type must read now because of one change, or of several ones that belong together.
struct TypeRevision {
  /// The type that is changed.
  let type: TypeOutline

  /// The values that it is to read.
  var entries: [PatchTree.Entry] = []

  /// The properties that go or become others, in this type or another one.
  var replaced: [DecodingOwner] = []

  /// The properties whose value may be absent or null now, where nothing else happens to them.
  var optionals: [DecodingOwner] = []

  /// The properties whose value has another type now.
  var retyped: Set<DecodingOwner> = []

  /// The keys of the type at which it reads other values.
  var firstKeys: [String] {
    var keys: [String] = []
    for entry in entries {
      if case .member(let key)? = entry.steps.first, !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Whether a whole enumeration would have to hold the changes of both.
  private var statesAllKeys: Bool { !(type.keys?.hasTexts ?? true) && !entries.isEmpty }

  /// Whether the lines for both do not stand beside each other.
  func meets(_ other: TypeRevision) -> Bool {
    guard type.type == other.type.type else { return false }
    return statesAllKeys && other.statesAllKeys
      || !Set(firstKeys).isDisjoint(with: other.firstKeys)
      || optionals.contains { owner in other.entries.contains { $0.owner == owner } }
      || other.optionals.contains { owner in entries.contains { $0.owner == owner } }
  }

  /// Takes in another revision of the same type.
  mutating func join(_ other: TypeRevision) {
    for entry in other.entries where !entries.contains(where: { $0.steps == entry.steps }) {
      entries.append(entry)
    }
    for owner in other.replaced where !replaced.contains(owner) { replaced.append(owner) }
    retyped.formUnion(other.retyped)
    for owner in other.optionals where !optionals.contains(owner) { optionals.append(owner) }
    for index in entries.indices {
      guard let owner = entries[index].owner, optionals.contains(owner) else { continue }
      entries[index].isOptional = true
      retyped.insert(owner)
    }
    optionals.removeAll { owner in entries.contains { $0.owner == owner } }
  }

  // MARK: Lines

  /// What happens to the values below one key.
  private struct Group {
    let key: String
    /// The key as the type looks it up.
    let text: String
    let entries: [PatchTree.Entry]
    /// The name of the property.
    let name: String
    /// Whether the property reads the value itself.
    let isDirect: Bool
    let isChanged: Bool
  }

  /// The patch; nil where nothing is to be done, and where nothing is known to do.
  ///
  /// `taken` are names that new types must not have.
  func patch(taken: Set<String>) -> TypePatch? {
    let name = PatchNames.declared(type.type)
    let isGeneric = name != type.type
    guard type.conversion != .custom || entries.isEmpty else { return nil }
    if type.initializer == .author || isGeneric && !isPlainForGenerics {
      return words(name, isGeneric: isGeneric && type.initializer != .author)
    }
    let gone = goneProperties
    let groups = self.groups(gone)
    var edit = TypePatch.Edit(place: .type(name))
    var tasks: [TypePatch.Task] = []
    for group in groups {
      guard !group.entries.contains(where: { $0.type.isEmpty }) else {
        return words(name, isGeneric: true)
      }
      if group.isDirect {
        guard group.isChanged, let entry = group.entries.first else { continue }
        let listed = entry.steps.dropFirst().reduce(entry.type) { inner, _ in "[\(inner)]" }
        let written = listed + (entry.isOptional && entry.wrapper == nil ? "?" : "")
        edit.lines.append(PatchDeclaration.stored(group.name, written, wrapper: entry.wrapper))
        tasks.append(.readAs(property: group.name, type: written))
        continue
      }
      let tree = PatchTree(
        group.entries, below: group.key, of: type, taken: taken.union([group.name]))
      edit.lines.append(PatchDeclaration.stored(group.name, tree.written, wrapper: nil))
      edit.lines += tree.types
      tasks.append(.readAs(property: group.name, type: tree.written))
      for (entry, way) in zip(group.entries, tree.ways) {
        guard let owner = entry.owner, owner.type == type.type, let property = owner.property,
          property != group.name, let way
        else { continue }
        edit.lines.append(
          PatchDeclaration.computed(property, entry.writtenType, [group.name] + way))
      }
    }
    for owner in optionals {
      guard let line = optionalLine(owner) else { return nil }
      edit.lines.append(line.text)
      tasks.append(.readAs(property: line.property, type: line.type))
    }
    // A property that is declared anew has its place, and one that only gets another key keeps it.
    let kept = Set(groups.map(\.name))
    edit.replaced = replaced.filter {
      $0.type != type.type || !($0.property.map(kept.contains) ?? true)
    }
    .map { $0.type == type.type ? $0.property ?? "" : $0.description }
    if groups.isEmpty { edit.replaced = [] }
    for property in gone where !kept.contains(property) && !edit.replaced.contains(property) {
      edit.replaced.append(property)
    }
    var edits = edit.lines.isEmpty ? [] : [edit]
    if let keys = keyEdit(groups, gone, name) { edits.append(keys) }
    if type.initializer == .unknown, !tasks.isEmpty {
      edits.append(
        TypePatch.Edit(place: .initializer(of: name, isSure: false), tasks: tasks))
    }
    return edits.isEmpty ? nil : TypePatch(edits: edits)
  }

  /// The names of the type's own properties that go or become others.
  private var goneProperties: Set<String> {
    var gone = Set(replaced.filter { $0.type == type.type }.compactMap(\.property))
    for key in firstKeys {
      // A key that another property reads is read by one property only.
      guard let text = type.text(ofKey: key),
        let reader = type.properties.first(where: { $0.key?.text == text })
      else { continue }
      gone.insert(reader.name)
    }
    return gone
  }

  private func groups(_ gone: Set<String>) -> [Group] {
    var names = Set(type.properties.map(\.name)).subtracting(gone)
    let computed = Set(
      entries.compactMap { $0.owner?.type == type.type ? $0.owner?.property : nil })
    return firstKeys.map { key in
      let parts = entries.filter { $0.steps.first == .member(key) }
      let text = type.text(ofKey: key) ?? key
      let isDirect =
        parts.count == 1
        && (parts.first?.steps.dropFirst().allSatisfy { $0 == .elements } ?? false)
      let entry = parts.first
      let before = entry?.owner.flatMap { $0.type == type.type ? $0.property : nil }
      let reader = type.properties.first { $0.key?.text == text && gone.contains($0.name) }?.name
      // A list or a type of its own, of which no part was a property, takes the place of the only one that goes.
      let only =
        firstKeys.count == 1 && gone.count == 1 && parts.allSatisfy { $0.owner == nil }
        ? gone.first : nil
      var name = isDirect ? before ?? reader : reader ?? only
      if name == nil, isDirect, let property = entry?.owner?.property,
        !names.contains(property), !computed.contains(property)
      {
        name = property
      }
      let written =
        name
        ?? PatchNames.property(text) { candidate in
          names.contains(candidate) || computed.contains(candidate)
        }
      names.insert(written)
      let isHere = isDirect && before == written
      let isChanged =
        !isHere || (entry?.steps.count ?? 1) > 1 || (entry?.owner.map(retyped.contains) ?? true)
      return Group(
        key: key, text: text, entries: parts, name: written, isDirect: isDirect,
        isChanged: isChanged)
    }
  }

  private func optionalLine(
    _ owner: DecodingOwner
  ) -> (text: String, property: String, type: String)? {
    // What a wrapper does without a value is the wrapper's own business.
    guard let property = type.properties.first(where: { $0.name == owner.property }),
      property.wrapper == nil
    else { return nil }
    let optional = property.type + "?"
    return (
      PatchDeclaration.stored(property.name, optional, wrapper: nil), property.name, optional
    )
  }

  /// What becomes of the enumeration of keys.
  private func keyEdit(_ groups: [Group], _ gone: Set<String>, _ name: String) -> TypePatch.Edit? {
    guard let keys = type.keys else { return nil }
    let new = groups.map { TypeOutline.Key(name: $0.name, text: $0.text) }
    let left = gone.filter { property in !new.contains { $0.name == property } }
    if keys.hasTexts {
      let changed = new.filter { !keys.cases.contains($0) }
      let unused = keys.cases.map(\.name).filter(left.contains)
      guard !changed.isEmpty else { return nil }
      return TypePatch.Edit(
        place: .keys(PatchNames.declared(keys.name)), replaced: unused,
        lines: changed.map { "case \(PatchDeclaration.keyCase($0))" })
    }
    var all = keys.cases.filter { !left.contains($0.name) }.map { key in
      new.first { $0.name == key.name } ?? key
    }
    all += new.filter { key in !all.contains { $0.name == key.name } }
    guard all.contains(where: { $0.name != $0.text }) else { return nil }
    let last = keys.name.split(separator: ".").last.map(String.init) ?? keys.name
    return TypePatch.Edit(
      place: .type(name), replaced: ["any \(last)"], lines: [PatchDeclaration.keys(last, all)])
  }

  // MARK: Words

  /// Whether no type that is written depends on what a generic type is used with.
  private var isPlainForGenerics: Bool {
    let arguments = Set(PatchNames.parts(of: type.type))
      .subtracting(PatchNames.parts(of: PatchNames.declared(type.type)))
    let isWritten = { (text: String) in !arguments.isDisjoint(with: PatchNames.parts(of: text)) }
    if entries.allSatisfy({ $0.steps.count == 1 && !($0.owner.map(retyped.contains) ?? true) }) {
      return !optionals.contains { owner in
        type.properties.contains { $0.name == owner.property && isWritten($0.type) }
      }
    }
    return !entries.contains { isWritten($0.type) }
  }

  /// What to do in an initialiser of which nothing is known but what it asked for.
  private func words(_ name: String, isGeneric: Bool) -> TypePatch? {
    var edits: [TypePatch.Edit] = []
    var tasks: [TypePatch.Task] = []
    var cases: [TypeOutline.Key] = []
    for entry in entries {
      let keys = entry.steps.compactMap { step in
        if case .member(let key) = step { type.text(ofKey: key) ?? key } else { nil }
      }
      let owners = entry.owner.map { [$0] } ?? replaced
      let properties = owners.compactMap { owner in
        owner.type == type.type ? owner.property : owner.description
      }
      let isOwn = entry.owner?.type == type.type
      let property = type.properties.first { isOwn && $0.name == entry.owner?.property }
      let isRenamed = isOwn && keys.count == 1 && entry.steps.count == 1
      // Another text of a case compiles whoever wrote the initialiser.
      if isRenamed, let text = keys.first, let key = property?.key ?? unstoredKey(entry.owner),
        key.text != text
      {
        if type.keys?.hasTexts ?? false {
          cases.append(TypeOutline.Key(name: key.name, text: text))
        } else {
          tasks.append(.readFrom(properties: properties, keys: keys))
        }
      } else if !isRenamed, property?.key.map({ keys != [$0.text] }) ?? true {
        tasks.append(.readFrom(properties: properties, keys: keys))
      }
      if let owner = entry.owner, let name = owner.property,
        retyped.contains(owner) || entry.steps.last == .elements
      {
        let listed = entry.steps.dropFirst().filter { $0 == .elements }
          .reduce(entry.type) { inner, _ in "[\(inner)]" }
        tasks.append(.readAs(property: name, type: entry.type.isEmpty ? nil : listed))
      }
    }
    tasks += optionals.compactMap { $0.property.map { .doWithout(property: $0) } }
    if let keys = type.keys, !cases.isEmpty {
      edits.append(
        TypePatch.Edit(
          place: .keys(PatchNames.declared(keys.name)),
          lines: cases.map { "case \(PatchDeclaration.keyCase($0))" }))
    }
    if !tasks.isEmpty {
      edits.append(
        TypePatch.Edit(
          place: isGeneric ? .type(name) : .initializer(of: name, isSure: true), tasks: tasks))
    }
    return edits.isEmpty ? nil : TypePatch(edits: edits)
  }

  /// The case of a property that the type only computes.
  private func unstoredKey(_ owner: DecodingOwner?) -> TypeOutline.Key? {
    type.keys?.cases.first { $0.name == owner?.property }
  }
}
