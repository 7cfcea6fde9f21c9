import ContractExpectations
import Foundation
import Testing

@testable import ShopSuite

@Suite struct ShopTests {
  /// One case for each fixture: what `shop-contract check` finds there.
  @Test(arguments: try ContractCase.all(of: shop))
  func shopConforms(_ contract: ContractCase) async throws {
    try await expectConforms(contract)
  }

  /// The same for one file and any type of the app.
  @Test func recordedOrderConforms() throws {
    try expectConforms(OrderDTO.self, "Fixtures/shop/order/1001.json", decoder: shopDecoder)
  }

  @Test func orderIsWrittenAsItWasRead() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    try expectRoundTrip(
      OrderDTO.self, "Fixtures/shop/order/1001.json", encoder: encoder, decoder: shopDecoder)
  }

  @Test func orderOfTheFirstSecondDecodes() {
    let order = expectDecodes(
      OrderDTO.self, #"{"id": 7, "placed": "1970-01-01T00:00:00Z"}"#, decoder: shopDecoder)
    #expect(order?.placed == Date(timeIntervalSince1970: 0))
  }
}
