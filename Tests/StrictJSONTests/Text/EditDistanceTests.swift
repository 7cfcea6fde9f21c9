import StrictJSON
import Testing

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "abc", 3), ("check", "check", 0), ("chekc", "check", 1), ("chek", "check", 1),
    ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3),
  ])
  func distanceCountsEdits(_ left: String, _ right: String, _ distance: Int) {
    #expect(EditDistance.between(Array(left), Array(right)) == distance)
    #expect(EditDistance.between(Array(right.utf8), Array(left.utf8)) == distance)
  }
}
