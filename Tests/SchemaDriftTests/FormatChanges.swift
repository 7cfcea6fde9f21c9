import JSONSchema
import SchemaDrift
import StrictJSON

/// Changes the format of recorded records at random and keeps account of where each place went.
struct FormatChanges {
  typealias Path = MappingTruth.Path
  private typealias Members = [(key: String, value: JSONTree)]

  private(set) var records: [JSONTree]
  /// Where each place that holds scalars is now; nil where it is gone.
  private var places: [Path: Path?] = [:]
  private(set) var log: [String] = []
  private var random: SplitMix
  private let shape: Shape

  /// Takes records, and the shape of a list of all of them.
  init(_ records: [JSONTree], shape: Shape, seed: UInt64) {
    self.records = records
    self.shape = shape
    random = SplitMix(seed: seed)
    if let record = shape.element { collect(record, []) }
  }

  private mutating func collect(_ shape: Shape, _ path: Path) {
    if let element = shape.element { collect(element, path + ["*"]) }
    if let object = shape.object {
      if let value = object.mapValue { collect(value, path + ["*"]) }
      if object.mapValue == nil {
        for member in object.members { collect(member.shape, path + [member.name]) }
      }
    }
    if shape.element == nil, shape.object == nil { places[path] = .some(path) }
  }

  /// The pairs of old and new places, from the records on.
  var truth: MappingTruth {
    var wanted = Set<MappingTruth.Pair>()
    var allowed = Set<MappingTruth.Pair>()
    for (from, to) in places {
      guard let to else { continue }
      let pair = MappingTruth.Pair(from: ["*"] + from, to: ["*"] + to)
      if from == to { allowed.insert(pair) } else { wanted.insert(pair) }
      // A list that became one value, or the other way round, may be stated by its elements.
      for count in 1..<max(1, min(from.count, to.count))
      where from.suffix(count) == to.suffix(count) {
        allowed.insert(
          MappingTruth.Pair(
            from: ["*"] + from.dropLast(count), to: ["*"] + to.dropLast(count)))
      }
    }
    return MappingTruth(wanted: wanted, allowed: allowed)
  }

  // MARK: Containers

  /// The objects in which members can be changed: reached by names and lists alone.
  private var containers: [Path] {
    var found = Set<Path>([[]])
    for case let place? in places.values where !place.isEmpty {
      for count in 1..<max(place.count, 1) {
        let path = Array(place.prefix(count))
        if !path.contains("*") || isList(path) { found.insert(path) }
      }
    }
    return found.filter { !keys(at: $0).isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func isList(_ path: Path) -> Bool { !keys(at: path).isEmpty }

  /// The scalar members of the objects at a path, in the order in which they come.
  private func keys(at path: Path) -> [String] {
    var keys: [String] = []
    var seen = Set<String>()
    for var record in records.prefix(60) {
      record.change(at: path[...]) { members in
        for member in members where seen.insert(member.key).inserted { keys.append(member.key) }
      }
    }
    return keys.filter { key in places.values.contains { $0 == path + [key] } }
  }

  private mutating func change(at path: Path, _ body: (inout Members) -> Void) {
    for index in records.indices { records[index].change(at: path[...], body) }
  }

  private mutating func move(_ from: Path, to: Path?) {
    for (place, current) in places {
      guard let current, current.starts(with: from) else { continue }
      places[place] = .some(to.map { $0 + current.dropFirst(from.count) })
    }
  }

  private func isFree(_ name: String, at path: Path) -> Bool {
    var isFree = true
    for var record in records.prefix(200) {
      record.change(at: path[...]) { members in
        if members.contains(where: { $0.key == name }) { isFree = false }
      }
    }
    return isFree
  }

  // MARK: Changes

  /// Makes some changes.
  mutating func change(times: Int) {
    for _ in 0..<times {
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4: rename()
      case 4..<6: nest()
      case 6: hoist()
      case 7: retype()
      case 8: list()
      case 9: remove()
      case 10: add()
      default: restyle()
      }
    }
  }

  private mutating func pick() -> (path: Path, key: String)? {
    guard let path = containers.randomElement(using: &random),
      let key = keys(at: path).filter({ !isSlot($0) }).randomElement(using: &random)
    else { return nil }
    return (path, key)
  }

  /// Slots of a family change together or not at all.
  private func isSlot(_ key: String) -> Bool { key.last?.isNumber ?? false }

  /// Whether a key holds anything but `null` in any record.
  private func hasValues(_ key: String, at path: Path) -> Bool {
    var hasValues = false
    for var record in records {
      record.change(at: path[...]) { members in
        if members.contains(where: { $0.key == key && $0.value.isScalar && !$0.value.isNull }) {
          hasValues = true
        }
      }
    }
    return hasValues
  }

  private static let synonyms: [String: [String]] = [
    "name": ["title", "label", "caption"], "id": ["identifier", "key", "uid"],
    "url": ["link", "href"], "thumb": ["image", "preview"], "date": ["day", "time", "at"],
    "type": ["kind", "category"], "area": ["cuisine", "region"], "text": ["content", "body"],
    "instructions": ["steps", "directions"], "tags": ["labels", "keywords"],
    "category": ["group", "class"], "description": ["summary", "about"],
    "count": ["total", "number"],
    "created": ["added"], "language": ["lang", "locale"], "details": ["notes", "info"],
    "launch": ["flight", "mission"], "success": ["succeeded", "ok"], "population": ["inhabitants"],
    "capital": ["seat"], "region": ["zone"], "borders": ["neighbours"], "user": ["author"],
    "screen": ["handle"], "glass": ["vessel"], "alcoholic": ["spirit"], "source": ["origin"],
    "timezones": ["zones"], "status": ["state"], "link": ["url"], "site": ["place"],
  ]

  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    for character in name {
      if character == "_" || character == "-" || character == " " {
        words.append("")
      } else if character.isUppercase, words.last?.last?.isUppercase != true {
        words.append(String(character))
      } else if words.isEmpty {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }.map { $0.lowercased() }
  }

  private static func capital(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func name(_ words: [String], like name: String) -> String {
    if name.contains("_") || name == name.lowercased() { return words.joined(separator: "_") }
    return words.prefix(1).joined() + words.dropFirst().map(capital).joined()
  }

  private mutating func newName(of key: String, in path: Path) -> String {
    var words = Self.words(key)
    let index = words.indices.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where words.count > 1: words.remove(at: index)
    case 1: words.insert(path.last { $0 != "*" } ?? "main", at: 0)
    case 2 where words[index].count > 5: words[index] = String(words[index].prefix(4))
    case 3 where words.count > 1: words.swapAt(0, words.count - 1)
    default:
      let known = words.indices.filter { Self.synonyms[words[$0]] != nil }
      if let place = known.randomElement(using: &random),
        let word = Self.synonyms[words[place]]?.randomElement(using: &random)
      {
        words[place] = word
      } else if words.count > 1 {
        words.remove(at: index)
      } else {
        words.append(["value", "info", "text", "v2"].randomElement(using: &random) ?? "value")
      }
    }
    return Self.name(words, like: key)
  }

  private mutating func rename() {
    guard let (path, key) = pick() else { return }
    let name = newName(of: key, in: path)
    guard !key.contains(where: \.isNumber), name != key, isFree(name, at: path) else { return }
    change(at: path) { members in
      for index in members.indices where members[index].key == key { members[index].key = name }
    }
    move(path + [key], to: path + [name])
    log.append("rename \(path + [key]) \(name)")
  }

  /// Puts neighbours into a new object, often without the word that they share.
  private mutating func nest() {
    guard let (path, key) = pick() else { return }
    let keys = keys(at: path).filter { !$0.contains(where: \.isNumber) }
    let first = Self.words(key).first ?? key
    var group = keys.filter { Self.words($0).first == first && Self.words($0).count > 1 }
    var holder = first
    if group.count < 2 || group.count > 5 {
      guard let index = keys.firstIndex(of: key) else { return }
      group = Array(keys[index...].prefix(Int.random(in: 2...3, using: &random)))
      holder = ["info", "meta", "details", "media", "data"].randomElement(using: &random) ?? "info"
    } else if Bool.random(using: &random) {
      holder = ["info", "meta", "details"].randomElement(using: &random) ?? "info"
    }
    guard isFree(holder, at: path), group.count > 1 else { return }
    let isShort = holder == first
    var names: [String: String] = [:]
    for key in group {
      names[key] = isShort ? Self.name(Array(Self.words(key).dropFirst()), like: key) : key
    }
    change(at: path) { members in
      let inner = members.compactMap { member in names[member.key].map { ($0, member.value) } }
      guard let place = members.firstIndex(where: { names[$0.key] != nil }) else { return }
      members.removeAll { names[$0.key] != nil }
      members.insert(
        (holder, .object(inner.map { (key: $0.0, value: $0.1) })), at: min(place, members.count))
    }
    for (key, name) in names { move(path + [key], to: path + [holder, name]) }
    log.append("nest \(path) \(group) in \(holder)")
  }

  private mutating func hoist() {
    let inner = containers.filter { !$0.isEmpty && $0.last != "*" }
    guard let path = inner.randomElement(using: &random), let holder = path.last else { return }
    let outer = Array(path.dropLast())
    let keys = keys(at: path)
    let hasPrefix = Bool.random(using: &random)
    var names: [String: String] = [:]
    for key in keys {
      let words = (hasPrefix ? Self.words(holder) : []) + Self.words(key)
      names[key] = hasPrefix ? Self.name(words, like: key) : key
      guard isFree(names[key] ?? key, at: outer) else { return }
    }
    change(at: outer) { members in
      guard let place = members.firstIndex(where: { $0.key == holder }),
        case .object(let inner) = members[place].value
      else { return }
      let rest = inner.filter { names[$0.key] == nil }
      let out = inner.compactMap { member in
        names[member.key].map { (key: $0, value: member.value) }
      }
      if rest.isEmpty {
        members.replaceSubrange(place...place, with: out)
      } else {
        members[place].value = .object(rest)
        members.insert(contentsOf: out, at: place + 1)
      }
    }
    for (key, name) in names { move(path + [key], to: outer + [name]) }
    log.append("hoist \(path) \(hasPrefix)")
  }

  private mutating func retype() {
    guard let (path, key) = pick() else { return }
    change(at: path) { members in
      for index in members.indices where members[index].key == key {
        guard case .scalar(let source) = members[index].value else { continue }
        if Double(source) != nil {
          members[index].value = .scalar("\"\(source)\"")
        } else if source.hasPrefix("\""), let number = Int(source.dropFirst().dropLast()) {
          members[index].value = .scalar(String(number))
        }
      }
    }
    log.append("retype \(path + [key])")
  }

  private mutating func list() {
    guard let (path, key) = pick() else { return }
    let isPlural = Bool.random(using: &random) && isFree(key + "s", at: path)
    let name = isPlural && !key.hasSuffix("s") ? key + "s" : key
    guard hasValues(key, at: path) else { return }
    change(at: path) { members in
      for index in members.indices where members[index].key == key {
        guard members[index].value.isScalar else { continue }
        members[index].key = name
        members[index].value = .array(members[index].value.isNull ? [] : [members[index].value])
      }
    }
    move(path + [key], to: path + [name, "*"])
    log.append("list \(path + [key]) \(name)")
  }

  private mutating func remove() {
    guard let (path, key) = pick() else { return }
    change(at: path) { members in members.removeAll { $0.key == key } }
    move(path + [key], to: nil)
    log.append("remove \(path + [key])")
  }

  private mutating func add() {
    guard let (path, _) = pick() else { return }
    let names = ["revision", "locale", "score", "visible", "etag", "updated_at", "rank", "slug"]
    guard let name = names.randomElement(using: &random), isFree(name, at: path) else { return }
    let kind = Int.random(in: 0..<4, using: &random)
    var random = random
    change(at: path) { members in
      let number = Int.random(in: 0..<100_000, using: &random)
      let value =
        switch kind {
        case 0: "\(number % 7)"
        case 1: number % 2 == 0 ? "true" : "false"
        case 2: "\"\(["en", "fr", "de"][number % 3])\""
        default: "\"item-\(number)\""
        }
      members.insert((name, .scalar(value)), at: members.count / 2)
    }
    self.random = random
    log.append("add \(path) \(name)")
  }

  /// Writes all keys of one object in another case: `launch_date` is `launchDate`.
  private mutating func restyle() {
    guard let path = containers.randomElement(using: &random) else { return }
    var names: [String: String] = [:]
    for key in keys(at: path) where !key.contains(where: \.isNumber) {
      let words = Self.words(key)
      let name =
        key.contains("_")
        ? words.prefix(1).joined() + words.dropFirst().map(Self.capital).joined()
        : words.joined(separator: "_")
      if name != key { names[key] = name }
    }
    guard names.values.allSatisfy({ isFree($0, at: path) }) else { return }
    change(at: path) { members in
      for index in members.indices {
        if let name = names[members[index].key] { members[index].key = name }
      }
    }
    for (key, name) in names { move(path + [key], to: path + [name]) }
    log.append("restyle \(path)")
  }
}
