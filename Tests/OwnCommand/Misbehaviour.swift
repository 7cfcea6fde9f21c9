import ContractTesting
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Something that an initialiser should not do.
protocol Misbehaviour: SendableMetatype {
  static func act()
}

/// What an initialiser may do, by the name that tests know it by.
let misbehaviours: [(name: String, type: any Misbehaviour.Type)] = [
  ("trap", Trap.self), ("index", Index.self), ("try", ForcedTry.self), ("abort", Abort.self),
  ("null", NullPointer.self), ("divide", Divide.self), ("recursion", Recursion.self),
  ("exit", ExitWell.self), ("exit3", ExitBadly.self), ("_exit", ExitAtOnce.self),
  ("terminate", Terminate.self), ("kill", Kill.self), ("stop", Stop.self), ("loop", Loop.self),
  ("sleep", Sleep.self), ("semaphore", Wait.self), ("lock", Lock.self), ("memory", Memory.self),
  ("growth", Growth.self), ("close", CloseAll.self), ("fork", Fork.self),
  ("thread", OtherThread.self),
  ("print", Print.self), ("input", Input.self), ("folder", Folder.self), ("words", Words.self),
  ("leftover", Leftover.self), ("told-loop", ToldLoop.self),
]

/// Misbehaves on a document whose `code` is `bad`.
struct Real<Action: Misbehaviour>: Decodable {
  let code: String
  let name: String

  enum CodingKeys: String, CodingKey { case code, name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let code = try container.decode(String.self, forKey: .code)
    if code == "bad" { Action.act() }
    self.code = code
    name = try container.decode(String.self, forKey: .name)
  }
}

/// Misbehaves on a code that no document has, and only made-up values are.
struct MadeUp<Action: Misbehaviour>: Decodable {
  let code: String
  let name: String

  enum CodingKeys: String, CodingKey { case code, name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try container.decode(String.self, forKey: .code)
    if !code.hasPrefix("AB-") { Action.act() }
    name = try container.decode(String.self, forKey: .name)
  }
}

/// Misbehaves without a document, where its first request is refused.
struct Unread<Action: Misbehaviour>: Decodable {
  let code: String

  enum CodingKeys: String, CodingKey { case code, name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let code = try? container.decode(String.self, forKey: .code) else {
      Action.act()
      self.code = ""
      return
    }
    self.code = code
  }
}

extension Misbehaviour {
  static func bindings(named name: String) -> [DTOBinding] {
    [
      DTOBinding(Real<Self>.self, named: "real-\(name)"),
      DTOBinding(MadeUp<Self>.self, named: "made-up-\(name)"),
      DTOBinding(Unread<Self>.self, named: "unread-\(name)"),
    ]
  }
}

enum Trap: Misbehaviour {
  static func act() {
    let nothing = Int("x")
    precondition(nothing != nil, "there is a number")
  }
}
enum Index: Misbehaviour {
  static func act() { print([Int]()[CommandLine.arguments.count]) }
}
enum ForcedTry: Misbehaviour {
  // swift-format-ignore: NeverUseForceTry
  static func act() { _ = try! JSONDecoder().decode(Int.self, from: Data()) }
}
enum Abort: Misbehaviour { static func act() { abort() } }
enum NullPointer: Misbehaviour {
  static func act() { unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
}
enum Divide: Misbehaviour { static func act() { raise(SIGFPE) } }
enum Recursion: Misbehaviour {
  static func act() { print(depth(0)) }
  private static func depth(_ level: Int) -> Int { level < 0 ? 0 : depth(level + 1) &+ 1 }
}
enum ExitWell: Misbehaviour { static func act() { exit(0) } }
enum ExitBadly: Misbehaviour { static func act() { exit(3) } }
enum ExitAtOnce: Misbehaviour { static func act() { _exit(0) } }
enum Terminate: Misbehaviour { static func act() { raise(SIGTERM) } }
enum Kill: Misbehaviour { static func act() { raise(SIGKILL) } }
enum Stop: Misbehaviour { static func act() { raise(SIGSTOP) } }
enum Loop: Misbehaviour {
  static func act() {
    // One without an effect would be left out by the optimiser.
    while getpid() > 0 {}
  }
}
enum Sleep: Misbehaviour { static func act() { Thread.sleep(forTimeInterval: 3_600) } }
enum Wait: Misbehaviour { static func act() { DispatchSemaphore(value: 0).wait() } }
enum Lock: Misbehaviour {
  private static let lock = NSLock()
  static func act() {
    lock.lock()
    lock.lock()
  }
}
enum Memory: Misbehaviour {
  static func act() { print([Int](repeating: 1, count: 12_500_000_000).count) }
}
enum Growth: Misbehaviour {
  static func act() {
    var blocks: [[UInt8]] = []
    while true { blocks.append([UInt8](repeating: 1, count: 64 << 20)) }
  }
}
enum CloseAll: Misbehaviour {
  static func act() { for descriptor in Int32(0)..<1_024 { close(descriptor) } }
}
enum Fork: Misbehaviour {
  static func act() {
    #if canImport(Darwin)
      abort()
    #else
      _ = fork()
    #endif
  }
}
enum OtherThread: Misbehaviour {
  static func act() {
    Thread.detachNewThread { fatalError("another thread") }
    Thread.sleep(forTimeInterval: 3_600)
  }
}

/// Comes back, and ends the program a moment later.
enum Leftover: Misbehaviour {
  static func act() {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.2)
      fatalError("nobody waits for me")
    }
  }
}

// What does no harm where it is contained.

enum Print: Misbehaviour {
  static func act() {
    let line = String(repeating: "noise ", count: 1_000)
    for _ in 0..<400 {
      print(line)
      FileHandle.standardError.write(Data(line.utf8))
    }
  }
}
enum Input: Misbehaviour {
  static func act() { precondition(readLine() == nil) }
}
enum Folder: Misbehaviour {
  static func act() { _ = FileManager.default.changeCurrentDirectoryPath("/") }
}
/// Ends with words that a terminal would obey.
enum Words: Misbehaviour {
  static func act() {
    FileHandle.standardError.write(
      Data("\u{1B}[2J::error::".utf8) + Data(String(repeating: "x", count: 9_000).utf8))
    abort()
  }
}

/// Writes the number of its process into a file beside the documents, and loops.
enum ToldLoop: Misbehaviour {
  static func act() {
    _ = FileManager.default.createFile(atPath: "pid", contents: Data("\(getpid())\n".utf8))
    while getpid() > 0 {}
  }
}
