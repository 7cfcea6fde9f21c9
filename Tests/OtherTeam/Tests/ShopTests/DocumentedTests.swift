import ContractExpectations
import ContractTesting
import Foundation
import ShopSuite
import StrictJSON
import Testing
import WireDates

@testable import ShopSuite

// What the README and the articles show, as it stands there.

@Test(arguments: try ContractCase.all(of: shop))
func shopConforms(_ contract: ContractCase) async throws {
  try await expectConforms(contract)
}

@Test func orderDecodes() throws {
  try expectConforms(OrderDTO.self, "Fixtures/shop/order/1001.json", decoder: shopDecoder)
  expectDecodes(
    OrderDTO.self, #"{"id": 7, "placed": "1970-01-01T00:00:00Z"}"#, decoder: shopDecoder)
}

@Test func suiteConforms() async throws {
  let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let report = try await Check(root: packageRoot).run(shop)
  #expect(report.worstLevel ?? .info < .breaking)
}

@Test func strictDecoderTellsEveryProblem() throws {
  let data = Data(#"{"id": "7"}"#.utf8)
  let report = StrictDecoder().check(OrderDTO.self, in: try JSONDocument(data))
  print(report)
  #expect(report.issues.count == 2)
  #expect(throws: StrictDecodingError.self) {
    let order = try StrictDecoder().decode(OrderDTO.self, from: data)
    print(order)
  }
}

struct LaunchTimes: Decodable {
  let net: ISO8601Date
  let tested: UnixSecondsDate
}

@Test func datesStateTheirFormats() {
  let json = #"{"net": "2006-03-24T22:30:00Z", "tested": 1143239400}"#
  #expect(
    expectDecodes(LaunchTimes.self, json)?.net.date == Date(timeIntervalSince1970: 1_143_239_400))
}
