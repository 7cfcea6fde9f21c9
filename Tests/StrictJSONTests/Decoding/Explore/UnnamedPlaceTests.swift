import StrictJSON
import TestSupport
import Testing

/// Values that go to properties which no key is named like.
@Suite(.computing) struct UnnamedPlaceTests {
  struct Presentation { let style: String, delay: Int }

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
      let style = try container.decode(String.self, forKey: .showStyle)
      presentation = Presentation(style: style, delay: delay)
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test(arguments: [
    (#"{"id": 1, "showDelay": 2, "showStyle": "a", "name": 3}"#, ["/id", "/name"]),
    (#"{"id": "x", "showDelay": "y", "showStyle": "a", "name": 3}"#, ["/name", "/showDelay"]),
    (#"{"id": 1, "showDelay": {}, "showStyle": "a"}"#, ["/id", "/name", "/showDelay"]),
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
}
