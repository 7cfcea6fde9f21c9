import Foundation
import TestSupport
import Testing

@testable import StrictJSON

/// A type with a document that it decodes, and what two decoders make of any document.
struct ShapeCase: CustomTestStringConvertible, Sendable {
  struct Outcome {
    let report: DecodingReport
    let hasValue: Bool
    let foundationAccepts: Bool
    let valuesAreEqual: Bool
    let foundationError: String
    /// The place that the other decoder's error names; nil where it names none.
    let foundationPointer: JSONPointer?
  }

  struct Comparison {
    let quick: DecodingReport
    let engine: DecodingReport
    let foundationAccepts: Bool
    let valuesAreEqual: Bool
    let foundationError: String
  }

  let name: String
  let sample: String
  /// Whether the compiler wrote all initialisers, so that nothing may stay unexplored.
  let isSynthesised: Bool
  let decode: @Sendable ([UInt8]) throws(JSONSyntaxError) -> Outcome
  /// What a list of such documents gives with quick runs and without.
  let compare: @Sendable ([UInt8]) throws(JSONSyntaxError) -> Comparison
  /// What a list of such documents gives with a reader that read others before, and with a new one.
  let reread:
    @Sendable ([UInt8]) throws(JSONSyntaxError) -> (
      used: DecodingReport, new: DecodingReport
    )
  /// What the type reads, found without the sample.
  let reads: @Sendable () -> DTOShape
  var testDescription: String { name }

  init<Root: Decodable & Equatable & SendableMetatype>(
    _ type: Root.Type, _ sample: String, isSynthesised: Bool = false,
    dates: Dates = .seconds, keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
    named name: String? = nil
  ) {
    self.name = name ?? "\(type)"
    self.sample = sample
    self.isSynthesised = isSynthesised
    reads = {
      var strict = StrictDecoder()
      strict.dateDecodingStrategy = dates.strategy
      strict.keyDecodingStrategy = keys
      return strict.reads(type)
    }
    compare = { bytes throws(JSONSyntaxError) in
      let document = try JSONDocument(bytes)
      var strict = StrictDecoder()
      strict.dateDecodingStrategy = dates.strategy
      strict.keyDecodingStrategy = keys
      let (value, quick) = strict.decode([Root].self, from: document)
      strict.decodesQuickly = false
      let engine = strict.check([Root].self, in: document)
      let foundation = JSONDecoder()
      foundation.dateDecodingStrategy = dates.strategy
      foundation.keyDecodingStrategy = keys
      do {
        let expected = try foundation.decode([Root].self, from: Data(bytes))
        return Comparison(
          quick: quick, engine: engine, foundationAccepts: true,
          valuesAreEqual: value == expected, foundationError: "")
      } catch {
        return Comparison(
          quick: quick, engine: engine, foundationAccepts: false, valuesAreEqual: value == nil,
          foundationError: "\(error)")
      }
    }
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = dates.strategy
    decoder.keyDecodingStrategy = keys
    let reader = StrictReader([Root].self, decoder: decoder)
    reread = { [decoder] bytes throws(JSONSyntaxError) in
      let document = try JSONDocument(bytes)
      let used = reader.check(document)
      return (used, StrictReader([Root].self, decoder: decoder).check(document))
    }
    decode = { bytes throws(JSONSyntaxError) in
      let document = try JSONDocument(bytes)
      var strict = StrictDecoder()
      strict.dateDecodingStrategy = dates.strategy
      strict.keyDecodingStrategy = keys
      let (value, report) = strict.decode(Root.self, from: document)
      let foundation = JSONDecoder()
      foundation.dateDecodingStrategy = dates.strategy
      foundation.keyDecodingStrategy = keys
      do {
        let expected = try foundation.decode(Root.self, from: Data(bytes))
        return Outcome(
          report: report, hasValue: value != nil, foundationAccepts: true,
          valuesAreEqual: value == expected, foundationError: "", foundationPointer: nil)
      } catch {
        return Outcome(
          report: report, hasValue: value != nil, foundationAccepts: false, valuesAreEqual: true,
          foundationError: "\(error)", foundationPointer: Self.pointer(of: error, keys))
      }
    }
  }

  /// The place of an error, where that can be known: a strategy for keys changes the names.
  private static func pointer(
    of error: any Error, _ keys: JSONDecoder.KeyDecodingStrategy
  ) -> JSONPointer? {
    guard case .useDefaultKeys = keys, let error = error as? DecodingError else { return nil }
    let (context, key): (DecodingError.Context, (any CodingKey)?) =
      switch error {
      case .keyNotFound(let key, let context): (context, key)
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      @unknown default: fatalError("an error of a new kind")
      }
    // For a number that does not fit there is no path, and for a date that of the value around.
    if case .dataCorrupted = error, context.underlyingError != nil || context.codingPath.isEmpty {
      return nil
    }
    if context.debugDescription.contains("ISO8601") { return nil }
    let path = context.codingPath + (key.map { [$0] } ?? [])
    return JSONPointer(tokens: path.map { key in key.intValue.map(String.init) ?? key.stringValue })
  }

  /// The strategies for dates, made anew for each decoder.
  enum Dates: Sendable {
    case seconds, milliseconds, iso8601, formatted, custom, deferred

    var strategy: JSONDecoder.DateDecodingStrategy {
      switch self {
      case .seconds: return .secondsSince1970
      case .milliseconds: return .millisecondsSince1970
      case .iso8601: return .iso8601
      case .deferred: return .deferredToDate
      case .formatted:
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        return .formatted(formatter)
      case .custom:
        return .custom { decoder in
          let container = try decoder.singleValueContainer()
          guard let number = Double(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
          }
          // Knows which property it decodes.
          let isFirst = decoder.codingPath.last?.stringValue == "first"
          return Date(timeIntervalSince1970: isFirst ? -number : number)
        }
      }
    }
  }

  private static let item = #"{"id": 1, "name": "a", "price": 2.5, "tags": ["x", "y"]}"#
  private static let id = "8C1A6D5E-0B5C-4E6D-9B57-3A0C1A0F7B11"

  static let all = plain + forms

  private static let plain: [ShapeCase] = [
    ShapeCase(
      Flat.self,
      #"""
      {"integer": 1, "text": "t", "double": 1.5, "flag": true, "list": [1, 2], "note": "n",
       "wide": 5, "byte": 7, "name": "x", "float": 0.5}
      """#, isSynthesised: true),
    ShapeCase(
      User.self,
      #"""
      {"id": 1, "name": "n", "company": {"name": "c", "motto": null}, "address":
       {"street": "s", "zip": "z", "coordinates": {"latitude": 1.5, "longitude": -2}}}
      """#, isSynthesised: true),
    ShapeCase(
      Items.self, #"{"total": 3, "items": [\#(item), \#(item), \#(item)]}"#, isSynthesised: true),
    ShapeCase([Item].self, "[\(item), \(item)]", isSynthesised: true),
    ShapeCase(
      Paint.self,
      #"""
      {"color": "red", "accent": "blue", "level": 20, "levels": [10, 30], "single": "only",
       "name": "n"}
      """#, isSynthesised: true),
    ShapeCase(
      Scores.self,
      #"""
      {"scores": {"a": 1, "b": 2}, "places": {"p": {"latitude": 1, "longitude": 2},
       "q": {"latitude": 3, "longitude": 4}}, "owner": "o"}
      """#, isSynthesised: true),
    ShapeCase(
      Keyed.self,
      #"""
      {"numbers": {"1": "a", "2": "b"}, "axes": {"x": 1, "z": 3}, "floors": {"0": "g", "2": "s"},
       "count": 1}
      """#, isSynthesised: true),
    ShapeCase(
      Containers.self,
      #"""
      {"set": [1, 2], "range": [1, 5], "flat": ["\#(id)", 1], "optional": ["a", null],
       "grid": [[1, 2], [], [3]], "contiguous": [true, false], "deep": {"a": [{"x": 1, "y": null}]},
       "count": 2}
      """#),
    ShapeCase(
      Optionals.self,
      #"""
      {"twice": 1, "list": [1, null, 2], "text": "t", "place": {"latitude": 1, "longitude": 2},
       "address": {"street": "s", "zip": "z", "coordinates": {"latitude": 1, "longitude": 2}},
       "count": 1}
      """#, isSynthesised: true),
    ShapeCase(
      Tree.self,
      #"""
      {"value": 1, "children": [{"value": 2, "children": []},
       {"value": 3, "children": [{"value": 4, "children": []}]}]}
      """#, isSynthesised: true),
    ShapeCase(
      Page<Item>.self, #"{"number": 1, "results": [\#(item)], "next": "n"}"#, isSynthesised: true),
    ShapeCase(
      Numbers.self,
      #"""
      {"tiny": 1, "small": 2, "middle": 3, "word": 4, "half": 5, "quarter": 6, "wide": 7,
       "huge": 8, "vast": 9, "double": 1.5, "float": 2.5, "graphic": 3.5}
      """#, isSynthesised: true),
    ShapeCase(
      Values.self,
      #"""
      {"amount": 1.50, "id": "\#(id)", "data": "AQID", "link": "https://example.com/a",
       "links": ["https://example.com"], "other": "x", "note": "n"}
      """#, isSynthesised: true),
    ShapeCase(
      Wrapped.self,
      #"{"title": " abc ", "nick": "n", "subtitle": "defg", "motto": "m", "count": 1}"#),
    ShapeCase(
      Contact.self,
      #"""
      {"name": "n", "email": "a@b.c", "backup": "d@e", "others": ["f@g", "h@i"], "age": 3}
      """#, isSynthesised: true),
    ShapeCase(
      Events.self,
      #"""
      {"events": [{"login": {"user": "u", "at": 1}}, {"logout": {"reason": "r"}}, {"ping": {}}],
       "count": 3}
      """#),
    ShapeCase(
      Recipes.self,
      #"""
      {"meals": [{"idMeal": "1", "strMeal": "a", "strCategory": "c", "strMealThumb": "https://a.b",
       "strIngredient1": "i", "strIngredient2": "", "strIngredient3": null, "strMeasure1": "m",
       "strMeasure2": " ", "strMeasure3": "", "dateModified": 1},
       {"idMeal": "2", "strMeal": "b", "strCategory": "d"}]}
      """#, isSynthesised: true),
    ShapeCase(
      Nodes.self,
      #"""
      {"first": {"value": 1, "label": "a", "next": {"value": 2, "label": "b"}},
       "list": [{"value": 3, "label": "c", "next": null}], "count": 1}
      """#),
    ShapeCase(
      Times.self, times("1142548200", "7"), isSynthesised: true, dates: .seconds,
      named: "Times, seconds"),
    ShapeCase(
      Times.self, times("1142548200000", "7.5"), isSynthesised: true, dates: .milliseconds,
      named: "Times, milliseconds"),
    ShapeCase(
      Times.self, times("-7", "8"), isSynthesised: true, dates: .deferred, named: "Times, deferred"),
    ShapeCase(
      Times.self, times(#""2006-03-24T22:30:00Z""#, #""2006-03-24T22:30:00.5+02:00""#),
      isSynthesised: true, dates: .iso8601, named: "Times, ISO 8601"),
    ShapeCase(
      Times.self, times(#""2006-03-24""#, #""2007-01-01""#), isSynthesised: true,
      dates: .formatted, named: "Times, formatted"),
    ShapeCase(
      Times.self, times(#""17""#, #""18.5""#), isSynthesised: true, dates: .custom,
      named: "Times, custom"),
    ShapeCase(
      Renamed.self, renamed("user_name", "inner_thing"), isSynthesised: true,
      keys: .convertFromSnakeCase, named: "Renamed, snake case"),
    ShapeCase(
      Renamed.self, renamed("USERNAME", "INNERTHING"), keys: Renamed.custom,
      named: "Renamed, custom"),
    ShapeCase(
      Launch.self,
      #"""
      {"flight_number": 1, "rocket": {"rocket_name": "r", "first_stage": {"block": 5}},
       "links": {"mission_patch": "https://a.b"}, "launch_site": "s"}
      """#),
    ShapeCase(
      Payloads.self,
      #"{"payloads": [{"payload_id": "a", "mass": 1}, {"payload_id": "b"}], "count": 1}"#),
    ShapeCase(
      Unions.self,
      #"""
      {"id": 1, "other": "x", "caught": 2, "count": 3,
       "pets": [{"bark": "b", "age": 1}, {"meow": "m", "lives": 9}]}
      """#),
    ShapeCase(
      Shapes.self,
      #"""
      {"shapes": [{"type": "circle", "radius": 1}, {"type": "rectangle", "width": 1, "height": 2}],
       "count": 1}
      """#),
    ShapeCase(
      [Figure].self,
      #"[{"type": "circle", "radius": 1, "name": "c"}, {"type": "box", "width": 1, "name": "b"}]"#),
    ShapeCase(Lossy.self, #"{"items": [\#(item), 7], "age": 1, "count": 2}"#),
    ShapeCase(
      NestedChild.self, #"{"extra": "e", "size": 1, "super": {"id": 1, "kind": "k"}}"#),
    ShapeCase(FlatChild.self, #"{"extra": "e", "size": 1, "id": 1, "kind": "k"}"#),
    ShapeCase(Points.self, #"{"origin": [0, 1], "list": [[1, 2], [3]], "count": 1}"#),
    ShapeCase(
      Branches.self,
      #"""
      {"versions": [{"second": {"title": "t"}, "count": 1}, {"name": "n", "count": 2}],
       "spans": [{"start": 1, "end": 2, "name": "s"}], "dynamic": {"f_a": 1, "g": "x", "f_b": 2},
       "checks": [{"value": null, "text": "t"}, {"value": 1, "text": "u"}],
       "fallbacks": [{"name": "n", "size": 1, "count": 1}, {"title": "t", "count": 2}], "count": 1}
      """#),
    ShapeCase(Loop.self, #"{"items": [\#(item), \#(item)], "count": 2}"#),
    ShapeCase(
      Switches.self,
      #"""
      {"first": true, "second": "no", "count": 1,
       "expression": {"sum": [{"number": 1}, {"sum": [{"number": 2}, {"number": 3}]}]}}
      """#),
  ]

  private static func renamed(_ name: String, _ inner: String) -> String {
    #"""
    {"\#(name)": "n", "\#(inner)": {"\#(name)": "m", "x": [1]}, "x": {"a_b": 1, "A": 2},
     "list": [{"\#(name)": "o", "x": []}], "axes": {"x": 1}, "floors": {"1": 1}}
    """#
  }

  private static func times(_ first: String, _ second: String) -> String {
    #"""
    {"first": \#(first), "second": \#(second), "list": [\#(second), \#(first)],
     "byName": {"a": \#(first)}, "count": 1}
    """#
  }
}

/// Both decoders are given the same documents, thousands of them, and must say the same.
///
/// `CONTRACT_FUZZ=100` in the environment makes a hundred times as many, with other seeds.
@Suite struct DifferentialTests {

  @Test(arguments: ShapeCase.all)
  func sampleDecodes(shape: ShapeCase) throws {
    let outcome = try shape.decode(Array(shape.sample.utf8))
    #expect(outcome.foundationAccepts, "\(outcome.foundationError)")
    #expect(outcome.hasValue)
    #expect(outcome.valuesAreEqual)
    #expect(outcome.report.decodes, "\(outcome.report.issues.map(\.message))")
    #expect(outcome.report.unexplored.isEmpty)
  }

  @Test(arguments: ShapeCase.all)
  func verdictsAndValuesAreFoundations(shape: ShapeCase) throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor))
    let sample = JSONNode(try document(shape.sample).root)
    var differences: [String] = []
    var accepted = 0
    for round in 0..<80 * Fuzzing.factor {
      var node = sample
      for _ in 0...(round % 3) { node = Mutation.random(of: node, using: &random).apply(to: node) }
      let text = JSONWriter.compact(node)
      let outcome = try shape.decode(Array(text.utf8))
      let report = outcome.report
      if outcome.foundationAccepts { accepted += 1 }
      let isAlike =
        report.decodes == outcome.foundationAccepts
        && outcome.hasValue == outcome.foundationAccepts && outcome.valuesAreEqual
        && (!outcome.foundationAccepts || report.unexplored.isEmpty)
        && (!shape.isSynthesised || !report.issues.contains { $0.kind == .tolerated })
      if !isAlike {
        differences.append("\(text)\n  ours \(report.inWords)\n  theirs \(outcome.foundationError)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
    #expect(accepted > 0)
    #expect(accepted < 80 * Fuzzing.factor)
  }

  /// Each defect on its own gives one problem at its place; all together give all of them.
  @Test(arguments: ShapeCase.all)
  func defectsAreFoundAloneAndTogether(shape: ShapeCase) throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 1)
    let sample = JSONNode(try document(shape.sample).root)
    var faults: [String] = []
    for _ in 0..<15 * Fuzzing.factor {
      var defects: [Mutation] = []
      for _ in 0..<8 {
        let mutation = Mutation.defect(in: sample, using: &random)
        if defects.contains(where: { $0.touches(mutation) }) { continue }
        let text = JSONWriter.compact(mutation.apply(to: sample))
        let outcome = try shape.decode(Array(text.utf8))
        if outcome.foundationAccepts { continue }
        let found = outcome.report.stopping
        if found.count != 1 { faults.append("alone: \(text)\n  \(outcome.report.inWords)") }
        guard shape.isSynthesised else { continue }
        if found.map(\.pointer) != [mutation.pointer] || !outcome.report.unexplored.isEmpty {
          faults.append("alone: \(text)\n  \(outcome.report.inWords)")
        }
        defects.append(mutation)
      }
      guard defects.count > 1 else { continue }
      let text = JSONWriter.compact(defects.reduce(sample) { $1.apply(to: $0) })
      let report = try shape.decode(Array(text.utf8)).report
      let isComplete =
        Set(report.stopping.map(\.pointer)) == Set(defects.map(\.pointer))
        && report.stopping.count == defects.count && report.unexplored.isEmpty
      if !isComplete {
        faults.append("together: \(text)\n  \(defects.map(\.pointer)) \(report.inWords)")
      }
    }
    #expect(faults.isEmpty, "\(faults.count): \(faults.first ?? "")")
  }
}

extension DecodingReport {
  /// The problems for which the type fails.
  var stopping: [DecodingIssue] { issues.filter(\.kind.stopsDecoding) }

  /// The report in one line, for the notes of a failed test.
  var inWords: String {
    let problems = issues.map { "\($0.pointer): \($0.kind): \($0.message)" }
    let parts = unexplored.map { "\($0.pointer) unexplored: \($0.reason)" }
    return (problems + parts).joined(separator: "; ")
  }
}
