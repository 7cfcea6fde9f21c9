import Foundation
import StrictJSON
import Synchronization
import Testing

/// Code that ends the program, or never returns, on values that were made up for it.
@Suite struct ExploringChildTests {
  #if os(Linux)
    @Test(arguments: [
      #"{"code": 7, "name": "n"}"#, #"{"name": "n"}"#, #"{"code": null, "name": 1}"#,
    ])
    func typeThatTrapsOnMadeUpValuesIsLeftAlone(_ text: String) throws {
      for type in trapping { try expectLeftAlone(type, text) }
    }

    /// That a child was late says nothing about the type: the next document is tried again.
    @Test func lateChildIsNotRemembered() throws {
      let text = #"{"code": 7, "name": 1}"#
      let late = try check([Looping].self, "[\(text)]", .inChild)
      #expect(late.issues.map(\.pointer.description) == ["/0/code"])
      #expect(late.unexplored.map(\.cause) == [.late])
      Looping.loops.store(false, ordering: .relaxed)
      var next = try check([Looping].self, "[\(text)]", .inChild)
      // A processor that is shared with all other tests may make it late once more.
      for _ in 0..<10 where !next.unexplored.isEmpty {
        next = try check([Looping].self, "[\(text)]", .inChild)
      }
      #expect(next.issues.map(\.pointer.description) == ["/0/code", "/0/name"])
      #expect(next.unexplored.isEmpty)
    }
  #endif

  @Test(arguments: StrictDecoder.Exploration.allCases)
  func realDataThatFitsIsDecoded(_ exploration: StrictDecoder.Exploration) throws {
    func check<Value: Decodable>(_ type: Value.Type) throws -> DecodingReport {
      try self.check(type, #"{"code": "AB-12", "name": "n"}"#, exploration)
    }
    for type in trapping {
      let report = try check(type)
      #expect(report.issues.isEmpty && report.unexplored.isEmpty)
    }
  }

  /// Without made-up values each initialiser stops, and the elements of a list are still walked.
  @Test func noMadeUpValueIsGivenWhereNoneIsWanted() throws {
    let text = #"{"code": 7, "name": 1}"#
    for type in trapping { try expectLeftAlone(type, text, .none, because: .notAllowed) }
  }

  private let trapping: [any Decodable.Type] = [
    Demanding.self, Indexing.self, Failing.self, Leaving.self, LeavingQuietly.self,
  ]

  private func check<Value: Decodable>(
    _ type: Value.Type, _ text: String, _ exploration: StrictDecoder.Exploration
  ) throws -> DecodingReport {
    var decoder = StrictDecoder()
    decoder.exploration = exploration
    return decoder.check(type, in: try JSONDocument(Array(text.utf8)))
  }

  private func expectLeftAlone<Value: Decodable>(
    _ type: Value.Type, _ text: String, _ exploration: StrictDecoder.Exploration = .inChild,
    because reason: UnexploredPart.Reason = .endedChild
  ) throws {
    let report = try check([Value].self, "[\(text), \(text)]", exploration)
    #expect(report.issues.map(\.pointer.description) == ["/0/code", "/1/code"], "\(type)")
    #expect(report.unexplored.map(\.pointer.description) == ["/0", "/1"], "\(type)")
    #expect(report.unexplored.map(\.cause) == [reason, reason])
    #expect(report.unread.isEmpty)
  }
}

/// Ends the program as if all were well.
private struct LeavingQuietly: Decodable, Coded {
  let code: String
  let name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    code = try container.decode(String.self, forKey: .code)
    if !code.hasPrefix("AB-") { exit(0) }
    name = try container.decode(String.self, forKey: .name)
  }
}

/// Each asks for the values of its properties in turn, and counts on more than their types between.
private protocol Coded {
  var code: String { get }
  var name: String { get }
}

private enum Keys: String, CodingKey { case code, name }

private struct Demanding: Decodable, Coded {
  let code: String
  let name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    code = try container.decode(String.self, forKey: .code)
    precondition(code.hasPrefix("AB-"))
    name = try container.decode(String.self, forKey: .name)
  }
}

private struct Indexing: Decodable, Coded {
  let code: String
  let name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    code = try container.decode(String.self, forKey: .code)
    _ = code.split(separator: "-")[1]
    name = try container.decode(String.self, forKey: .name)
  }
}

private struct Failing: Decodable, Coded {
  let code: String
  let name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    code = try container.decode(String.self, forKey: .code)
    guard code.contains("-") else { fatalError("a code has a hyphen") }
    name = try container.decode(String.self, forKey: .name)
  }
}

private struct Leaving: Decodable, Coded {
  let code: String
  let name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    code = try container.decode(String.self, forKey: .code)
    if !code.contains("-") { exit(3) }
    name = try container.decode(String.self, forKey: .name)
  }
}

private struct Looping: Decodable, Coded {
  static let loops = Atomic<Bool>(true)

  let code: String
  let name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    code = try container.decode(String.self, forKey: .code)
    while Self.loops.load(ordering: .relaxed) { usleep(1_000) }
    name = try container.decode(String.self, forKey: .name)
  }
}
