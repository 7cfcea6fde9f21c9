import StrictJSON
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

  @Test(arguments: [
    "", "meals", "$meals", "$.", "$[", "$[*", "$['a'", "$['a", #"$['\x']"#, #"$['\u12']"#, "$.1a",
    "$[0]", "$..a", "$.a ", #"$['\ud800']"#,
  ])
  func otherTextIsNoPath(_ text: String) {
    #expect(ShapePath(text) == nil)
  }
}
