import HTTPFixtures

/// What is wrong with the name of a suite or of an endpoint, which is also the name of a folder.
package enum NameFault: Sendable, Hashable {
  /// It has more bytes than the name of a folder may have.
  case tooLong(Int)
  /// It is empty, or has characters that not every system takes in the name of a folder.
  case characters

  /// Looks at a name; nil where nothing is wrong.
  package init?(_ name: String) {
    if !name.isEmpty, FixtureID.safeName(name) == name { return nil }
    self = name.utf8.count > FixtureID.longestName ? .tooLong(name.utf8.count) : .characters
  }

  /// The fault in words, with what has the name.
  package func words(_ thing: String) -> String {
    switch self {
    case .tooLong(let count):
      "\(thing) has a name of at most \(FixtureID.longestName) characters, and this one has \(count)"
    case .characters: "\(thing) is named with letters, digits, -, _, +, = and , only"
    }
  }
}
