import Foundation

/// The members of one object under the names that a key strategy gives them.
///
/// As in `JSONDecoder`, a strategy changes the names of the document and never those of a type:
/// `{"home_url": …}` is looked up as `homeUrl`, so a property `homeURL` does not find it. Of two
/// members that get the same name the first one counts. A `[String: …]` keeps the names as they
/// are; dictionaries with other keys do not.
///
/// Reports speak of the document, so each member keeps its own name beside the new one.
struct KeyNames {
  /// A member with the name that it has in the document.
  struct Member {
    let documentName: String
    let value: JSONValue
  }

  private var members: [String: Member] = [:]

  /// The new names, each once, in the order of the document.
  private(set) var names: [String] = []

  /// Renames the members of an object at a path.
  init(_ object: JSONValue, _ path: DecodingPath, _ session: DecodingSession) {
    let rename = session.renaming(at: path)
    for member in object.members {
      let name = rename(member.key)
      guard members[name] == nil else { continue }
      members[name] = Member(documentName: member.key, value: member.value)
      names.append(name)
    }
  }

  /// The first member that has a name after renaming.
  subscript(name: String) -> Member? { members[name] }
}

extension DecodingSession {
  /// The function that renames the members of the object at a path.
  func renaming(at path: DecodingPath) -> (String) -> String {
    switch decoder.keyDecodingStrategy {
    case .convertFromSnakeCase: return SnakeCase.camelCase(of:)
    case .custom(let rename):
      let codingPath = path.codingPath
      return { rename(codingPath + [NameKey($0)]).stringValue }
    default: return { $0 }
    }
  }

  /// Finds the member of an object that a type knows by a name.
  func member(_ name: String, of object: JSONValue, _ path: DecodingPath) -> KeyNames.Member? {
    if renamesKeys { return KeyNames(object, path, self)[name] }
    return object[name].map { KeyNames.Member(documentName: name, value: $0) }
  }

  /// Notes the name that a member has in the document.
  func noteDocumentName(_ documentName: String, of name: String, at shape: ShapeNode) {
    let old = shape.documentNames[name]
    guard old != documentName else { return }
    renamings.append(Renaming(shape: shape, name: name, oldDocumentName: old))
    shape.documentNames[name] = documentName
    if documentName != likelyDocumentName(of: name), !shape.hasUnlikelyNames {
      shape.hasUnlikelyNames = true
      placesOfUnlikelyNames.append(shape)
    }
  }

  /// Forgets the names that were seen by a fast pass which came to nothing.
  func undoRenamings(from start: Int) {
    while renamings.count > start, let last = renamings.popLast() {
      last.shape.documentNames[last.name] = last.oldDocumentName
    }
  }

  /// A name that was seen for a member.
  struct Renaming {
    let shape: ShapeNode
    let name: String
    /// The name before; nil for none.
    let oldDocumentName: String?
  }

  /// The name that a missing member probably has in the document.
  func likelyDocumentName(of name: String) -> String {
    guard case .convertFromSnakeCase = decoder.keyDecodingStrategy else { return name }
    let snakeCase = SnakeCase.snakeCase(of: name)
    return SnakeCase.camelCase(of: snakeCase) == name ? snakeCase : name
  }
}

/// The two spellings of names, as `JSONDecoder` and `JSONEncoder` turn one into the other.
enum SnakeCase {
  /// Turns `home_url` into `homeUrl`.
  ///
  /// Underscores at both ends stay. A name of one word stays as it is; of several words the first
  /// one gets small letters and each other one a capital and then small letters.
  static func camelCase(of name: String) -> String {
    let isUnderscore = { (character: Character) in character == "_" }
    guard let first = name.firstIndex(where: { !isUnderscore($0) }),
      let last = name.lastIndex(where: { !isUnderscore($0) })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1, let head = words.first else { return name }
    let middle = ([head.lowercased()] + words.dropFirst().map(\.capitalized)).joined()
    return name[..<first] + middle + name[name.index(after: last)...]
  }

  /// Turns `homeUrl` into `home_url`.
  static func snakeCase(of name: String) -> String {
    var previous: Character?
    return name.reduce(into: "") { text, character in
      if let previous, previous != "_", character.isUppercase, !previous.isUppercase { text += "_" }
      text += character.lowercased()
      previous = character
    }
  }
}
