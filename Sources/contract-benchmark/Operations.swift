import Foundation
import SpaceX
import SpaceXSuite
import StrictJSON
import TheMealDB
import TheMealDBSuite

/// All comparisons of the benchmark, made one by one so that one input is in memory at a time.
struct Operations {
  let options: BenchmarkOptions

  /// The seed of all inputs.
  static let seed: UInt64 = 20_250_101

  /// Hands on each comparison that is asked for.
  func forEach(_ body: (Comparison) throws -> Void) throws {
    var inputs = Inputs(seed: Self.seed)
    let meals = 10_000 / options.part
    try compare(
      RecipesDTO.self, .theMealDB, "\(meals) meals", { inputs.meals(meals) },
      broken: { inputs.meals(meals, brokenEvery: 100) }, body)
    try compare(
      RecipesDTO.self, .theMealDB, "\(meals) meals, a tenth with null slots",
      { inputs.meals(meals, nullSlotsEvery: 10) }, broken: nil, body)
    let launches = 5_000 / options.part
    try compare(
      LaunchesDTO.self, .spaceX, "\(launches) launches", { inputs.launches(launches) },
      broken: { inputs.launches(launches, brokenEvery: 100) }, body)
    let messages = 2_000 / options.part
    try compare(
      TimelineDTO.self, .timeline, "\(messages) messages", { inputs.timeline(messages) },
      broken: { inputs.timeline(messages, brokenEvery: 100) }, body)
    if let file = options.timeline {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      try compare(TimelineDTO.self, .timeline, "recorded timeline", { bytes }, broken: nil, body)
    }
  }

  private func compare<Root: Decodable>(
    _ type: Root.Type, _ decoder: StrictDecoder, _ name: String, _ sound: () -> [UInt8],
    broken: (() -> [UInt8])?,
    _ body: (Comparison) throws -> Void
  ) throws {
    let bytes = sound()
    try run("parse, \(name)", bytes, parsers(bytes), body)
    try run("check, \(name)", bytes, checks(type, decoder, bytes) + peers(type, bytes), body)
    try run("decode, \(name)", bytes, [decode(type, bytes)] + peers(type, bytes), body)
    if let broken {
      let brokenBytes = broken()
      try run(
        "check, \(name), 1 % broken", bytes,
        checks(type, decoder, brokenBytes) + peers(type, bytes), body)
    }
  }

  private func run(
    _ name: String, _ bytes: [UInt8], _ contenders: [Contender],
    _ body: (Comparison) throws -> Void
  ) throws {
    if let only = options.only {
      // A way is named by the whole name of its comparison.
      guard options.contender == nil ? name.contains(only) : name == only else { return }
    }
    try body(Comparison(name: name, bytes: bytes.count, contenders: contenders))
  }

  // MARK: Contenders

  /// A check where the types are vouched for, and one where not.
  private func checks<Root: Decodable>(
    _ type: Root.Type, _ decoder: StrictDecoder, _ bytes: [UInt8]
  ) -> [Contender] {
    [("check, plain types", decoder), ("check", StrictDecoder())].map { name, decoder in
      Contender(name: "StrictDecoder.\(name)") {
        decoder.check(type, in: try JSONDocument(bytes)).issues.count
      }
    }
  }

  private func decode<Root: Decodable>(_ type: Root.Type, _ bytes: [UInt8]) -> Contender {
    Contender(name: "StrictDecoder.decode") {
      StrictDecoder().decode(type, from: try JSONDocument(bytes)).value == nil ? 0 : 1
    }
  }

  /// Other decoders of the same type, on the same bytes; each throws where it cannot decode them.
  private func peers<Root: Decodable>(_ type: Root.Type, _ bytes: [UInt8]) -> [Contender] {
    let data = Data(bytes)
    return [
      Contender(name: "JSONDecoder") {
        _ = try JSONDecoder().decode(type, from: data)
        return 1
      }
    ]
  }

  private func parsers(_ bytes: [UInt8]) -> [Contender] {
    let data = Data(bytes)
    return [
      Contender(name: "JSONDocument") { try JSONDocument(bytes).root.count },
      Contender(name: "JSONSerialization") {
        try JSONSerialization.jsonObject(with: data) is NSNull ? 0 : 1
      },
    ]
  }
}
