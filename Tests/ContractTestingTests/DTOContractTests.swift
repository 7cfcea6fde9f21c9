import Foundation
import JSONSchema
import StrictJSON
import Testing
import WireDates

@testable import ContractTesting

@Suite struct DTOContractTests {
  private struct OrderDTO: Decodable {
    enum State: String, Decodable { case open, closed }
    struct LineDTO: Decodable {
      let count: Int
      let price: Double?
    }
    let id: String
    let state: State
    let placed: ISO8601Date
    let paid: UnixSecondsDate?
    let lines: [LineDTO]
    let notes: [String: Bool]
    let site: URL
  }

  private static let shape = StrictDecoder().reads(OrderDTO.self)

  private static func contract() throws -> Contract {
    let text = JSONWriter.pretty(DTOContract.contract(for: shape))
    return try Contract(name: "a.schema.json", bytes: Array(text.utf8))
  }

  @Test func contractSaysWhatTheTypeReads() {
    let contract = DTOContract.contract(for: Self.shape)
    #expect(contract["title"] == "OrderDTO")
    #expect(
      contract["required"] == ["id", "state", "placed", "lines", "notes", "site"])
    let properties = contract["properties"]
    #expect(properties?["id"]?["type"] == "string")
    #expect(properties?["state"]?["enum"] == ["open", "closed"])
    #expect(properties?["placed"]?["format"] == "date-time")
    #expect(properties?["paid"]?["x-date-format"] == "unix-seconds")
    #expect(properties?["paid"]?["type"] == ["number", "null"])
    #expect(properties?["notes"]?["additionalProperties"]?["type"] == "boolean")
    let line = properties?["lines"]?["items"]
    #expect(line?["required"] == ["count"])
    #expect(line?["properties"]?["price"]?["type"] == ["number", "null"])
  }

  /// A type agrees with the contract that it implies.
  @Test func typeAgreesWithItsOwnContract() throws {
    let findings = AgreementCheck(try Self.contract(), Self.shape).findings()
    #expect(findings.isEmpty, "\(findings.map(\.message))")
  }

  @Test(arguments: [
    (#""lines": [], "paid": null"#, 0), (#""lines": [{"count": 1}], "paid": 7"#, 0),
    (#""lines": [{"count": "1"}]"#, 1), (#""lines": null"#, 1),
  ])
  func contractRefusesWhatTheTypeRefuses(_ members: String, _ violations: Int) throws {
    let text = """
      {"id": "1", "state": "open", "placed": "2026-03-24T22:30:00Z", "notes": {"a": true},
       "site": "https://example.com/", \(members)}
      """
    let document = try JSONDocument(Array(text.utf8))
    let found = try Self.contract().schema.validate(document, formats: .asserted)
    #expect(found.count == violations, "\(found.map(\.message))")
    #expect(StrictDecoder().check(OrderDTO.self, in: document).decodes == (violations == 0))
  }
}
