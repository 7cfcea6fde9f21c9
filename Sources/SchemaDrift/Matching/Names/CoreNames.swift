/// The names that say what a place holds, without those that only say how it is written.
///
/// The title of a video is `title` in one format, and `title.$t`, `media$title.text` or
/// `attributes.title` in others. The last name says that a text stands there, the prefix is the
/// namespace of an XML format, and `attributes` that members follow:
///
///     images.nodes[*].altText      images, altText
///     media$group.media$title.$t   group, title
///     logo.url                     logo
enum CoreNames {
  /// The names that say something, of those on the way to a place in a record.
  static func of(_ names: [String], isRecord: Bool) -> [String] {
    var core = names.map(withoutNamespace)
    if core.count > 1, let last = core.last, isContent(last) { core.removeLast() }
    // An amount of money is an object: `totalPriceSet.shopMoney.amount`.
    if core.count > 1, core.count < names.count, let last = core.last,
      NameWords.of(last).last == "money"
    {
      core.removeLast()
    }
    guard isRecord else { return core }
    let telling = core.filter { !isOne($0, of: Vocabulary.wrappers) }
    return telling.isEmpty ? core : telling
  }

  /// The words that say what an address leads to, or an id is of; none where that is the record itself.
  ///
  ///     _links.homeTeam.href    home, team
  ///     line_items.product_id   product
  ///     _links.self.href        none
  static func referent(of names: [String]) -> [String] {
    for name in names.reversed() {
      let words = NameWords.of(name).filter { !leads.contains($0) }
      if !words.isEmpty { return words }
    }
    return []
  }

  /// The words that say only that a name leads to something.
  private static let leads = Vocabulary.identifiers.union(Vocabulary.addresses).union([
    "self", "resource", "api", "gid", "ref", "reference",
  ])

  /// Whether a name only says how the value of the object around it is written.
  static func isContent(_ name: String) -> Bool { isOne(name, of: Vocabulary.contents) }

  /// Whether such a name leaves open what kind of value it is: that of a `url` is no word.
  static func isPlainContent(_ name: String) -> Bool { isOne(name, of: Vocabulary.plainContents) }

  /// Whether a name is that of the first of several objects of one kind.
  static func isPrincipal(_ name: String) -> Bool { isOne(name, of: Vocabulary.principals) }

  /// Whether a name is that of the level which holds the members beside an id.
  static func isMemberWrapper(_ name: String) -> Bool { isOne(name, of: Vocabulary.memberWrappers) }

  private static func isOne(_ name: String, of words: Set<String>) -> Bool {
    let own = NameWords.of(name)
    return own.count == 1 && own.first.map(words.contains) ?? false
  }

  /// The name behind the prefix of a namespace: `media$title`, `dc:title`.
  private static func withoutNamespace(_ name: String) -> String {
    guard let sign = name.lastIndex(where: { $0 == "$" || $0 == ":" }), sign != name.startIndex,
      name.index(after: sign) != name.endIndex
    else { return name }
    return String(name[name.index(after: sign)...])
  }
}
