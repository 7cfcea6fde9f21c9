import Foundation
import StrictJSON
import TestSupport
import Testing
import WireDates

@testable import DecodingLaws

/// What types read, found without a document.
@Suite(.computing) struct DTOShapeTests {
  private func shape<Root: Decodable>(
    _ type: Root.Type, _ decoder: StrictDecoder = StrictDecoder()
  ) -> String {
    decoder.reads(type).description
  }

  @Test func synthesisedTypesAreKnownExactly() {
    #expect(
      shape(User.self)
        == "{id: integer, name: string, address: {street: string, zip: string, coordinates: {latitude: number, longitude: number}}, company: {name: string, motto?: string?}}"
    )
    #expect(
      shape(Items.self)
        == "{total: integer, items: [{id: integer, name: string, price: number, tags: [string]}]}")
    #expect(
      shape(Paint.self)
        == #"{color: "red"|"green"|"blue", accent?: "red"|"green"|"blue"?, level: 10|20|30, levels: [10|20|30], single: "only", name: string}"#
    )
    #expect(
      shape(Scores.self)
        == "{scores: {*: integer}, places: {*: {latitude: number, longitude: number}}, owner: string}"
    )
    #expect(
      shape(Page<Item?>.self)
        == "{number: integer, results: [{id: integer, name: string, price: number, tags: [string]}?], next?: string?}"
    )
  }

  /// A type with a single property that is a date may be an object or the date itself.
  @Test func typeOfOneDateIsWhatItAsksFor() {
    struct Stamp: Decodable { let launched: Date }
    struct Day: Decodable {
      let date: Date
      init(from decoder: any Decoder) throws {
        _ = try decoder.singleValueContainer().decode(String.self)
        date = .distantPast
      }
    }
    #expect(shape(Stamp.self) == "{launched: date(seconds since 2001)}")
    #expect(shape(Day.self) == "date(?)")
  }

  @Test func nestedContainersAreFollowed() {
    #expect(
      shape(Launch.self)
        == "{flight_number: integer, rocket: {rocket_name: string, first_stage: {block: integer}}, links: {mission_patch: string}, launch_site?: string?}"
    )
  }

  @Test func datesHaveTheirFormat() {
    struct Dates: Decodable {
      var day: PatternDate<CalendarDay>
      var at: ISO8601Date?
      var unix: UnixSecondsDate
      var date: Date
    }
    #expect(
      shape(Dates.self)
        == "{day: date(yyyy-MM-dd), at?: date(iso8601)?, unix: date(unix-seconds), "
        + "date: date(seconds since 2001)}")
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    #expect(decoder.reads(Dates.self)["date"]?.shape.forms == [.date(.unixMilliseconds)])
  }

  /// Alternatives show themselves by going on after a refusal; no value is made up for them.
  @Test func alternativesAreAllFound() {
    #expect(shape(IntegerOrText.self) == "integer|string")
    #expect(shape(Caught.self) == "integer|string")
    #expect(shape(Switch.self) == "boolean|integer|string")
    #expect(shape(Email.self) == "string")
    #expect(shape(Failable<Item>.self) == "??~")
  }

  @Test func swallowedKeyIsNotRequired() {
    #expect(
      StrictDecoder().reads(Lossy.self).members.map { "\($0.name) \($0.isRequired)" } == [
        "items true", "age false", "count true",
      ])
  }

  @Test func wrapperWithADefaultIsNotRequired() {
    let shape = StrictDecoder().reads(Wrapped.self)
    #expect(
      shape.members.map { "\($0.name) \($0.isRequired) \($0.shape)" } == [
        "title true string", "nick false string?", "subtitle true string", "motto false string?",
        "count true integer",
      ])
  }

  @Test func questionIsAnsweredInBothWays() {
    let shape = StrictDecoder().reads(Versioned.self)
    #expect(
      shape.members.map { "\($0.name) \($0.isRequired)" } == [
        "second false", "name false",
      ])
    #expect(!shape.doubts.isEmpty)
  }

  /// What cannot be followed is told, not guessed; a sample shows more of it.
  @Test func sampleShowsMoreThanAProbe() throws {
    let alone = StrictDecoder().reads([Figure].self)
    // A text is given to the property `type`, as to any; which keys it leads to is not known.
    #expect(alone.element?.members.contains { $0.name == "radius" } == false)
    let sample = try document(#"[{"type": "circle", "radius": 1, "name": "c"}]"#)
    let known = StrictDecoder().reads([Figure].self, samples: [sample])
    let radius = try #require(known.element?["radius"])
    #expect(!radius.isRequired && radius.owner.description == "Figure.radius")
    let broken = try document(#"[{"type": "circle", "radius": "x", "name": "c"}]"#)
    #expect(StrictDecoder().reads([Figure].self, samples: [broken]) == alone)
  }

  @Test func typeThatContainsItselfEnds() {
    #expect(shape(Tree.self) == "{value: integer, children: [?~]}")
    #expect(shape(Nodes.self).hasPrefix("{first: {value: integer, next?: ??~, label: string}"))
  }

  @Test func keysAreThoseOfTheDocument() {
    var decoder = StrictDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      decoder.reads(Renamed.self).members.map(\.name) == [
        "user_name", "inner_thing", "x", "list", "axes", "floors",
      ])
  }

  /// Code that computes with what it reads is never given a made-up value.
  @Test func initialiserThatComputesGetsNoValue() {
    struct Forced: Decodable {
      var link: URL
      var first: String
      enum CodingKeys: String, CodingKey { case address, words }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .address)
        guard let link = URL(string: text) else { fatalError("a made-up text was given") }
        self.link = link
        first = try container.decode([String].self, forKey: .words)[0]
      }
    }
    struct Looping: Decodable {
      var numbers: [Int] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let number = try? container.decode(Int.self) { numbers.append(number) }
        }
      }
    }
    let shape = StrictDecoder().reads(Forced.self)
    #expect(shape.members.map(\.name) == ["address"] && !shape.doubts.isEmpty)
    #expect(self.shape(Looping.self) == "[integer]")
  }

  /// The law, with Foundation as the judge: a sample without a key that is not required decodes,
  /// and one without a required key does not.
  @Test(arguments: ShapeCase.all)
  func requiredKeysAreThoseThatFoundationDemands(shape: ShapeCase) throws {
    let sample = JSONNode(try document(shape.sample).root)
    let known = shape.reads()
    var wrong: [String] = []
    func visit(_ node: JSONNode, _ known: DTOShape, _ pointer: JSONPointer) throws {
      switch node {
      case .array(let elements):
        guard let element = known.element else { return }
        for (index, child) in elements.enumerated() {
          try visit(child, element, pointer.appending(index))
        }
      case .object(let members):
        for member in members {
          let place = pointer.appending(member.key)
          guard let read = known[member.key] else {
            if let element = known.element { try visit(member.value, element, place) }
            continue
          }
          let text = JSONWriter.compact(Mutation(pointer: place, change: .delete).apply(to: sample))
          let accepts = try shape.decode(Array(text.utf8)).foundationAccepts
          if known.doubts.isEmpty, accepts == read.isRequired { wrong.append("\(place)") }
          let null = JSONWriter.compact(
            Mutation(pointer: place, change: .replace(.null)).apply(to: sample))
          let takesNull = try shape.decode(Array(null.utf8)).foundationAccepts
          if known.doubts.isEmpty, read.shape.doubts.isEmpty, takesNull != read.shape.isNullable,
            !takesNull || read.isRequired
          {
            wrong.append("\(place) null")
          }
          try visit(member.value, read.shape, place)
        }
      default: return
      }
    }
    try visit(sample, known, JSONPointer())
    #expect(wrong.isEmpty, "\(known)")
  }
}
