import Foundation
import SpaceX
import StrictJSON
import TheMealDB

/// All comparisons of the benchmark, made one by one so that one input is in memory at a time.
struct Operations {
  let options: BenchmarkOptions

  /// The seed of all inputs.
  static let seed: UInt64 = 20_250_101

  /// Hands on each comparison that is asked for.
  func forEach(_ body: (Comparison) throws -> Void) throws {
    try single(body)
    var inputs = Inputs(seed: Self.seed)
    let meals = 10_000 / options.part
    try compare(
      RecipesDTO.self, "\(meals) meals", { inputs.meals(meals) },
      broken: { inputs.meals(meals, brokenEvery: 100) }, body)
    try compare(
      RecipesDTO.self, "\(meals) meals, a tenth with null slots",
      { inputs.meals(meals, nullSlotsEvery: 10) }, broken: nil, body)
    let launches = 5_000 / options.part
    try compare(
      LaunchesDTO.self, "\(launches) launches", { inputs.launches(launches) },
      broken: { inputs.launches(launches, brokenEvery: 100) }, body)
    let messages = 2_000 / options.part
    try compare(
      TimelineDTO.self, "\(messages) messages", { inputs.timeline(messages) },
      broken: { inputs.timeline(messages, brokenEvery: 100) }, body)
    if let file = options.timeline {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      try compare(TimelineDTO.self, "recorded timeline", { bytes }, broken: nil, body)
    }
  }

  // MARK: One document at a time

  /// Documents of the sizes that fixtures have, each read on its own: a quarter of a thousand different ones of
  /// each size, clean, with null slots, and with one defect.
  private func single(_ body: (Comparison) throws -> Void) throws {
    func notes(_ id: (Int) -> String) -> [[UInt8]] {
      (0..<250).map { Array(#"{"id":\#(id($0)),"title":"note \#($0)","isDone":true}"#.utf8) }
    }
    let sound = notes { "\(1_000 + $0)" }
    try single(NoteDTO.self, "50 B, clean", { sound }, body)
    try single(NoteDTO.self, "50 B, one defect", { notes { #""\#($0)""# } }, sound: sound, body)
    for (size, count) in [("2 KB", 1), ("20 KB", 9), ("200 KB", 90)] {
      func meals(nullSlotsEvery: Int = 0, defectAt: Int? = nil) -> [[UInt8]] {
        var inputs = Inputs(seed: Self.seed)
        return (0..<max(3, 250 / count)).map { _ in
          inputs.meals(count, nullSlotsEvery: nullSlotsEvery, defectAt: defectAt)
        }
      }
      try single(RecipesDTO.self, "\(size), clean", { meals() }, body)
      try single(RecipesDTO.self, "\(size), null slots", { meals(nullSlotsEvery: count) }, body)
      try single(
        RecipesDTO.self, "\(size), one defect", { meals(defectAt: count / 2) }, sound: meals(), body
      )
    }
  }

  private func single<Root: Decodable>(
    _ type: Root.Type, _ name: String, _ make: () -> [[UInt8]],
    sound: @autoclosure () -> [[UInt8]]? = nil, _ body: (Comparison) throws -> Void
  ) throws {
    let name = "one document at a time, \(name)"
    guard isWanted(name) else { return }
    let documents = make()
    let reader = StrictReader(type)
    // Foundation stops at a defect, so there it gets sound documents.
    let data = (sound() ?? documents).map { Data($0) }
    let contenders = [
      Contender(name: "StrictReader.check") {
        try documents.reduce(0) { $0 + reader.check(try JSONDocument($1)).issues.count }
      },
      Contender(name: "StrictReader.decode") {
        try documents.reduce(0) { $0 + reader.decode(try JSONDocument($1)).report.issues.count }
      },
      Contender(name: "JSONDocument") {
        try documents.reduce(0) { $0 + (try JSONDocument($1).root.count) }
      },
      Contender(name: "JSONDecoder") {
        for data in data { _ = try JSONDecoder().decode(type, from: data) }
        return data.count
      },
    ]
    try body(
      Comparison(
        name: name, bytes: documents.reduce(0) { $0 + $1.count }, documents: documents.count,
        contenders: contenders))
  }

  // MARK: Lists

  private func compare<Root: Decodable>(
    _ type: Root.Type, _ name: String, _ sound: () -> [UInt8],
    broken: (() -> [UInt8])?,
    _ body: (Comparison) throws -> Void
  ) throws {
    let names = ["parse", "check", "decode"].map { "\($0), \(name)" }
    guard (names + ["check, \(name), 1 % broken"]).contains(where: isWanted) else { return }
    let bytes = sound()
    try run("parse, \(name)", bytes, parsers(bytes), body)
    try run("check, \(name)", bytes, [check(type, bytes)] + peers(type, bytes), body)
    try run("decode, \(name)", bytes, [decode(type, bytes)] + peers(type, bytes), body)
    if let broken {
      let brokenBytes = broken()
      try run(
        "check, \(name), 1 % broken", bytes,
        [check(type, brokenBytes)] + peers(type, bytes), body)
    }
  }

  private func run(
    _ name: String, _ bytes: [UInt8], _ contenders: [Contender],
    _ body: (Comparison) throws -> Void
  ) throws {
    guard isWanted(name) else { return }
    try body(Comparison(name: name, bytes: bytes.count, contenders: contenders))
  }

  private func isWanted(_ name: String) -> Bool {
    guard let only = options.only else { return true }
    // A way is named by the whole name of its comparison.
    return options.contender == nil ? name.contains(only) : name == only
  }

  // MARK: Contenders

  private func check<Root: Decodable>(_ type: Root.Type, _ bytes: [UInt8]) -> Contender {
    Contender(name: "StrictDecoder.check") {
      StrictDecoder().check(type, in: try JSONDocument(bytes)).issues.count
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
