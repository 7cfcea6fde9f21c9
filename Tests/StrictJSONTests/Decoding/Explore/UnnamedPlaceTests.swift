import StrictJSON
import TestSupport
import Testing

/// Values that go to properties which no key is named like.
@Suite(.computing) struct UnnamedPlaceTests {
  enum Style: String, Decodable { case full, half }
  struct Presentation { let style: Style, delay: Int }

  /// Keys under other names than those of the properties, and values that go into a struct.
  struct Paywall: Decodable {
    let databaseID: String
    let presentation: Presentation
    let name: String

    enum CodingKeys: CodingKey { case id, showDelay, showStyle, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      databaseID = try container.decode(String.self, forKey: .id)
      let delay = try container.decode(Int.self, forKey: .showDelay)
      let style = try container.decode(Style.self, forKey: .showStyle)
      presentation = Presentation(style: style, delay: delay)
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test(arguments: [
    (#"{"id": 1, "showDelay": 2, "showStyle": "full", "name": 3}"#, ["/id", "/name"]),
    (#"{"id": "x", "showDelay": "y", "showStyle": "full", "name": 3}"#, ["/name", "/showDelay"]),
    (#"{"id": 1, "showDelay": {}, "showStyle": "full"}"#, ["/id", "/name", "/showDelay"]),
  ])
  func problemsBehindThemAreTold(_ text: String, _ pointers: [String]) throws {
    let report = try expectProblems(Paywall.self, text, pointers)
    #expect(report.unexplored.isEmpty, "\(report)")
  }

  /// A value with what belongs to it under a second key, as in FHIR's JSON.
  struct Primitive<Value: Decodable>: Decodable {
    let value: Value?
    let note: String?

    enum CodingKeys: CodingKey { case note }

    init(_ value: Value?, note: String?) { (self.value, self.note) = (value, note) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(nil, note: try container.decode(String.self, forKey: .note))
    }

    init<Key>(
      from container: KeyedDecodingContainer<Key>, forKey key: Key, beside other: Key
    ) throws {
      let value = try container.decodeIfPresent(Value.self, forKey: key)
      if let beside = try container.decodeIfPresent(Self.self, forKey: other) {
        self.init(value, note: beside.note)
      } else if let value {
        self.init(value, note: nil)
      } else {
        throw DecodingError.keyNotFound(
          key, .init(codingPath: container.codingPath, debugDescription: "neither is there"))
      }
    }
  }

  struct Patient: Decodable {
    let name: Primitive<String>
    let age: Primitive<Int>

    enum CodingKeys: CodingKey { case name, _name, age, _age }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try Primitive(from: container, forKey: .name, beside: ._name)
      age = try Primitive(from: container, forKey: .age, beside: ._age)
    }
  }

  @Test(arguments: [
    (#"{"name": 1, "age": "x"}"#, ["/age", "/name"]),
    (#"{"name": "a", "_name": {"note": 5}, "age": "x"}"#, ["/_name/note", "/age"]),
  ])
  func valuesOfStructsInPropertiesAreTold(_ text: String, _ pointers: [String]) throws {
    _ = try expectProblems(Patient.self, text, pointers)
  }

  struct Text: Decodable { let kind: String, body: String }
  struct Image: Decodable { let kind: String, body: String, url: String }

  /// Reads a word of what goes into a property of any type first.
  struct Event: Decodable {
    let content: any Decodable

    enum CodingKeys: CodingKey { case content }
    struct Peek: Decodable { let kind: String }
    struct Unknown: Error {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(Peek.self, forKey: .content).kind {
      case "text": content = try container.decode(Text.self, forKey: .content)
      case "image": content = try container.decode(Image.self, forKey: .content)
      default: throw Unknown()
      }
    }
  }

  /// What another record says of its kind says nothing of a broken one.
  @Test func recordOfUnknownKindIsNotCheckedForSure() throws {
    let report = try expectProblems(
      [Event].self,
      #"[{"content": {"kind": "text", "body": "b"}}, {"content": {"kind": 5, "body": "c", "url": 5}}]"#,
      ["/1/content/kind"])
    #expect(report.unexplored.map(\.pointer.description) == ["/1"], "\(report)")
  }

  /// A word beside another member, and one of a plain enumeration, under a key of another name than the property's.
  struct Message: Decodable {
    let payload: any Decodable

    enum CodingKeys: CodingKey { case content }
    enum Kind: String, Decodable { case text, image }
    struct Peek: Decodable { let kind: Kind, version: Int }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(Peek.self, forKey: .content).kind {
      case .text: payload = try container.decode(Text.self, forKey: .content)
      case .image: payload = try container.decode(Image.self, forKey: .content)
      }
    }
  }

  /// A word that may be absent.
  struct Note: Decodable {
    let content: (any Decodable)?

    enum CodingKeys: CodingKey { case content }
    struct Peek: Decodable { let kind: String }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decodeIfPresent(Peek.self, forKey: .content)?.kind {
      case "text": content = try container.decode(Text.self, forKey: .content)
      case "image": content = try container.decode(Image.self, forKey: .content)
      default: content = nil
      }
    }
  }

  @Test func valueThatWasReadToChooseIsNotCheckedForSure() throws {
    let text =
      #"[{"content": {"kind": "text", "version": 1, "body": "b"}}, {"content": {"kind": 5, "version": 1, "body": "c", "url": 5}}]"#
    for type in [[Message].self, [Note].self] as [any Decodable.Type] {
      func report<Root: Decodable>(_ type: Root.Type) throws -> DecodingReport {
        try expectProblems(type, text, ["/1/content/kind"])
      }
      let report = try report(type)
      #expect(report.unexplored.map(\.pointer.description) == ["/1"], "\(report)")
    }
  }

  // MARK: Code that would end the process

  struct Span {
    let low: Int, high: Int, range: ClosedRange<Int>
    init(_ low: Int, _ high: Int) { (self.low, self.high, range) = (low, high, low...high) }
  }

  struct Version {
    let major: Int, text: String
    init(_ text: String) {
      self.text = text
      major = Int(text.split(separator: ".")[1]) ?? 0
    }
  }

  struct Colour {
    let hex: String
    init(_ hex: String) {
      precondition(hex.hasPrefix("#"))
      self.hex = hex
    }
  }

  struct Limits: Decodable {
    let span: Span
    let version: Version
    let colour: Colour
    let letter: Character
    let rawID: String
    let last: String

    enum CodingKeys: CodingKey { case low, high, version, colour, firstLetter, id }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let low = try container.decode(Int.self, forKey: .low)
      span = Span(low, try container.decode(Int.self, forKey: .high))
      version = Version(try container.decode(String.self, forKey: .version))
      colour = Colour(try container.decode(String.self, forKey: .colour))
      letter = Character(try container.decode(String.self, forKey: .firstLetter))
      rawID = try container.decode(String.self, forKey: .id)
      last = String(rawID.split(separator: "/")[1])
    }
  }

  @Test(arguments: ["low", "high", "version", "colour", "firstLetter", "id"])
  func nothingIsMadeUpForCodeThatComputes(_ key: String) throws {
    let members = [
      "low": "5", "high": "9", "version": #""1.2""#, "colour": ##""#fff""##,
      "firstLetter": #""a""#, "id": #""a/7""#,
    ].map { #""\#($0)": \#($0 == key ? "{}" : $1)"# }
    _ = try expectProblems(Limits.self, "{\(members.joined(separator: ","))}", ["/\(key)"])
  }
}
