import StrictJSON
import TestSupport
import Testing

@testable import ContractTesting

@Suite(.computing) struct ReadingSampleTests {
  private static func reading(_ number: Int, size: Int) -> ResponseReading {
    let text = "\"\(String(repeating: "x", count: size - 2))\""
    return ResponseReading(Response(name: "\(number)", body: Array(text.utf8)))
  }

  /// A quarter of the limit each: four fit, the fifth halves the sample, and so on.
  @Test(arguments: [
    (0, [Int]()), (1, [0]), (4, [0, 1, 2, 3]), (5, [0, 2, 4]), (7, [0, 2, 4, 6]), (9, [0, 4, 8]),
    (40, [0, 16, 32]),
  ])
  func sampleIsBoundedAndSpreadOverTheStream(_ count: Int, _ kept: [Int]) {
    var sample = ReadingSample()
    for number in 0..<count {
      sample.add(Self.reading(number, size: ReadingSample.maximumSize / 4))
    }
    #expect(sample.readings.map(\.response.name) == kept.map(String.init))
    #expect(sample.documents.count == kept.count)
  }

  @Test func responseWithoutDocumentTakesNoRoom() {
    var sample = ReadingSample()
    sample.add(ResponseReading(Response(name: "a", body: Array("{".utf8))))
    #expect(sample.readings.isEmpty)
  }

  @Test func oneDocumentAboveTheLimitIsKept() {
    var sample = ReadingSample()
    for number in 0..<3 {
      sample.add(Self.reading(number, size: ReadingSample.maximumSize + 1))
    }
    #expect(sample.readings.map(\.response.name) == ["0"])
  }
}
