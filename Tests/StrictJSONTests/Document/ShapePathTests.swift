@testable import StrictJSON
import Testing

@Suite struct ShapePathTests {
  /// Law: a path reads back from its own text.
  @Test(
    arguments: [
      [], [.member("meals"), .elements, .member("strMeal")], [.values, .values],
      [.member("it's"), .member(#"a\b"#), .member(""), .member("a b"), .member("é")],
      [.member("\u{1}\u{1F}"), .member("*"), .member("]"), .elements, .elements],
    ] as [[ShapePath.Step]])
  func textReadsBack(_ steps: [ShapePath.Step]) {
    let path = ShapePath(steps: steps)
    #expect(ShapePath(path.description) == path, "\(path)")
  }

  /// Law: a path is its steps, however it was made.
  @Test(arguments: [0, 1, 7])
  func pathsWithTheSameStepsAreOne(_ count: Int) {
    let steps =
      (0..<count).map { $0.isMultiple(of: 3) ? .elements : .member("\($0)") }
      as [ShapePath.Step]
    let path = ShapePath(steps: steps)
    let grown = steps.reduce(ShapePath()) { $0.appending($1) }
    #expect(path == grown && path.hashValue == grown.hashValue)
    #expect(path.steps == steps && path.depth == count && path.last == steps.last)
    for depth in 0...count {
      let above = ShapePath(steps: Array(steps.prefix(depth)))
      #expect(path.isWithin(above) && path.steps(below: depth) == Array(steps.dropFirst(depth)))
      #expect((above == path) == (depth == count) && above.isWithin(path) == (depth == count))
      let image = ShapePath(steps: [.values, .member("x")])
      #expect(path.moved(from: above, to: image).steps == image.steps + steps.dropFirst(depth))
    }
    #expect(path.parent == (count == 0 ? nil : ShapePath(steps: steps.dropLast())))
    #expect(path.appending(.values) != path.appending(.elements))
    #expect(!path.appending(.values).isWithin(path.appending(.elements)))
  }

  /// A path in a suite's file may have any length; the parts of a path are freed one by one.
  @Test func longPathIsReadComparedAndFreed() async {
    let text = "$" + String(repeating: ".a", count: 300_000)
    let path = ShapePath(text)
    #expect(path?.depth == 300_000 && path == ShapePath(text))
  }

  @Test(arguments: [
    "", "meals", "$meals", "$.", "$[", "$[*", "$['a'", "$['a", #"$['\x']"#, #"$['\u12']"#, "$.1a",
    "$[0]", "$..a", "$.a ", #"$['\ud800']"#,
  ])
  func otherTextIsNoPath(_ text: String) {
    #expect(ShapePath(text) == nil)
  }
}
