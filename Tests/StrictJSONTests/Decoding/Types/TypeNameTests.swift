import Foundation
import Testing

@testable import DecodingLaws
@testable import StrictJSON

/// A type for the names of nested types.
struct Graph<Value> {
  struct Node {
    enum Kind { case one }
  }
}

extension Date {
  struct Named {}
}

private struct Hidden {
  struct Inner {}
}

@Suite struct TypeNameTests {
  @Test func nameHasParentsAndNoModule() {
    #expect(TypeName.readable(Flat.self) == "Flat")
    #expect(TypeName.readable(User.Company.self) == "User.Company")
    #expect(TypeName.readable(Page<Item>.self) == "Page<Item>")
    #expect(TypeName.readable(Graph<URL?>.Node.Kind.self) == "Graph<Optional<URL>>.Node.Kind")
    #expect(TypeName.readable([String: [Int]].self) == "Dictionary<String, Array<Int>>")
    #expect(TypeName.readable(Date.Named.self) == "Date.Named")
    #expect(TypeName.readable(Hidden.Inner.self) == "Hidden.Inner")
    #expect(TypeName.readable(Int.self) == "Int")
    #expect(TypeName.readable((Int, URL).self) == "(Int, URL)")
  }

  @Test func localTypeHasItsName() {
    struct Local {}
    #expect(TypeName.readable(Local.self) == "Local")
    #expect(TypeName.readable([Local].self) == "Array<Local>")
  }
}
