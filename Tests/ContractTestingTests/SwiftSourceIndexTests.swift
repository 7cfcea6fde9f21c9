import TestSupport
import Testing

@testable import ContractTesting

@Suite struct SwiftSourceIndexTests {
  private static let source = #"""
    import Foundation
    // struct Recipe { let wrong: Int }
    /* struct Recipe { /* let wrong: Int */ } */
    public struct Recipe: Decodable {
      let text = "struct Other { let name: Int }\("}")"
      let name, other: String
      var `class`: String { let local = 1; return "\(local)" }
      class func make() -> Recipe { fatalError() }
      static var count: Int { 0 }
      enum CodingKeys: String, CodingKey {
        case name = "strMeal"
      }
      struct Step {
        let text: String
      }
      func read() { struct Hidden { let inside: Int } }
    }
    extension Recipe.Step { var extra: Int { 1 } }
    extension Shop { struct Order<Item> { let items: [Item] } }
    let raw = #"{ " } struct Raw { let a: Int }"#
    let long = """
      struct Long { let a: Int }
      """
    protocol Named { var title: String { get } }
    struct After { let last: Int }
    """#

  private static let index: SwiftSourceIndex = {
    var index = SwiftSourceIndex()
    index.add(Array(source.utf8), file: "a.swift")
    return index
  }()

  private func place(_ type: String, _ property: String?) -> String? {
    Self.index.place(of: DTOReference(type: type, property: property)).map {
      "\($0.line):\($0.column)"
    }
  }

  @Test(
    arguments: [
      ("Recipe", nil, "4:15"), ("Recipe", "name", "6:7"), ("Recipe", "text", "5:7"),
      ("Recipe", "class", "7:7"), ("Recipe", "count", "9:14"), ("Recipe.Step", "text", "14:9"),
      ("Recipe.Step", "extra", "18:29"), ("Shop.Order<Int>", "items", "19:43"),
      ("After", "last", "25:20"), ("Recipe", "unknown", "4:15"),
    ] as [(String, String?, String)])
  func declarationIsFound(_ type: String, _ property: String?, _ expected: String) {
    #expect(place(type, property) == expected)
  }

  @Test(arguments: ["Other", "Raw", "Long", "Named", "Recipe.Hidden", "Hidden"])
  func whatIsNoDeclarationOfATypeIsNotFound(_ type: String) {
    #expect(place(type, "a") == nil)
  }

  @Test func nameThatIsDeclaredTwiceIsNowhere() {
    var index = Self.index
    index.add(Array("struct After { let last: Int }".utf8), file: "b.swift")
    #expect(index.place(of: DTOReference(type: "After", property: "last")) == nil)
  }

  /// Any bytes end, and none of them is a trap.
  @Test func anyPrefixOfASourceIsRead() {
    let bytes = Array(Self.source.utf8)
    for length in bytes.indices {
      var index = SwiftSourceIndex()
      index.add(Array(bytes.prefix(length)), file: "a.swift")
    }
  }
}
