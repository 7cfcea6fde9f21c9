/// A part of a document that was not checked to its end.
public struct UnexploredPart: Sendable, Hashable {
  /// Why a part was not checked to its end.
  public enum Reason: Sendable, Hashable, Error {
    /// Made-up values are not given; see ``StrictDecoder/Exploration/none``.
    case notAllowed
    /// With made-up values the type's code ended the child that went first.
    case endedChild
    /// With made-up values the type's code did not return in time, in the child that went first.
    case late
    /// No child could be made to go first.
    case noChild
    /// Nobody learns how children of this process end, because it ignores SIGCHLD.
    case childNotSeen
    /// The initialiser may ask for other keys with the real value than with a made-up one.
    case branch
    /// The type's own code refuses the made-up values.
    case refusedPlaceholder
    /// The type takes the value in several forms, and more than one of them may be meant.
    case otherForm
    /// The initialiser stopped before it asked for some keys; none where they are not known.
    case stopped(before: [Key])
    /// The initialiser asks for the same element again and again.
    case endlessLoop
    /// The type's decoder is used when its initialiser has ended, and `JSONDecoder` then reads the
    /// value of another type.
    case strayDecoder(readsValueOf: String)
  }

  /// A key that an initialiser did not come to ask for.
  public struct Key: Sendable, Hashable, CustomStringConvertible {
    /// The name of the member, as the document has it or is likely to.
    public let name: String

    /// The Swift property of the key; nil where it has none of its own.
    public let property: String?

    package init(name: String, property: String?) {
      self.name = name
      self.property = property
    }

    /// The name, and the property where that has another one: `release_date (releaseDate)`.
    public var description: String {
      property.map { $0 == name ? name : "\(name) (\($0))" } ?? name
    }
  }

  /// The place of the value whose initialiser stopped.
  public let pointer: JSONPointer

  /// The name of the type.
  public let type: String

  /// Why it could not be checked further.
  public let cause: Reason

  /// Why it could not be checked further, in words.
  public var reason: String {
    let onlyFirst = "only the first problem of \(type) is reported: "
    switch cause {
    case .notAllowed: return onlyFirst + "its init(from:) is given no placeholders for values"
    case .endedChild:
      return onlyFirst + "with placeholders for values its init(from:) did not come to its end in "
        + "a child process"
    case .late:
      return onlyFirst + "with placeholders for values its init(from:) did not return in time in a "
        + "child process"
    case .noChild:
      return onlyFirst + "no child process could be made to try placeholders for values"
    case .childNotSeen:
      return onlyFirst + "this process ignores SIGCHLD, so it is not known whether a child process "
        + "came to its end with placeholders for values"
    case .branch:
      return "the rest of \(type) was not checked: its init(from:) may ask for other keys once the "
        + "problem above is mended"
    case .refusedPlaceholder:
      return "the rest of \(type) was not checked: its own code refuses the placeholders for the "
        + "values above"
    case .otherForm:
      return "\(type) takes several forms, and more than one may be meant here: only the problems "
        + "of one of them are reported"
    case .stopped(let keys):
      let rest =
        keys.isEmpty
        ? "the rest of \(type) was"
        : "\(keys.map(\.description).joined(separator: ", ")) of \(type) "
          + (keys.count == 1 ? "was" : "were")
      return "\(rest) not checked: its init(from:) stops at the problem above"
    case .endlessLoop:
      return "\(type) asks for this element again and again; JSONDecoder would never return"
    case .strayDecoder(let other):
      return "the decoder of \(type) is used when its initialiser has ended; "
        + "JSONDecoder then reads the value of \(other)"
    }
  }

  package init(pointer: JSONPointer, type: String, cause: Reason) {
    self.pointer = pointer
    self.type = type
    self.cause = cause
  }
}
