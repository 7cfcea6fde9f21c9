/// When the text report is coloured: the value of `--color`.
enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  case auto, always, never

  /// Decides, from the environment and from whether the output is a terminal.
  ///
  /// A variable `NO_COLOR` that is not empty and a `TERM` of `dumb` count for `auto` only: who
  /// writes `--color always` knows better. https://no-color.org
  func usesColor(environment: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && environment["TERM"] != "dumb" && environment["NO_COLOR", default: ""].isEmpty
    }
  }
}
