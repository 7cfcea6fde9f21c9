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

  @Test func enumerationKnowsTheTypeAroundIt() {
    enum Outer {
      struct Inner { enum Key: CodingKey { case a } }
    }
    #expect(TypeReflection.enclosingType(ofEnumeration: Outer.Inner.Key.self) == Outer.Inner.self)
    #expect(TypeReflection.enclosingType(ofEnumeration: FloatingPointSign.self) == nil)
    #expect(TypeReflection.enclosingType(ofEnumeration: Size.self) == nil)
  }
}
