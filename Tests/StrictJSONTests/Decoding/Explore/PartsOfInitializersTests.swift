import Foundation
import TestSupport
import Testing

@testable import DecodingLaws
@testable import StrictJSON

/// Initialisers that have other types read their own value.
@Suite(.computing) struct PartsOfInitializersTests {
  struct Size: Decodable {
    let width: Int
    let height: Int
  }

  /// The parts are properties.
  struct Box: Decodable {
    let size: Size
    let label: String

    enum CodingKeys: CodingKey { case label }

    init(from decoder: any Decoder) throws {
      size = try Size(from: decoder)
      label = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .label)
    }
  }

  /// The code computes with what the private type reads.
  struct Site: Decodable {
    let link: URL
    let title: String
    let sites: [Site]

    private struct Raw: Decodable {
      let link: String
      let name: String
      let age: Int
      let sites: [Site]?
    }

    init(from decoder: any Decoder) throws {
      let raw = try Raw(from: decoder)
      guard let link = URL(string: raw.link), link.scheme != nil else { fatalError("no link") }
      self.link = link
      title = "\(raw.name) (\(raw.age))"
      sites = raw.sites ?? []
    }
  }

  @Test func problemsOfAllPartsAreTold() throws {
    let report = try report(Box.self, #"{"width": "x", "height": null, "label": 7}"#)
    #expect(report.issues.map(\.pointer.description) == ["/width", "/height", "/label"])
    #expect(report.unexplored.isEmpty)
  }

  /// `link` is never made up: the text would have to be that of a URL.
  @Test func problemsOfAPrivateTypeAreTold() throws {
    let inner = #"{"link": "a:b", "name": 1, "age": []}"#
    let text = #"{"link": 7, "name": "n", "age": "x", "sites": [\#(inner)]}"#
    let report = try report(Site.self, text)
    #expect(
      report.issues.map(\.pointer.description) == [
        "/link", "/age", "/sites/0/name", "/sites/0/age",
      ])
    #expect(report.unexplored.map(\.pointer.description) == ["/sites/0", ""])
  }

  /// The parts are in the cases of a property, and share the keys that are declared around them, as in OpenAPIKit.
  struct Schema: Decodable {
    struct Text { var isLong = false }
    struct Number {}
    struct Core<Kind>: Decodable {
      let title: String?
      let note: String?
      let isOld: Bool?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CoreKeys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        note = try container.decodeIfPresent(String.self, forKey: .note)
        isOld = try container.decodeIfPresent(Bool.self, forKey: .isOld)
      }
    }
    struct Range: Decodable {
      let minimum: Double
      let maximum: Double
    }
    enum CoreKeys: String, CodingKey { case title, note, isOld = "old" }
    enum Value {
      case text(Core<Text>)
      case number(Core<Number>, Range)
      case reference(name: String, of: String)
    }
    enum CodingKeys: CodingKey { case type, name, of }

    let value: Value

    init(from decoder: any Decoder) throws {
      if let other = try? decoder.singleValueContainer().decode([Int].self) {
        value = .reference(name: "\(other)", of: "")
        return
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": value = .text(try Core<Text>(from: decoder))
      case "number":
        value = .number(try Core<Number>(from: decoder), try Range(from: decoder))
      default:
        value = .reference(
          name: try container.decode(String.self, forKey: .name),
          of: try container.decode(String.self, forKey: .of))
      }
    }
  }

  @Test(arguments: [
    (#"{"type": "text", "title": 1, "note": 2, "old": 3}"#, ["/title", "/note", "/old"]),
    (
      #"{"type": "number", "title": 1, "minimum": "x", "maximum": null}"#,
      ["/title", "/minimum", "/maximum"]
    ),
    // Code has these in its hands before they go into the case.
    (#"{"type": "other", "name": 1, "of": 2}"#, ["/name"]),
  ])
  func partsInCasesAreTold(text: String, pointers: [String]) throws {
    let report = try report(Schema.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
  }

  /// A key that one of the cases has, too, is asked for to choose by it.
  enum Upload: Decodable {
    struct Done: Decodable {
      let id: Int
      let url: String
    }
    struct Pending: Decodable { let id: Int }

    case done(Done)
    case pending(Pending)

    enum CodingKeys: CodingKey { case url }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let value = try decoder.singleValueContainer()
      if try container.decodeIfPresent(String.self, forKey: .url) != nil {
        self = .done(try value.decode(Done.self))
      } else {
        self = .pending(try value.decode(Pending.self))
      }
    }
  }

  @Test func keyOfAChoiceIsNoPart() throws {
    let report = try report(Upload.self, #"{"id": "x", "url": null}"#)
    #expect(report.issues.map(\.pointer.description) == ["/id"])
  }

  @Test func enumerationKnowsTheTypeAroundIt() {
    enum Outer {
      struct Inner { enum Key: CodingKey { case a } }
    }
    #expect(TypeReflection.enclosingType(ofEnumeration: Outer.Inner.Key.self) == Outer.Inner.self)
    #expect(TypeReflection.enclosingType(ofEnumeration: FloatingPointSign.self) == nil)
    #expect(TypeReflection.enclosingType(ofEnumeration: Size.self) == nil)
  }
}
