import Foundation
import StrictJSON
import TestSupport
import Testing
import WireDates

@testable import SpaceX

@Suite struct RocketDTOTests {
  private func rockets() throws -> RocketsDTO {
    try decodeFixture(RocketsDTO.self, "rockets/all.json")
  }

  @Test func keepsWhatTheWireSays() throws {
    let rockets = try rockets()
    #expect(rockets.map(\.rocketID) == ["falcon1", "falcon9", "falconheavy", "starship"])
    let heavy = rockets[2]
    #expect(heavy.rocketName == "Falcon Heavy" && heavy.active)
    #expect(heavy.stages == 2 && heavy.boosters == 2)
    #expect(heavy.costPerLaunch == 90_000_000 && heavy.successRate == 100)
    #expect(heavy.firstFlight.date == Date(timeIntervalSince1970: 1_517_875_200))
    #expect(heavy.height.meters == 70 && heavy.mass.kilograms == 1_420_788)
    #expect(heavy.payloadWeights.map(\.id) == ["leo", "gto", "mars", "pluto"])
    #expect(heavy.payloadWeights.first?.name == "Low Earth Orbit")
    #expect(heavy.engines.number == 27 && heavy.engines.type == "merlin")
    #expect(heavy.engines.thrustToWeight == 180.1)
    #expect(rockets[3].engines.thrustToWeight == nil)
    #expect(heavy.wikipedia.absoluteString == "https://en.wikipedia.org/wiki/Falcon_Heavy")
  }

  @Test func namesThingsForAnApp() throws {
    let rocket = Rocket(try rockets()[0])
    #expect(rocket.id == "falcon1" && rocket.name == "Falcon 1" && !rocket.isActive)
    #expect(rocket.firstFlight == Date(timeIntervalSince1970: 1_143_158_400))
    #expect(rocket.costPerLaunch == 6_700_000 && rocket.successRate == 0.4)
    #expect(rocket.height == 22.25 && rocket.mass == 30_146)
    #expect(rocket.payloadMasses == ["leo": 450])
    #expect(!rocket.details.isEmpty)
    #expect(rocket.articleURL.absoluteString == "https://en.wikipedia.org/wiki/Falcon_1")
  }

  @Test func everyProblemOfARocketIsReported() throws {
    let broken = #"""
      [{"rocket_id": 2, "rocket_name": null, "active": "yes", "stages": 2.5, "boosters": 0,
        "cost_per_launch": "50000000", "first_flight": "2010-06-31", "height": {"meters": "70"},
        "mass": {"lb": 1}, "payload_weights": [{"id": "leo", "kg": 1}], "engines": [],
        "wikipedia": "", "description": null}]
      """#
    let report = StrictDecoder().check(
      RocketsDTO.self, in: try JSONDocument(Array(broken.utf8)))
    #expect(report.unexplored.isEmpty)
    #expect(
      Set(report.issues.filter(\.kind.stopsDecoding).map { "\($0.kind) \($0.pointer)" }) == [
        "typeMismatch /0/rocket_id", "nullValue /0/rocket_name", "typeMismatch /0/active",
        "numberOutOfRange /0/stages", "typeMismatch /0/cost_per_launch",
        "missingKey /0/success_rate_pct", "invalidDate /0/first_flight",
        "typeMismatch /0/height/meters", "missingKey /0/mass/kg",
        "missingKey /0/payload_weights/0/name", "typeMismatch /0/engines",
        "invalidURL /0/wikipedia", "nullValue /0/description",
      ])
  }
}
