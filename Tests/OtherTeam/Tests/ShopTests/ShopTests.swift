import ContractExpectations
import Foundation
import ShopTypes
import StrictJSON
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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

  /// A client of the app asks a server on this machine, which replays the fixtures.
  @Test(.recording(of: shop))
  func orderIsFetched() async throws {
    let address = try Recording.baseURL(of: shop).appending(path: "order.php")
      .appending(queryItems: [URLQueryItem(name: "id", value: "1001")])
    let (answer, _) = try await URLSession.shared.data(from: address)
    let order = expectDecodes(OrderDTO.self, answer, decoder: shopDecoder)
    #expect(order?.id == 1001)
  }

  /// The types that the build made of the contract.
  @Test func orderIsReadWithTheTypesOfTheContract() throws {
    let wire = try order(Data(#"{"id": 7, "placed": "1970-01-01T00:00:00Z"}"#.utf8))
    #expect(wire.id == 7 && wire.placed.date == Date(timeIntervalSince1970: 0))
  }
}
