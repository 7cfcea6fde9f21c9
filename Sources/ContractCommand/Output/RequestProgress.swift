import ContractReports
import Synchronization

/// Tells on standard error what a run asks for: a bar on a terminal, and a line for each endpoint in a job.
package final class RequestProgress: Sendable {
  /// How it is told.
  package enum Style: Sendable, Hashable {
    case none, bar, lines
  }

  private struct State {
    var asked = 0
    var expected = 0
    var endpoint = ""
  }

  private let world: CommandWorld
  private let style: Style
  private let state = Mutex(State())

  /// The cells of the bar.
  private static let width = 20

  /// Makes a progress for a run; a quiet one tells nothing.
  init(_ world: CommandWorld, isQuiet: Bool) {
    self.world = world
    style = isQuiet ? .none : world.progress
  }

  /// Says how many requests there are at least.
  func expect(_ count: Int) {
    state.withLock { $0.expected = count }
  }

  /// Notes a request, by the name of its fixture.
  func willAsk(_ name: String) {
    guard style != .none else { return }
    let endpoint = name.split(separator: "/").prefix(2).joined(separator: "/")
    let text = state.withLock { state -> String in
      state.asked += 1
      switch style {
      case .none: return ""
      case .bar:
        let total = max(state.expected, state.asked)
        let filled = Self.width * state.asked / total
        let bar =
          String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        return "\r\u{1B}[K[\(bar)] \(state.asked)/\(total) \(Escaping.terminal(name, limit: 60))"
      case .lines:
        guard state.endpoint != endpoint else { return "" }
        state.endpoint = endpoint
        return "\(world.programName): asking \(Escaping.terminal(endpoint, limit: 100))\n"
      }
    }
    if !text.isEmpty { world.writeError(text) }
  }

  /// Takes the bar away.
  func end() {
    if style == .bar, state.withLock({ $0.asked }) > 0 { world.writeError("\r\u{1B}[K") }
  }
}
