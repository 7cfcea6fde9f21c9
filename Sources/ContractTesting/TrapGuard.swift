import Foundation
import Synchronization

/// Lets a run go on after the code of a type has ended the program.
///
/// An initialiser that unwraps `nil` or indexes past the end ends the process, on this document, in
/// the app as well as here. Nothing in Swift can catch that. So before a type meets a document the
/// two names are put down, and where a signal says that the code ended the process, the program is
/// started once more in its place (`execve`), with the names in its environment. The second run
/// passes over this type with this document and reports it as a finding, beside all others.
///
///     run 1   decode RecipesDTO, 52958.json     conforms
///             decode RecipesDTO, 52959.json     SIGILL → execve, with "RecipesDTO 52959.json"
///     run 2   decode RecipesDTO, 52958.json     conforms
///             RecipesDTO, 52959.json            breaking invalid-value: its code ends the program
///
/// Each restart adds a pair, so there are no more of them than documents. Nothing was written
/// before, because reports are written at the end. What was read from standard input is gone,
/// so there the program says only which type ended it.
public enum TrapGuard: Sendable {
  /// The variable that hands the names on; pairs end in U+001E and their parts in U+001F.
  static let variable = "CONTRACT_TRAPPED"

  /// The signals with which a trap, a bad address, or too deep a recursion ends a process.
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// The longest list of names.
  private static let capacity = 65_536

  private static let trapped = Mutex<Set<String>>([])
  private static let isArmed = Mutex(false)

  // What the signal handler reads. It may not allocate, lock, or run anything lazily.
  nonisolated(unsafe) private static var executable: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private static var arguments:
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  nonisolated(unsafe) private static var environment:
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  nonisolated(unsafe) private static var names: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private static var handedOn = 0
  nonisolated(unsafe) private static var isInside = false
  nonisolated(unsafe) private static var mayRestart = true

  /// Makes the process start anew where a type's code ends it; once, before any type is run.
  public static func arm() {
    guard let path = Bundle.main.executablePath,
      isArmed.withLock({ isArmed in
        defer { isArmed = true }
        return !isArmed
      })
    else { return }
    let inherited = ProcessInfo.processInfo.environment[variable] ?? ""
    trapped.withLock { $0 = Set(inherited.split(separator: "\u{1E}").map(String.init)) }
    let others = ProcessInfo.processInfo.environment.filter { $0.key != variable }
    let list = UnsafeMutablePointer<CChar>.allocate(capacity: capacity + 1_024)
    unsafe list.initialize(repeating: 0, count: capacity + 1_024)
    unsafe names = list
    var end = 0
    append("\(variable)=\(inherited)", at: &end)
    unsafe handedOn = end
    unsafe environment = cStrings(others.map { "\($0.key)=\($0.value)" }, last: list)
    unsafe arguments = cStrings(CommandLine.arguments, last: nil)
    unsafe executable = strdup(path)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      unsafe TrapGuard.restart(number)
    }
    action.sa_flags = SA_ONSTACK | Int32(bitPattern: UInt32(SA_NODEFER))
    for number in signals { unsafe sigaction(number, &action, nil) }
    // A process that was started from a signal handler has that signal blocked.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// Says that a second run would not see what this one saw.
  public static func forbidRestart() { unsafe mayRestart = false }

  /// Runs a type's code on a document; nil where it has ended the program before.
  static func run<Value>(type: String, on document: String, _ body: () -> Value) -> Value? {
    guard isArmed.withLock({ $0 }) else { return body() }
    let pair = "\(type)\u{1F}\(document)"
    guard !trapped.withLock({ $0.contains(pair) }) else { return nil }
    var end = unsafe handedOn
    guard append(pair + "\u{1E}", at: &end) else { return body() }
    // Too deep a recursion leaves no room on the stack for the handler.
    let room = 65_536
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
    var stack = unsafe stack_t(ss_sp: memory, ss_flags: 0, ss_size: room)
    var before = unsafe stack_t()
    unsafe sigaltstack(&stack, &before)
    defer {
      unsafe isInside = false
      unsafe sigaltstack(&before, nil)
      unsafe memory.deallocate()
      unsafe names?[handedOn] = 0
    }
    unsafe isInside = true
    return body()
  }

  /// The signal handler: starts the program in place of itself.
  @unsafe private static func restart(_ number: Int32) {
    if unsafe isInside, unsafe mayRestart, let executable = unsafe executable,
      let arguments = unsafe arguments, let environment = unsafe environment
    {
      unsafe execve(executable, arguments, environment)
    }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Writes a text behind a position of the list, with a zero at its end; false where it is full.
  @discardableResult
  private static func append(_ text: String, at end: inout Int) -> Bool {
    let bytes = Array(text.utf8)
    guard let names = unsafe names, end + bytes.count < capacity, !bytes.contains(0) else {
      return false
    }
    for (index, byte) in bytes.enumerated() {
      unsafe names[end + index] = CChar(bitPattern: byte)
    }
    end += bytes.count
    unsafe names[end] = 0
    return true
  }

  @unsafe private static func cStrings(
    _ texts: [String], last: UnsafeMutablePointer<CChar>?
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let count = texts.count + 2
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: count)
    unsafe list.initialize(repeating: nil, count: count)
    for (index, text) in texts.enumerated() { unsafe list[index] = unsafe strdup(text) }
    unsafe list[texts.count] = unsafe last
    return unsafe list
  }
}
