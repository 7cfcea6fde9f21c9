import Foundation
import StrictJSON
import Testing

/// Code that ends the program, or never returns, on values that were made up for it.
@Suite struct TrialTests {
  #if os(Linux)
    @Test(arguments: [
      #"{"code": 7, "name": "n"}"#, #"{"name": "n"}"#, #"{"code": null, "name": 1}"#,
    ])
    func typeThatTrapsOnMadeUpValuesIsLeftAlone(_ text: String) throws {
      for type in trapping { try expectLeftAlone(type, text) }
    }

    @Test func loopOnAMadeUpValueEnds() throws {
      try expectLeftAlone(Looping.self, #"{"code": 7, "name": 1}"#)
    }
  #endif

  @Test func realDataThatFitsIsDecoded() throws {
    for type in trapping {
      let report = StrictDecoder().check(
        type, in: try JSONDocument(Array(#"{"code": "AB-12", "name": "n"}"#.utf8)))
      #expect(report.issues.isEmpty && report.unexplored.isEmpty)
    }
  }

  private let trapping: [any Decodable.Type] = [
    Demanding.self, Indexing.self, Failing.self, Leaving.self, LeavingQuietly.self,
  ]

  private func expectLeftAlone<Value: Decodable>(_ type: Value.Type, _ text: String) throws {
    let document = try JSONDocument(Array("[\(text), \(text)]".utf8))
    let report = StrictDecoder().check([Value].self, in: document)
    #expect(report.issues.map(\.pointer.description) == ["/0/code", "/1/code"], "\(type)")
    #expect(report.unexplored.map(\.pointer.description) == ["/0", "/1"], "\(type)")
    #expect(
      report.unexplored.allSatisfy { $0.reason.contains("did not come to its end") })
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
  let code: String
  let name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    code = try container.decode(String.self, forKey: .code)
    var position = 0
    while !code.dropFirst(position % 7).hasPrefix("-") { position += 1 }
    name = try container.decode(String.self, forKey: .name)
  }
}
