import Foundation
import SchemaDrift
import SpaceXSuite
import StrictJSON
import TestSupport
import Testing
import TheMealDBSuite

@testable import ContractTesting

/// What `serve --drift` sends, held against what `check` says of it.
@Suite(.computing) struct DriftRehearsalTests {
  /// The fixtures of a suite in the repository.
  private struct Recorded {
    let suite: APISuite
    var bodies: [String: [[UInt8]]] = [:]
    var contracts: [String: Contract] = [:]
    var parts: [DriftRehearsal.Part] = []

    init(_ suite: APISuite) throws {
      self.suite = suite
      let store = ContractStore(root: TestFolders.packageRoot)
      for endpoint in suite.endpoints {
        let source = FixtureSource(root: TestFolders.packageRoot)
        let bodies = try source.responses(suite: suite.name, endpoint: endpoint.name).map(\.body)
        let contract = try store.contract(suite: suite.name, endpoint: endpoint.name)
        let documents = bodies.compactMap { try? JSONDocument($0) }
        self.bodies[endpoint.name] = bodies
        contracts[endpoint.name] = contract
        let part = DriftRehearsal.Part(
          suite: suite.name, endpoint: endpoint.name, bodies: bodies, contract: contract,
          reads: endpoint.dto?.reads(documents))
        parts += [part].compactMap { $0 }
      }
    }

    /// The rules that a check of the changed answers of an endpoint reports.
    func rules(_ rehearsal: DriftRehearsal, of endpoint: WatchedEndpoint) -> Set<String> {
      let old = (bodies[endpoint.name] ?? []).enumerated()
        .map { Response(name: "\($0.offset)", body: $0.element) }
      let new = old.map { response in
        Response(name: response.name, body: rehearsal.body(response.body) ?? response.body)
      }
      let check = EndpointCheck(
        suite: suite.name, endpoint: endpoint, contract: contracts[endpoint.name])
      return Set(check.run(on: new, source: "", known: old).findings.map(\.rule.id))
    }
  }

  /// The rules that each suite has to be able to show.
  static let rules: [(suite: APISuite, rules: [DriftRule])] = [
    (
      .theMealDB,
      [
        .keyRenamed, .keyRemoved, .keyAdded, .becameAlwaysNull, .typeChanged, .scalarToArray,
        .valueNested, .slotsToArray, .dateFormatChanged, .envelopeChanged, .numericStringToNumber,
      ]
    ),
    (
      .spaceX,
      [
        .keyRenamed, .keyRemoved, .keyAdded, .becameAlwaysNull, .typeChanged, .scalarToArray,
        .arrayToScalar, .valueNested, .valueHoisted, .dateFormatChanged, .envelopeChanged,
        .epochUnitChanged, .numberToNumericString, .becameNullable, .becameOptional, .objectToID,
      ]
    ),
    (
      .spaceXV4,
      [
        .keyRenamed, .keyRemoved, .keyAdded, .typeChanged, .scalarToArray, .arrayToScalar,
        .valueNested, .valueHoisted, .dateFormatChanged, .envelopeChanged, .epochUnitChanged,
        .numberToNumericString,
      ]
    ),
  ]

  /// The law: a check reports the rule that was rehearsed.
  @Test(arguments: [0, 1, 2]) func checkReportsTheRule(suite: Int) throws {
    let (suite, rules) = Self.rules[suite]
    let recorded = try Recorded(suite)
    for rule in rules {
      let rehearsal = try #require(
        DriftRehearsal(rule, in: recorded.parts), "\(suite.name) cannot show \(rule)")
      var reported: [Set<String>] = []
      // One endpoint that reports it is enough.
      let isReported = suite.endpoints.contains { endpoint in
        guard rehearsal.endpoints.contains(endpoint.name) else { return false }
        reported.append(recorded.rules(rehearsal, of: endpoint))
        return reported.last?.contains(rule.rawValue) ?? false
      }
      #expect(isReported, "\(suite.name) \(rule) at \(rehearsal.place): \(reported)")
    }
  }

  @Test func answersWithoutThePlaceStayAsTheyAre() throws {
    let recorded = try Recorded(.theMealDB)
    let rehearsal = try #require(
      DriftRehearsal(.keyRenamed, at: "$.categories[*].strCategory", in: recorded.parts))
    #expect(rehearsal.endpoints == ["categories"] && rehearsal.isRead == true)
    for body in recorded.bodies["recipe"] ?? [] { #expect(rehearsal.body(body) == nil) }
    let changed = try #require(recorded.bodies["categories"]?.first.flatMap { rehearsal.body($0) })
    #expect(String(decoding: changed, as: UTF8.self).contains(#""strCategoryV2":"Beef""#))
    #expect(rehearsal.body(Array("<html>".utf8)) == nil)
  }

  @Test func whatTheTypeReadsComesFirst() throws {
    let recorded = try Recorded(.spaceX)
    #expect(DriftRehearsal(.keyRenamed, in: recorded.parts)?.isRead == true)
    #expect(
      DriftRehearsal(.keyRenamed, at: "$[*].static_fire_date_utc", in: recorded.parts)?.isRead
        == false)
  }

  @Test func seedChoosesThePlace() throws {
    let recorded = try Recorded(.spaceX)
    let places = (1...6).map { seed in
      DriftRehearsal(.keyRemoved, in: recorded.parts, seed: seed)?.place.description
    }
    let again = DriftRehearsal(.keyRemoved, in: recorded.parts, seed: 1)?.place.description
    #expect(places[0] == again && Set(places).count > 2)
  }

  @Test func ruleThatCannotBeShownIsNil() throws {
    let recorded = try Recorded(.theMealDB)
    #expect(DriftRehearsal(.versionChanged, in: recorded.parts) == nil)
    #expect(DriftRehearsal(.keyRenamed, at: "$.nothing", in: recorded.parts) == nil)
    #expect(DriftRehearsal(.keyRenamed, in: []) == nil)
  }
}
