/// The requests of one run of an initialiser that failed, and whether it found another way.
///
/// An initialiser that completes has swallowed each of them. That is nothing where it was an
/// alternative: another request for the same value succeeded, or the type that was tried on the
/// whole object was given up for another one. What is left the type lives with, such as
/// `age = try? container.decode(Int.self, forKey: .age)` on a text, and its user should know. A
/// key that is absent or `null` is nothing either: `try?` then is one way to say "optional".
struct SwallowedFailures {
  private struct Entry {
    let site: DecodingSite
    let key: (any CodingKey)?
    let property: String?
    let path: DecodingPath
    let failure: NodeFailure
    let isAbsent: Bool
    /// Whether only parts of the value are wrong, and not the value itself.
    let isWithin: Bool
    var isRepaired: Bool
  }

  /// A value by the key of its container; an empty key stands for the value as a whole.
  private struct Value: Hashable {
    let container: Int
    let key: String

    init(_ site: DecodingSite) {
      container = site.container
      key = site.key
    }
  }

  /// The containers of one value, opened one after the other.
  private struct Attempt {
    let value: Int
    let keys: ObjectIdentifier
    let start: DecodingTrail.Mark
    let firstEntry: Int
    /// Where the trail ended when the last request of the attempt failed; nil if it succeeded.
    var end: DecodingTrail.Mark?
  }

  private var entries: [Entry] = []
  /// The entries of each value, where there are many: a loop may swallow thousands, and each request looks for its own.
  private var positions: [Value: [Int]] = [:]
  private static let fewestToLookUp = 8
  private var attempt: Attempt?
  /// The failure that came just now, with no other request behind it.
  private var last: Int?
  /// Whether a form was tried in which the value could be read, before it was tried in another one.
  private var hasFittingForm = false

  /// Whether all forms in which the value was tried failed, the last one just now.
  var isOfFormsInVain: Bool { last != nil && !hasFittingForm }

  /// The failure that came just now, with no other request behind it, and the place of the value that was asked for.
  var latest: (site: DecodingSite, path: DecodingPath, failure: NodeFailure)? {
    last.map { (entries[$0].site, entries[$0].path, entries[$0].failure) }
  }

  /// Whether nothing failed so far.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether a success would change anything.
  var isWatching: Bool { !entries.isEmpty || attempt?.end != nil }

  /// Whether another request for the same value failed, and none has succeeded since.
  func hasFailure(at site: DecodingSite) -> Bool {
    positions(of: site).contains { !entries[$0].isRepaired }
  }

  /// Notes a request that failed; `wasReadBefore` says that the same value was read before.
  mutating func noteFailure(
    _ site: DecodingSite, _ key: (any CodingKey)?, property: String?, _ error: any Error,
    _ thrown: DecodingFailure, wasReadBefore: Bool, _ mark: DecodingTrail.Mark
  ) {
    attempt?.end = mark
    // Two types that are tried on one value may ask for a member of one name and type, each by its own key.
    let form = key.map { DecodingFrame.enumeration(of: $0) }
    if let known = positions(of: site).first(where: { position in
      entries[position].site == site
        && entries[position].key.map { DecodingFrame.enumeration(of: $0) } == form
    }) {
      last = known
      return
    }
    let isAbsent = key != nil && Self.isAbsence(error, thrown)
    entries.append(
      Entry(
        site: site, key: key, property: property, path: thrown.path, failure: thrown.failure,
        isAbsent: isAbsent, isWithin: thrown.failure.isWithin(thrown.path),
        isRepaired: wasReadBefore || isAbsent))
    last = entries.count - 1
    if entries.count == Self.fewestToLookUp {
      for (position, entry) in entries.enumerated() {
        positions[Value(entry.site), default: []].append(position)
      }
    } else if entries.count > Self.fewestToLookUp {
      positions[Value(site), default: []].append(entries.count - 1)
    }
  }

  /// The entries of the value at a site.
  private func positions(of site: DecodingSite) -> [Int] {
    if entries.count >= Self.fewestToLookUp { return positions[Value(site)] ?? [] }
    return entries.indices.filter {
      entries[$0].site.container == site.container && entries[$0].site.key == site.key
    }
  }

  /// Whether a request for another member of the same container failed before.
  func hasFailure(besides site: DecodingSite) -> Bool {
    entries.contains {
      $0.site.container == site.container && !$0.site.key.isEmpty && $0.site.key != site.key
    }
  }

  /// The failures of other requests for the value of a request: other forms in which the type would take it.
  func alternatives(to site: DecodingSite) -> [NodeFailure] {
    positions(of: site).filter { entries[$0].site != site && !entries[$0].isAbsent }
      .map { entries[$0].failure }
  }

  /// The failures of the requests for a value as a whole.
  func ofWhole(_ value: JSONValue) -> [NodeFailure] { alternatives(to: .whole(value)) }

  /// Whether a value as a whole was tried in vain, be it only that a container of another kind was to be opened.
  func hasWhole(_ value: JSONValue) -> Bool { !positions(of: .whole(value)).isEmpty }

  /// The failure of a request for a member, or an element, of a value.
  struct Part {
    let site: DecodingSite
    /// Nil for an element.
    let key: (any CodingKey)?
    let path: DecodingPath
    let failure: NodeFailure
    /// Whether there is no such member, or it is null.
    let isAbsent: Bool
  }

  /// The failures of requests for parts of a value, in their order.
  func ofParts(of value: JSONValue) -> [Part] {
    entries.compactMap { entry in
      guard entry.site.container == value.index, !entry.site.key.isEmpty else { return nil }
      return Part(
        site: entry.site, key: entry.key, path: entry.path, failure: entry.failure,
        isAbsent: entry.isAbsent)
    }
  }

  /// Whether the value itself was absent or `null`, and not one within it.
  private static func isAbsence(_ error: any Error, _ thrown: DecodingFailure) -> Bool {
    switch error as? DecodingError {
    case .keyNotFound?: thrown.failure.cause == nil
    case .valueNotFound?:
      thrown.path.codingPath.count == thrown.failure.issues.first?.pointer.tokens.count
    default: false
    }
  }

  /// Notes a request that succeeded; `property` is the stored property of its key.
  mutating func noteSuccess(_ site: DecodingSite, property: String?) {
    attempt?.end = nil
    guard !entries.isEmpty else { return }
    for position in positions(of: site) { entries[position].isRepaired = true }
    if site.key.isEmpty {
      hasFittingForm = true
      for position in entries.indices where entries[position].site.container == site.container {
        entries[position].isRepaired = true
      }
    }
    // `(try? decode(.name)) ?? decode(.title)`: the second key feeds no property of its own.
    if let last, entries[last].site.container == site.container,
      property == nil || entries[last].property == nil
    {
      entries[last].isRepaired = true
    }
    last = nil
  }

  /// Notes that a value is opened by key; returns the part of the trail that was given up with an
  /// earlier try on the same value.
  mutating func noteOpened(_ value: JSONValue, keys: ObjectIdentifier, _ mark: DecodingTrail.Mark)
    -> (start: DecodingTrail.Mark, end: DecodingTrail.Mark)?
  {
    defer {
      attempt = Attempt(value: value.index, keys: keys, start: mark, firstEntry: entries.count)
    }
    for position in positions(of: .whole(value)) { entries[position].isRepaired = true }
    if let before = attempt, before.end == nil, before.value == value.index, before.keys != keys {
      hasFittingForm = true
    }
    guard let given = attempt, let end = given.end, given.value == value.index, given.keys != keys
    else {
      return nil
    }
    for position in given.firstEntry..<entries.count { entries[position].isRepaired = true }
    return (given.start, end)
  }

  /// How many kinds of JSON in vain say that any value is taken: a truth, a number, a text.
  private static let fewestKindsOfAnyValue = 3

  /// Whether the value of a request is taken whatever it is: it was tried as one kind of JSON after the other.
  func isAnyValue(_ site: DecodingSite) -> Bool {
    positions(of: site).count { !entries[$0].isWithin } >= Self.fewestKindsOfAnyValue
  }

  /// Whether a value as a whole is the `null` that a type takes, too, which takes any value.
  private func isNullOfAnyValue(_ entry: Entry) -> Bool {
    entry.site.key.isEmpty && entry.failure.issues.first?.kind == .nullValue
      && isAnyValue(entry.site)
  }

  /// The problems that the initialiser lives with, each where it stands.
  func tolerated(
    by type: String, except patched: (DecodingSite) -> Bool
  ) -> [DecodingIssue] {
    entries.filter { !$0.isRepaired && !patched($0.site) && !isNullOfAnyValue($0) }
      .flatMap(\.failure.issues).map {
        $0.saying(
          "\(type) hides a problem and goes on without the value: \($0.message)", as: .tolerated)
      }
  }
}
