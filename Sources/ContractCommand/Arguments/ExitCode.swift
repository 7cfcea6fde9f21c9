/// What the command tells the shell.
package enum ExitCode: Int32, Sendable, Hashable, CaseIterable {
  /// Nothing was found at or above the fail level.
  case conforms = 0

  /// There are findings at or above the fail level.
  case findings = 1

  /// The arguments are wrong.
  case usage = 2

  /// The command could not do its work: an unreachable server, an unreadable file.
  case failure = 3

  /// The code of a run that came to its end.
  ///
  /// Findings come first: they are certain, whatever else could not be looked at. An outage is allowed
  /// only where nothing else went wrong.
  init(hasFindings: Bool, hasProblems: Bool, hasOutages: Bool, allowsOutages: Bool) {
    self =
      if hasFindings {
        .findings
      } else if hasProblems || hasOutages && !allowsOutages {
        .failure
      } else {
        .conforms
      }
  }

  /// What the code means, for the help text.
  var explanation: String {
    switch self {
    case .conforms: "no findings at or above the fail level"
    case .findings: "findings at or above the fail level"
    case .usage: "wrong usage"
    case .failure: "could not run: a server that does not answer, a file that cannot be read"
    }
  }
}
