import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// What is made up for values in initialisers that people write, what counts behind it, and what must not be made up.
@Suite(.computing) struct MadeUpValueTests {
  /// The problems in the order of the document, and whether parts are said not to be checked.
  private func expect<Value: Decodable>(
    _ type: Value.Type, _ text: String, _ pointers: [String], isLeft: Bool,
    isContained: Bool = false,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let decoder =
      isContained ? StrictDecoder().watched(by: AllowingWatch()) : StrictDecoder()
    let report = decoder.check(type, in: try JSONDocument(Array(text.utf8)))
    #expect(
      report.issues.filter(\.kind.stopsDecoding).map(\.pointer.description).sorted() == pointers,
      "\(report)", sourceLocation: sourceLocation)
    #expect(
      report.unexplored.isEmpty == !isLeft, "\(report.unexplored)", sourceLocation: sourceLocation)
  }

  /// Says that what a made-up value ends is made for it.
  private struct AllowingWatch: ExplorationWatch {
    func begin(_ way: ExplorationWay) -> UnexploredPart.Reason? { nil }
    func end() {}
  }

  struct Refused: Error {}

  // MARK: Checks

  struct Member: Decodable {
    let age: Int
    let share: Double
    let name: String
    enum CodingKeys: CodingKey { case age, share, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      age = try container.decode(Int.self, forKey: .age)
      guard (13...120).contains(age) else { throw Refused() }
      share = try container.decode(Double.self, forKey: .share)
      guard share > 5, share < 90 else { throw Refused() }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func numbersThatAreCheckedGetUsualOnes() throws {
    let text = #"{"age": null, "share": "x", "name": 2}"#
    try expect(
      Member.self, text, ["/age", "/name", "/share"], isLeft: true, isContained: true)
    // A number of another range may be an index that ends the process.
    try expect(Member.self, text, ["/age"], isLeft: true)
  }

  // MARK: Data

  struct Film: Decodable {
    let id: Int
    let runtime: Duration
    var cast: [String] = []
    enum CodingKeys: CodingKey { case id, runtime, cast }
    enum Key: CodingKey { case name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      runtime = .seconds(try container.decode(Int.self, forKey: .runtime))
      var list = try container.nestedUnkeyedContainer(forKey: .cast)
      while !list.isAtEnd {
        cast.append(
          try list.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .name))
      }
    }
  }

  /// Hardly any code chooses by an id, so what is asked for behind one that is made up is as it would be.
  @Test func idsChooseNoWay() throws {
    try expect(
      Film.self, #"{"id": "x", "runtime": "y", "cast": [{"name": 1}]}"#, ["/id", "/runtime"],
      isLeft: true)
    try expect(
      Film.self, #"{"id": "x", "runtime": 7, "cast": [{"name": 1}]}"#, ["/cast/0/name", "/id"],
      isLeft: false)
  }

  struct Metric: Decodable {
    let name: String
    let load: Double
    enum CodingKeys: CodingKey { case name, data }
    struct Disk: Decodable { let free: Double }
    struct Processor: Decodable { let load: Double }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      load =
        name == "cpu"
        ? try container.decode(Processor.self, forKey: .data).load
        : try container.decode(Disk.self, forKey: .data).free
    }
  }

  @Test func namesMayChoose() throws {
    try expect(Metric.self, #"{"name": 5, "data": {"load": 1.5}}"#, ["/name"], isLeft: true)
  }

  // MARK: What may end the process

  struct Price: Decodable {
    let name: String
    let price: Double
    let isReduced: Bool
    enum CodingKeys: CodingKey { case name, price, sale }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      isReduced = container.allKeys.contains(.sale)
      name = try container.decode(String.self, forKey: .name)
      guard let price = Double(try container.decode(String.self, forKey: .price)) else {
        fatalError("no number")
      }
      self.price = price
    }
  }

  struct Place: Decodable {
    let name: String
    var latitude: Double?
    enum CodingKeys: CodingKey { case name, location }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      if let location = try container.decodeIfPresent([Double].self, forKey: .location) {
        latitude = location[1]
      }
    }
  }

  struct Game: Decodable {
    let players: Int
    let first: [String]
    enum CodingKeys: CodingKey { case players, names }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      players = try container.decode(Int.self, forKey: .players)
      guard players >= 4 else { throw Refused() }
      first = Array(try container.decode([String].self, forKey: .names)[0..<players])
    }
  }

  struct Album: Decodable {
    let title: String
    let cover: String?
    enum CodingKeys: CodingKey { case title, hasCover, images }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      let images = try container.decode([String].self, forKey: .images)
      cover =
        try container.decodeIfPresent(Bool.self, forKey: .hasCover) ?? false ? images[0] : nil
    }
  }

  struct Repository: Decodable {
    let stars: Int
    let name: String
    enum CodingKeys: CodingKey { case stars, fullName }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      stars = try container.decode(Int.self, forKey: .stars)
      name = String(try container.decode(String.self, forKey: .fullName).split(separator: "/")[1])
    }
  }

  /// `JSONDecoder` reads none of these to the code that would end.
  @Test func noCodeGetsWhatItIsNotReadyFor() throws {
    try expect(Price.self, #"{"name": "Tea", "price": 5}"#, ["/price"], isLeft: true)
    try expect(
      Place.self, #"{"name": "a", "location": [1.5, "x"]}"#, ["/location/1"], isLeft: false)
    try expect(
      Game.self, #"{"players": "4", "names": ["a", "b", "c", "d"]}"#, ["/players"], isLeft: true)
    try expect(
      Album.self, #"{"title": "a", "hasCover": "yes", "images": []}"#, ["/hasCover"], isLeft: true)
    try expect(Repository.self, #"{"stars": 1, "fullName": 5}"#, ["/fullName"], isLeft: true)
  }

  /// A text that code takes apart may end the process, so none is made up for it.
  struct Amount: Decodable {
    let value: Double
    let currency: String
    let note: String
    enum CodingKeys: CodingKey { case amt, note }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let parts = try container.decode(String.self, forKey: .amt).split(separator: " ")
      value = Double(parts[0]) ?? 0
      currency = String(parts[1])
      note = try container.decode(String.self, forKey: .note)
    }
  }

  @Test func noTextIsMadeUpForOneThatIsTakenApart() throws {
    try expect(Amount.self, #"{"amt": 1, "note": 2}"#, ["/amt"], isLeft: true)
  }

  // MARK: Truths and keys

  struct Operation: Decodable {
    let done: Bool
    var fault: [String: Int]?
    enum CodingKeys: CodingKey { case done, fault }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      done = try container.decodeIfPresent(Bool.self, forKey: .done) ?? false
      if done { fault = try container.decodeIfPresent([String: Int].self, forKey: .fault) }
    }
  }

  @Test func anOptionalTruthIsTriedBothWays() throws {
    let text = #"{"done": "x", "fault": {"code": "y"}}"#
    try expect(
      Operation.self, text, ["/done", "/fault/code"], isLeft: true, isContained: true)
    try expect(Operation.self, text, ["/done"], isLeft: true)
  }

  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct Field: Decodable {
    var number = 0

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      let type = try container.decode(String.self, forKey: AnyKey("type"))
      if type == "number" { number = try container.decode(Int.self, forKey: AnyKey(type)) }
    }
  }

  @Test func aMemberThatAValueNamesIsSaidToBeLeft() throws {
    try expect(Field.self, #"{"type": null, "number": "x"}"#, ["/type"], isLeft: true)
  }

  // MARK: Sets

  struct Schema: Decodable {
    let properties: [String: Int]
    let required: Set<String>
    enum CodingKeys: CodingKey { case properties, required }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      properties = try container.decode([String: Int].self, forKey: .properties)
      required = try container.decodeIfPresent(Set<String>.self, forKey: .required) ?? []
      for name in required where properties[name] == nil { throw Refused() }
    }
  }

  @Test func whatIsSoundInASetStandsInForIt() throws {
    try expect(
      Schema.self, #"{"properties": {"a": 1}, "required": [7, "zap"]}"#, ["/required/0"],
      isLeft: true)
    try expect(
      Schema.self, #"{"properties": {"a": 1}, "required": [7, "a"]}"#, ["/required/0"],
      isLeft: false)
  }

  /// A wrapper with a type in it, which nothing but its own initialiser can make.
  @propertyWrapper struct Lossless<Value: LosslessStringConvertible & Decodable>: Decodable {
    private let type: any Decodable.Type
    var wrappedValue: Value

    init(from decoder: any Decoder) throws {
      do {
        wrappedValue = try Value(from: decoder)
        type = Value.self
      } catch {
        guard let text = try? String(from: decoder), let value = Value(text) else { throw error }
        wrappedValue = value
        type = String.self
      }
    }
  }

  struct Priced: Decodable {
    @Lossless var price: Double
    @Lossless var count: Int
    let name: String
  }

  @Test func wrapperIsMadeByItsInitializer() throws {
    try expect(
      Priced.self, #"{"price": null, "count": [], "name": 7}"#, ["/count", "/name", "/price"],
      isLeft: false)
  }
}
