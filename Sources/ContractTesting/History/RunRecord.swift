package import StrictJSON

/// One run in a history: what it looked at, what it found first, and what was gone.
///
///     {"version":1,"day":"2026-11-03","source":"live","whole":true,
///      "checks":{"themealdb/recipe":"drifted","themealdb/search":"unreachable"},
///      "new":[{"fingerprint":"9f2c41d07a3e","rule":"key-renamed","level":"breaking","suite":"themealdb",
///              "endpoint":"recipe","path":"$.meals[*].strMeal"}],
///      "gone":["03aa6c1f99d2"],
///      "shares":{"themealdb/recipe":{"$.meals[*].strTags":[100,37]}}}
///
/// It is one line of NDJSON. What stays as it was is not repeated, so that a quiet night costs a line of
/// a few hundred bytes.
package struct RunRecord: Sendable, Hashable {
  /// The version of the form of a line.
  static let version = 1

  /// The day of the run.
  package var day: Day

  /// What was checked; runs of one kind are compared with each other only.
  package var source: Waiver.Source

  /// Whether no endpoint was left out on purpose.
  package var isWhole: Bool

  /// The verdict on each endpoint, as `SUITE/ENDPOINT`, in the order of the run.
  package var checks: [Check]

  /// The findings that the run before did not have, or at a lower level.
  package var new: [KnownFinding]

  /// The fingerprints of findings that were looked for in vain.
  package var gone: [String]

  /// How often members were there and how often null, in percent, where that is another one than before.
  package var shares: [Share] = []

  /// How often a member was there.
  package struct Share: Sendable, Hashable {
    /// `SUITE/ENDPOINT`.
    package let check: String

    /// The shape path.
    package let path: String

    /// The share.
    package let share: MemberShare
  }

  /// The verdict on an endpoint.
  package struct Check: Sendable, Hashable {
    /// `SUITE/ENDPOINT`.
    package let name: String

    /// The verdict; nil where the check could not be made at all.
    package let status: CheckStatus?

    /// Whether the run could tell what is there and what is gone.
    var isTelling: Bool { status != nil && status != .unreachable }
  }
}

// MARK: - One line of NDJSON

extension RunRecord {
  /// The run as a line, with its line feed.
  package var line: String {
    var node = JSONNode.object([
      .init("version", .number(String(Self.version))), .init("day", .string(day.description)),
      .init("source", .string(source.rawValue)), .init("whole", .bool(isWhole)),
      .init(
        "checks",
        .object(checks.map { .init($0.name, .string($0.status?.rawValue ?? Self.notMade)) })),
      .init("new", .array(new.map(Self.node))), .init("gone", .array(gone.map(JSONNode.string))),
    ])
    if !shares.isEmpty {
      let byCheck = Dictionary(grouping: shares, by: \.check).sorted { $0.key < $1.key }
      node["shares"] = .object(
        byCheck.map { check, shares in
          JSONNode.Member(
            check,
            .object(
              shares.map { share in
                JSONNode.Member(
                  share.path,
                  .array([share.share.present, share.share.null].map { .number(String($0)) }))
              }))
        })
    }
    return JSONWriter.compact(node) + "\n"
  }

  /// How a line tells of a check that could not be made.
  private static let notMade = "not-made"

  private static func node(_ finding: KnownFinding) -> JSONNode {
    let members: [(String, String?)] = [
      ("fingerprint", finding.fingerprint), ("rule", finding.rule),
      ("level", finding.level.rawValue), ("suite", finding.suite), ("endpoint", finding.endpoint),
      ("path", finding.path),
    ]
    return .object(members.compactMap { key, text in text.map { .init(key, .string($0)) } })
  }

  /// Reads a line; throws a ``RunRecordFault`` where it is none, or of a later version.
  init(line: some Collection<UInt8>) throws(RunRecordFault) {
    let root: JSONValue
    do throws(JSONSyntaxError) {
      root = try JSONDocument(Array(line)).root
    } catch {
      throw .syntax(error)
    }
    guard let version = root["version"]?.numberText.flatMap({ Int($0) }), version > 0 else {
      throw .noRun
    }
    guard version <= Self.version else { throw .laterVersion(version) }
    guard let day = root["day"]?.string.flatMap(Day.init),
      let source = root["source"]?.string.flatMap(Waiver.Source.init(rawValue:)),
      let isWhole = root["whole"]?.bool,
      let checks = Self.all(root["checks"]?.members.map { $0 }, Self.check),
      let new = Self.all(root["new"]?.elements.map { $0 }, KnownFinding.init),
      let gone = Self.all(root["gone"]?.elements.map { $0 }, \.string),
      let shares = Self.shares(root["shares"])
    else { throw .noRun }
    self.init(
      day: day, source: source, isWhole: isWhole, checks: checks, new: new, gone: gone,
      shares: shares)
  }

  /// What each part is; nil where there are none, or one is something else.
  private static func all<Part, Value>(
    _ parts: [Part]?, _ value: (Part) -> Value?
  ) -> [Value]? {
    guard let parts else { return nil }
    let values = parts.compactMap(value)
    return values.count == parts.count ? values : nil
  }

  /// The shares of a line, which older lines do not have.
  private static func shares(_ value: JSONValue?) -> [Share]? {
    guard let value else { return [] }
    var shares: [Share] = []
    for check in value.members {
      for member in check.value.members {
        let numbers = member.value.elements.compactMap { $0.numberText.flatMap { Int($0) } }
        guard numbers.count == 2, numbers.allSatisfy((0...100).contains) else { return nil }
        shares.append(
          Share(
            check: check.key, path: member.key,
            share: MemberShare(present: numbers[0], null: numbers[1])))
      }
    }
    return value.kind == .object ? shares : nil
  }

  private static func check(_ member: JSONMember) -> Check? {
    guard let word = member.value.string else { return nil }
    let status = CheckStatus(rawValue: word)
    return status == nil && word != notMade ? nil : Check(name: member.key, status: status)
  }
}

/// Why a line of a history cannot be read.
package enum RunRecordFault: Error, Sendable, Hashable {
  /// It is no JSON.
  case syntax(JSONSyntaxError)
  /// It is JSON, and no run.
  case noRun
  /// A later version of the program wrote it.
  case laterVersion(Int)
}
