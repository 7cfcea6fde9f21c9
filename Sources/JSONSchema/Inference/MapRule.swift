/// Tells a map, whose keys are data, from a record, whose keys are names.
///
/// It is cautious: what is no clear map is a record. An object is a map when it has more keys than
/// are followed one by one, when every key is a UUID, a date, the address of somebody or an id that a machine made, when
/// every key is the id in its value, or holds it, and looks like one, as in `{"Q1532914": {"id": "Q1532914"}}`, or when
/// its values are all alike and either
/// - every key is data by its look, which may be a whole number or a version; or
/// - there are many keys, and each is a code of two or three capital letters, as `EUR` is, or one word with a number, as
///   `Q2337633` is; or
/// - there are a few keys, none in every object, and each is said once more in its value, as in
///   `{"Music": {"name": "Music", "posts": 89}}`; or
/// - there are many keys, no key is in every object, and a key is missing almost as often as not.
package struct MapRule {
  let summary: ShapeSummary

  private static let fewestKeys = 8
  private static let fewestRepeatedKeys = 3
  private static let fewestObjects = 5
  /// The mean share of the objects that have a key.
  private static let largestPresence = 0.6

  /// The values of a map, joined; nil for a record.
  func mapValues(of index: Int) -> ShapeSummary? {
    let node = summary.nodes[index]
    if let value = node.mapValue {
      var values = ShapeSummary()
      values.merge(part: value, of: summary)
      return values
    }
    let isTooLarge = isTooLarge(index)
    guard isTooLarge || isMap(node) else { return nil }
    var values = ShapeSummary()
    for member in node.members.all {
      // As if the members had been joined when they became too many, each entry counts.
      values.merge(part: member.node, of: summary, asValues: isTooLarge)
    }
    return values
  }

  /// Whether an object has too many members to be a record: they are mostly alike, and not nearly all are in each of
  /// several objects.
  private func isTooLarge(_ index: Int) -> Bool {
    let node = summary.nodes[index]
    let count = node.members.count
    guard count > ShapeSummary.manyMembers else { return false }
    if summary.hasManyHolders(index) { return true }
    guard areMostlyOfOneType(node) else { return false }
    let objects = node.types[.object].values - node.emptyObjects
    let presences = node.members.all.map { summary.nodes[$0.node].present.values }
    let fixed = presences.count { $0 == objects }
    if objects >= Self.fewestRecords, 100 * fixed >= Self.percentFixed * count { return false }
    return objects < Self.fewestOptional
      || 100 * presences.reduce(0, +) < Self.percentPresent * count * objects
  }

  /// Whether nearly all members of an object have values of one type: a price may be `"N/A"`.
  private func areMostlyOfOneType(_ node: SummaryNode) -> Bool {
    var counts: [JSONType: Int] = [:]
    for member in node.members.all {
      let value = summary.nodes[member.node]
      for type in JSONType.allCases where type != .null && value.types[type].values > 0 {
        counts[type == .integer ? .number : type, default: 0] += 1
      }
    }
    return 10 * (counts.values.max() ?? 0) >= 9 * node.members.count
  }

  /// The objects that show that so many names are those of a record, and how many of the names each must have; of more
  /// objects, how much of them each must have on average.
  ///
  /// Of a map of 1,100 entries of which five are others each night three nights have 98 % of the names in common, and eight
  /// have 96.9 % each on average.
  private static let fewestRecords = 3
  private static let percentFixed = 99
  private static let fewestOptional = 8
  private static let percentPresent = 97

  private func isMap(_ node: SummaryNode) -> Bool {
    // No member has such a name; the values may be maps themselves, of which each has other keys.
    if !node.members.isEmpty, Self.areSurelyData(node.members.all.map(\.name.text)) { return true }
    // One entry shows it as well.
    if keysAreIDs(node) { return true }
    guard node.members.count > 1, valuesAreAlike(node) else { return false }
    if Self.areData(node.members.all.map(\.name.text)) { return true }
    let names = node.members.all.map(\.name.text)
    if names.count >= Self.fewestKeys, Self.areCodes(names) || Self.areNumbered(names) {
      return true
    }
    let objects = node.types[.object].values - node.emptyObjects
    let presences = node.members.all.map { summary.nodes[$0.node].present.values }
    if presences.count >= Self.fewestRepeatedKeys, !presences.contains(objects),
      keysAreRepeated(node)
    {
      return true
    }
    guard presences.count >= Self.fewestKeys, objects >= Self.fewestObjects,
      !presences.contains(objects)
    else { return false }
    let mean = Double(presences.reduce(0, +)) / Double(presences.count * objects)
    return mean <= Self.largestPresence
  }

  /// Whether a text is data by its look: digits, a version, a UUID, a date, an id that a machine made.
  package static func isData(_ key: String) -> Bool {
    isWholeNumber(key) || isVersion(key) || areSurelyData([key])
  }

  /// The same of all of some texts, which may be ids of one kind.
  package static func areData(_ keys: some Collection<String>) -> Bool {
    keys.allSatisfy(isData) || areSurelyData(keys)
  }

  private static func isWholeNumber(_ key: String) -> Bool {
    let digits = key.utf8.first == UInt8(ascii: "-") ? key.utf8.dropFirst() : key.utf8[...]
    return !digits.isEmpty && digits.allSatisfy(isDigit)
  }

  /// Whether a key is a version of three numbers, with whatever stands behind them: `0.0.1-beta.0`.
  private static func isVersion(_ key: String) -> Bool {
    let numbers = key.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    return numbers.count == 3
      && numbers.prefix(2).allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
      && numbers[2].utf8.first.map(isDigit) ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Whether texts are data whatever they stand for; digits alone may be the numbers of a few members that each have a
  /// meaning of their own.
  private static func areSurelyData(_ keys: some Collection<String>) -> Bool {
    var tokens: [RandomToken] = []
    for key in keys
    where !StringFormat.uuid.accepts(key) && !StringFormat.date.accepts(key) && !isSymbol(key)
      && !isAddress(key)
    {
      // In Matrix `$` stands before the id of an event.
      guard let token = RandomToken(key.hasPrefix("$") ? String(key.dropFirst()) : key) else {
        return false
      }
      tokens.append(token)
    }
    return tokens.isEmpty || RandomToken.areIds(tokens)
  }

  /// Whether a key is a sign that no name has, such as an emoji.
  private static func isSymbol(_ key: String) -> Bool {
    !key.isEmpty && !key.contains { $0.isASCII || $0.isLetter || $0.isNumber }
  }

  /// Whether a key is the address of somebody or of a room: `ada@example.org`, `!KHjFnsDlrB:example.org`, `did:plc:z72i7hdy`.
  ///
  /// In OData and Redfish an annotation stands behind the name of its member, as in `photo@odata.type` and
  /// `Reset@Redfish.ActionInfo`; `dc:title` and `$ref` are names, and `http://schema.org/name` is one in expanded JSON-LD.
  private static func isAddress(_ key: String) -> Bool {
    func isHost(_ text: Substring) -> Bool {
      text.contains(".") && text == text.lowercased() && !text.hasPrefix("odata.")
        && StringFormat.hostname.accepts(String(text))
    }
    if let first = key.first, "!@#$".contains(first), let colon = key.firstIndex(of: ":") {
      let host = key[key.index(after: colon)...]
      return key.distance(from: key.startIndex, to: colon) > 1
        && isHost(host.prefix { $0 != ":" })
    }
    if key.hasPrefix("did:") { return key.split(separator: ":").count >= 3 }
    let sides = key.split(separator: "@", omittingEmptySubsequences: false)
    return sides.count == 2 && !sides[0].isEmpty && isHost(sides[1])
  }

  /// Whether keys are one word, or words of one form, each with a number of its own.
  ///
  /// `Q42` and `Q2337633` are ids; `line1` and `line2` are names, as are `h264` and `h265`.
  package static func areNumbered(_ keys: some Collection<String>) -> Bool {
    let parts = keys.compactMap(Parts.init)
    guard parts.count == keys.count, let first = parts.first else { return false }
    if parts.allSatisfy({ $0.word == first.word }) {
      let numbers = parts.map(\.number).sorted()
      guard let least = numbers.first, let most = numbers.last else { return false }
      return most > mostSlots && most - least > sparse * numbers.count
    }
    // `name-coin-51`: words that are joined, and a number behind them.
    return parts.allSatisfy { $0.isJoined && $0.digits >= 2 }
  }

  /// The largest number of a slot, and how much thinner than slots numbers lie.
  private static let mostSlots = 20
  private static let sparse = 4

  /// The word of a key and the number at its end.
  private struct Parts {
    let word: Substring
    let number: Int
    let digits: Int
    var isJoined: Bool { word.dropLast().contains("-") }

    init?(_ key: String) {
      let digits = key.reversed().prefix { $0.isASCII && $0.isNumber }.count
      guard digits > 0, digits < key.count, let number = Int(key.suffix(digits)) else { return nil }
      word = key.dropLast(digits)
      self.number = number
      self.digits = digits
    }
  }

  /// Whether keys are codes of the same length, such as `EUR`: two or three capital letters.
  package static func areCodes(_ keys: some Collection<String>) -> Bool {
    guard let length = keys.first?.utf8.count, 2...3 ~= length else { return false }
    return keys.allSatisfy { key in
      key.utf8.count == length
        && key.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    }
  }

  /// Whether a member of the values always holds the key of the value, and nothing else.
  private func keysAreRepeated(_ node: SummaryNode) -> Bool {
    let members = node.members.all
    guard let first = members.first else { return false }
    return summary.nodes[first.node].members.all.contains { candidate in
      members.allSatisfy { onlyText(of: candidate.name, in: $0) == $0.name.text }
    }
  }

  /// Whether each key is the id in its value, or holds it, and the ids look like such.
  private func keysAreIDs(_ node: SummaryNode) -> Bool {
    let members = node.members.all
    guard let first = members.first else { return false }
    return summary.nodes[first.node].members.all.contains { candidate in
      guard Self.isIdentifier(candidate.name.text) else { return false }
      let ids = members.compactMap { member -> String? in
        guard let id = onlyText(of: candidate.name, in: member) else { return nil }
        let key = member.name.text
        return id == key || id.utf8.count >= Self.shortestPart && key.contains(id) ? id : nil
      }
      return ids.count == members.count
        && (ids.allSatisfy(Self.hasNumber) || Self.areOfManyLetters(ids))
    }
  }

  /// The text, or the whole number, that a member of a value always holds; nil where there is none, or several.
  private func onlyText(of name: ExactText, in value: SummaryMember) -> String? {
    guard let holder = summary.nodes[value.node].members.all.first(where: { $0.name == name })
    else { return nil }
    let node = summary.nodes[holder.node]
    if node.types[.integer].values == node.present.values {
      return node.smallestNumber == node.largestNumber
        ? Int(exactly: node.smallestNumber).map(String.init) : nil
    }
    guard node.texts == node.present.values, node.sample.entries.count == 1 else { return nil }
    return node.sample.entries.first?.text.string
  }

  /// The fewest digits of a key that is an id: `player1` is a name.
  private static let fewestDigits = 3
  /// The shortest id that a key may hold: `(id:LIVRJ7q7KG)`.
  private static let shortestPart = 6

  /// Whether a key has several digits, or some apart.
  private static func hasNumber(_ key: String) -> Bool {
    let numbers = key.utf8.split { !isDigit($0) }
    return numbers.count > 1 || numbers.reduce(0) { $0 + $1.count } >= fewestDigits
  }

  /// Whether several ids have digits, and other letters around them than the others: `r9LVxMJfnM` and `bt6G5gG3KX`.
  private static func areOfManyLetters(_ ids: [String]) -> Bool {
    ids.count > 1 && ids.allSatisfy { $0.utf8.contains(where: isDigit) }
      && Set(ids.map { $0.utf8.filter { !isDigit($0) } }).count == ids.count
  }

  /// Whether a name is that of an identifier: `id`, `SUBID`, `phid`.
  private static func isIdentifier(_ name: String) -> Bool {
    ["id", "key"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Whether the values are of one type, and objects have on average more than half of the members
  /// that any of them has.
  private func valuesAreAlike(_ node: SummaryNode) -> Bool {
    var types = Set<JSONType>()
    var allNames = Set<ExactText>()
    var (objects, names) = (0, 0)
    for member in node.members.all {
      let value = summary.nodes[member.node]
      for type in JSONType.allCases where type != .null && value.types[type].values > 0 {
        types.insert(type == .integer ? .number : type)
      }
      guard value.types[.object].values > 0 else { continue }
      allNames.formUnion(value.members.all.map(\.name))
      objects += 1
      names += value.members.count
    }
    return types.count == 1 && (allNames.isEmpty || 2 * names > objects * allNames.count)
  }
}
