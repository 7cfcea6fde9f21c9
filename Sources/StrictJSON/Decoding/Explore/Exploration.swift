extension StrictDecoder {
  /// What the decoder does behind the first problem of a value, where only made-up values lead on.
  ///
  /// Made-up values go only where an initialiser hands a value straight to the property of the
  /// same name and type, as a synthesised one does. What else it asks for is the document's own, `nil`
  /// where a key may be absent, each case of an enumeration in turn, or a sample: a value that another record
  /// of the document has at the same place, where the initialiser makes its property of it, as a date of a text.
  public enum Exploration: Sendable, Hashable, CaseIterable {
    /// No made-up value and no sample ever: each initialiser stops at its first problem.
    ///
    /// The choice for types whose code ends the process on values that it does not expect. The
    /// elements of lists and dictionaries are still checked one by one.
    case none

    /// Made-up values and samples are given in this process: no fork, no thread, no clock.
    ///
    /// The report depends on the type and the document alone. A `precondition`, a forced unwrap or
    /// an endless loop between two requests of an otherwise straight initialiser, which a made-up
    /// value reaches, ends or holds the process; choose ``none`` or ``inChild`` for such types.
    case inProcess

    /// A forked child of the process goes first, and what it does not survive is not explored.
    ///
    /// Made-up values also go where an initialiser computes with a value and then hands the result to the property
    /// of the same name, such as a date that it makes of a text.
    ///
    /// For programs with one thread, on Linux. A child of a process with threads has only one of
    /// them, and a lock that another thread held stays held in it: where the type's code needs it,
    /// the child is ended after two seconds and the report says that it was late. A late child
    /// counts for that document only. Code that ended one child is given no made-up
    /// value again in this process. Where the process ignores SIGCHLD nobody learns how a child
    /// ended, so nothing is explored; nor is it where there is no `fork` for Swift (Darwin).
    case inChild
  }
}

/// A way through the code of a type that leads behind its first problem.
///
/// Each key that is filled in first is another way.
package struct ExplorationWay: Sendable, Hashable {
  /// The type, by its full name and its properties, which is the same in another process.
  package let type: String

  /// The first key that is filled in; empty for the value as a whole.
  package let key: String

  package init(type: String, key: String) {
    self.type = type
    self.key = key
  }
}

/// Is told before an initialiser meets made-up values, and may forbid it.
///
/// Explorations are nested where a value in a value has problems; each `end` belongs to the last
/// `begin` that was allowed.
package protocol ExplorationWatch: Sendable {
  /// Returns why the way must not be taken; nil where it may.
  func begin(_ way: ExplorationWay) -> UnexploredPart.Reason?

  /// Notes that the initialiser has come back.
  func end()
}

extension StrictDecoder {
  /// The same decoder, which asks somebody before it gives made-up values.
  package func watched(by watch: any ExplorationWatch) -> StrictDecoder {
    var decoder = self
    decoder.explorationWatch = watch
    return decoder
  }

  /// Whether code that a made-up value ends ends nothing but what was made for it.
  var isContained: Bool { exploration == .inChild || explorationWatch != nil }

  /// Does some work that hands made-up values to a type, or returns why it must not be done.
  func explore(
    _ info: TypeInfo, without key: String, _ work: () -> NodeFailure
  ) -> Result<NodeFailure, UnexploredPart.Reason> {
    switch exploration {
    case .none: return .failure(.notAllowed)
    case .inProcess, .inChild:
      if let watch = explorationWatch {
        if let reason = watch.begin(ExplorationWay(type: info.identity, key: key)) {
          return .failure(reason)
        }
        defer { watch.end() }
        return .success(work())
      }
      if exploration == .inChild,
        let reason = ExploringChild.refusal(of: info.type, without: key, { _ = work() })
      {
        return .failure(reason)
      }
      return .success(work())
    }
  }
}
