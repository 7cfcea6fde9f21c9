import ContractTesting
import Testing

@Suite struct OutagesTests {
  @Test func threeFailuresInARowAreEnough() {
    var outages = Outages()
    outages.add("a", "no answer")
    outages.add("b", "no answer")
    #expect(!outages.isLasting)
    outages.end()
    outages.add("c", "no answer")
    outages.add("d", "no answer")
    #expect(!outages.isLasting)
    outages.add("e", "status 503")
    #expect(outages.isLasting)
    outages.skip(2)
    #expect(outages.lines.count == 6)
    #expect(outages.lines.last == "2 more requests were not sent after 3 failures in a row")
  }

  @Test func nothingIsSaidAboutNoRequests() {
    var outages = Outages()
    outages.skip(0)
    #expect(outages.lines.isEmpty)
    outages.skip(1)
    #expect(outages.lines == ["1 more request was not sent after 3 failures in a row"])
  }
}
