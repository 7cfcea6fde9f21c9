import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import DecodingLaws

/// What is explored behind a problem, and what is only declared.
@Suite(.computing) struct ExplorationTests {
  @Test(arguments: [#"1"#, #""x""#])
  func alternativeThatWorksIsNoProblem(id: String) throws {
    let text =
      #"{"id": \#(id), "other": \#(id), "caught": \#(id), "pets": [{"meow": "m", "lives": 1}], "count": 1}"#
    let report = try report(Unions.self, text)
    #expect(report.issues.isEmpty)
    #expect(report.unexplored.isEmpty)
  }

  /// A value of an enumeration with payloads is made of a case and its payload.
  @Test func alternativesThatAllFailAreOneProblem() throws {
    let broken =
      #"{"id": [], "other": true, "caught": {}, "pets": [{"meow": 1, "lives": 1}, 7], "count": "x"}"#
    let sound = #"{"id": 1, "caught": 1, "pets": [], "count": 1}"#
    let pointers = ["/0/id", "/0/other", "/0/caught", "/0/pets/0/meow", "/0/pets/1", "/0/count"]
    let alone = try report([Unions].self, "[\(broken)]")
    #expect(alone.issues.map(\.pointer.description) == pointers)
    #expect(alone.unexplored.map(\.pointer.description) == ["/0/pets/0"])
    let together = try report([Unions].self, "[\(broken), \(sound)]")
    #expect(together.issues.map(\.pointer.description) == pointers)
    #expect(together.unexplored.map(\.pointer.description) == ["/0/pets/0"])
  }

  @Test func lossyPropertiesDoNotStopDecoding() throws {
    let text = #"{"items": [{"id": "x"}, 7, null], "age": "old", "count": 1}"#
    #expect(try report(Lossy.self, text).stopping.isEmpty)
    let broken = try report(Lossy.self, #"{"items": 7, "age": "old", "count": "x"}"#)
    #expect(broken.stopping.map(\.pointer.description) == ["/items", "/count"])
  }

  /// Which other keys are needed depends on the type; with the type unknown none is demanded.
  @Test(arguments: [#""hexagon""#, "7", "null"])
  func unknownDiscriminatorIsOneProblem(type: String) throws {
    let shapes = try report(
      Shapes.self, #"{"shapes": [{"type": \#(type)}, {"type": "circle"}], "count": "x"}"#)
    #expect(
      shapes.issues.map(\.pointer.description) == [
        "/shapes/0/type", "/shapes/1/radius", "/count",
      ])
    #expect(shapes.unexplored.map(\.pointer.description).contains("/shapes/0"))
  }

  @Test func branchOnTextIsNotTakenForMadeUpText() throws {
    let report = try report(Figure.self, #"{"type": null, "radius": 1, "name": "n"}"#)
    #expect(report.issues.map(\.pointer.description) == ["/type"])
    #expect(report.unexplored.map(\.type) == ["Figure"])
  }

  /// What a made-up container is asked must not lead to demands on a real one.
  @Test func madeUpContainerChoosesNoBranch() throws {
    struct Either: Decodable {
      var first: Int
      var second: Int

      enum CodingKeys: String, CodingKey { case inner, second }
      enum InnerKeys: String, CodingKey { case first }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        // All keys are asked for, whichever way is taken.
        let hasFirst = inner.contains(.first)
        first = try inner.decodeIfPresent(Int.self, forKey: .first) ?? 0
        second =
          hasFirst
          ? try container.decodeIfPresent(Int.self, forKey: .second) ?? 0
          : try container.decode(Int.self, forKey: .second)
      }
    }
    let report = try report(Either.self, "{}")
    #expect(report.issues.map(\.pointer.description) == ["/inner"])
    #expect(report.unexplored.count == 1)
  }

  /// A demand that only one case of an enumeration makes is not made for an unknown case.
  @Test func problemThatDependsOnTheCaseIsDeclared() throws {
    struct Option: Decodable {
      enum Kind: String, Decodable { case strict, exact, lenient }
      var kind: Kind
      var size: Int
      var name: String
      enum CodingKeys: String, CodingKey { case kind, size, name }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(Kind.self, forKey: .kind)
        size =
          kind == .lenient
          ? try container.decodeIfPresent(Int.self, forKey: .size) ?? 0
          : try container.decode(Int.self, forKey: .size)
        name = try container.decode(String.self, forKey: .name)
      }
    }
    let report = try report([Option].self, #"[{"kind": "other", "name": 7}]"#)
    #expect(report.issues.map(\.pointer.description) == ["/0/kind", "/0/name"])
    #expect(report.unexplored.map(\.pointer.description) == ["/0"])
  }

  @Test func ownRefusalComesAfterTheProblemsOfItsParts() throws {
    let backwards = try report([Span].self, #"[{"start": 2, "end": 1, "name": "n"}]"#)
    #expect(
      backwards.issues.map { Problem($0) } == [
        Problem(.invalidValue, "/0", nil, "a value that Span accepts", "an object")
      ])
    // With a part made up the refusal would be about the made-up value.
    let broken = try report([Span].self, #"[{"start": 2, "end": "x", "name": 1}]"#)
    #expect(broken.issues.map(\.pointer.description) == ["/0/end", "/0/name"])
  }

  @Test func refusalNamesThePlaceOfItsCodingPath() throws {
    struct Positive: Decodable {
      var values: [Int]
      enum CodingKeys: String, CodingKey { case values }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        values = try container.decode([Int].self, forKey: .values)
        guard values.allSatisfy({ $0 > 0 }) else {
          throw DecodingError.dataCorruptedError(
            forKey: .values, in: container, debugDescription: "not positive")
        }
      }
    }
    let report = try report([Positive].self, #"[{"values": [1]}, {"values": [0]}]"#)
    #expect(report.issues.map(\.pointer.description) == ["/1/values"])
    #expect(report.issues.map(\.message) == ["Positive refuses an array: not positive"])
  }

  @Test func arrayThatIsWalkedByHandIsExplored() throws {
    let payloads = try report(
      [Payloads].self,
      #"[{"payloads": [{"payload_id": 1}, {}], "count": "x"}, {"payloads": [], "count": "y"}]"#)
    #expect(
      payloads.issues.map(\.pointer.description) == [
        "/0/payloads/0/payload_id", "/0/payloads/1/payload_id", "/0/count", "/1/count",
      ])
    #expect(
      payloads.unexplored.map(\.pointer.description) == ["/0/payloads/0", "/0/payloads/1"])
    let loop = try report(Loop.self, #"{"items": [{"id": "x"}, 7], "count": "y"}"#)
    #expect(loop.issues.map(\.pointer.description) == ["/count"])
    #expect(
      loop.unexplored.map(\.reason) == [
        "items of Loop was not checked: its init(from:) stops at the problem above"
      ])
  }

  @Test func loopThatNeverAdvancesEnds() throws {
    struct Patient: Decodable {
      var values: [Int] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let value = try? container.decode(Int.self) { values.append(value) }
        }
      }
    }
    let (value, report) = StrictDecoder().decode(
      Patient.self, from: try document(#"[1, "x", 2, null]"#))
    #expect(value?.values == [1, 2])
    #expect(report.unexplored.map(\.pointer.description) == ["/1", "/3"])
    #expect(report.unexplored.allSatisfy { $0.reason.contains("never return") })
  }

  /// A loop over containers that cannot be opened is as endless as one over values.
  @Test func loopOverContainersEnds() throws {
    struct Patient: Decodable {
      enum Key: String, CodingKey { case id }
      var count = 0
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if (try? container.nestedContainer(keyedBy: Key.self)) != nil { count += 1 }
        }
      }
    }
    let (value, report) = StrictDecoder().decode(
      Patient.self, from: try document(#"[{}, 1, {}, []]"#))
    #expect(value?.count == 2)
    #expect(report.unexplored.map(\.pointer.description) == ["/1", "/3"])
  }

  /// What was swallowed behind a placeholder that chose the way is not told.
  @Test func problemOnADroppedWayIsNotTold() throws {
    struct Branching: Decodable {
      var kind: String
      var size: Int?
      var name: String?
      enum CodingKeys: String, CodingKey { case kind, size, name }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(String.self, forKey: .kind)
        if kind == "named" {
          name = try container.decode(String.self, forKey: .name)
        } else {
          size = try? container.decode(Int.self, forKey: .size)
        }
      }
    }
    let report = try report(Branching.self, #"{"kind": 7, "size": "large", "name": "n"}"#)
    #expect(report.issues.map { "\($0.kind) \($0.pointer)" } == ["typeMismatch /kind"])
    #expect(report.unexplored.map(\.pointer.description) == [""])
  }

  /// A second pass is for values that cannot be made up, and an enumeration of names can be.
  @Test func enumerationOfNamesNeedsNoSecondPass() throws {
    struct Record: Decodable {
      enum Kind: String, Decodable { case one, two }
      var kind: Kind
      var list: [Int]
      enum CodingKeys: String, CodingKey { case kind, list }
      init(from decoder: any Decoder) throws {
        CallCount.add(decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(Kind.self, forKey: .kind)
        var values = try container.nestedUnkeyedContainer(forKey: .list)
        list = [try values.decode(Int.self)]
      }
    }
    let calls = CallCount()
    var strict = StrictDecoder()
    strict.userInfo = calls.userInfo
    let sound = Array(repeating: #"{"kind": "one", "list": [1]}"#, count: 200)
    let text = "[\((sound + [#"{"kind": "one", "list": ["x"]}"#]).joined(separator: ","))]"
    let report = strict.check([Record].self, in: try document(text))
    #expect(report.issues.map(\.pointer.description) == ["/200/list/0"])
    #expect(calls.value < 500)
  }

  @Test func keysAreListedOnce() throws {
    struct Names: Decodable {
      var names: [String]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        names = container.allKeys.map(\.stringValue)
      }
    }
    let (value, _) = StrictDecoder().decode(
      Names.self, from: try document(#"{"b": 1, "a": 2, "b": 3}"#))
    #expect(value?.names == ["b", "a"])
  }

  /// Alternatives in alternatives: a failure at the bottom is found once, not twice a level.
  @Test func nestedAlternativesAreNotTriedAnew() throws {
    struct Nest: Decodable {
      var depth: Int
      init(from decoder: any Decoder) throws {
        CallCount.add(decoder)
        let container = try decoder.singleValueContainer()
        if let nests = try? container.decode([Nest].self) {
          depth = 1 + (nests.map(\.depth).max() ?? 0)
        } else {
          depth = try container.decode(Int.self)
        }
      }
    }
    let text = String(repeating: "[", count: 60) + "true" + String(repeating: "]", count: 60)
    let calls = CallCount()
    var strict = StrictDecoder()
    strict.userInfo = calls.userInfo
    let report = strict.check(Nest.self, in: try document(text))
    let innermost = String(repeating: "/0", count: 60)
    #expect(report.issues.map(\.pointer.description) == ["", innermost])
    #expect(calls.value < 400)
  }

  /// As in JSONDecoder, the decoder of a value is at the value around it when that one is read.
  @Test func decoderThatIsGivenAwayIsTold() throws {
    let text = #"{"size": true, "first": {"size": 1}, "late": {}, "whole": [], "list": []}"#
    let report = try report(Borrowing.self, text)
    #expect(report.issues.first?.pointer.description == "/size")
    #expect(
      report.unexplored.first {
        $0.pointer.description == "/first"
      }?.reason
        == "the decoder of Borrowing.Kept is used when its initialiser has ended; "
        + "JSONDecoder then reads the value of Borrowing")
  }

  @Test func deepestDocumentIsDecoded() throws {
    struct Deep: Decodable {
      var inner: [Deep]
      init(from decoder: any Decoder) throws { inner = try [Deep](from: decoder) }
    }
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try report(Deep.self, text).issues.isEmpty)
    let broken = String(repeating: "[", count: 511) + "7" + String(repeating: "]", count: 511)
    #expect(try report(Deep.self, broken).issues.map(\.pointer.tokens.count) == [511])
  }

  /// Properties of every sort stand in the way of made-up values, never of the process.
  @Test func oddPropertiesAreSound() throws {
    final class Guarded: Decodable {
      let lock = Mutex(0)
      weak var parent: Guarded?
      var pair = (1, "a")
      var value: Int
      var name: String
      enum CodingKeys: String, CodingKey { case value, name }
    }
    struct Odd: Decodable {
      var nothing: Never?
      var text: Substring { "a" }
      var range: Range<Int>
      var bounds: PartialRangeFrom<Double>
      var duration: Duration
      var characters: CharacterSet
      var zone: TimeZone
      var components: DateComponents
      var path: IndexPath
      var guarded: Guarded
      var closure: @Sendable () -> Int = { 1 }
      lazy var late = 7
      var page: Page<[Color: Int]>
      var last: String
      enum CodingKeys: String, CodingKey {
        case nothing, range, bounds, duration, characters, zone, components, path, guarded, page,
          last
      }
    }
    let guarded = try report([Guarded].self, #"[{"value": "x"}, {"value": 1, "name": "n"}]"#)
    #expect(guarded.issues.map(\.pointer.description) == ["/0/name", "/0/value"])
    let names = [
      "range", "bounds", "duration", "characters", "zone", "components", "path", "guarded", "page",
      "last",
    ]
    for name in names {
      // All keys but one are there, with values of the wrong type.
      let members = names.filter { $0 != name }.map { "\"\($0)\": true" }
      let report = try report(Odd.self, "{\(members.joined(separator: ", "))}")
      #expect(Set(report.issues.compactMap(\.pointer.tokens.first)) == Set(names))
    }
  }

  // Initialisers that are not aligned are given no made-up value, so these cannot trap on one.

  @Test func forcedURLIsNotGivenMadeUpText() throws {
    struct Forced: Decodable {
      var link: URL
      var name: String
      enum CodingKeys: String, CodingKey { case link, name }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .link)
        guard let link = URL(string: "https://" + text + "/") else { fatalError("no link") }
        precondition(link.host() != nil && !text.isEmpty)
        self.link = link
        name = try container.decode(String.self, forKey: .name)
      }
    }
    let report = try report(Forced.self, #"{"link": 7, "name": null}"#)
    #expect(report.issues.map(\.pointer.description) == ["/link"])
    #expect(report.unexplored.map(\.type) == ["Forced"])
  }

  @Test func forcedOptionalIsNotGivenNil() throws {
    struct Forced: Decodable {
      var count: Int
      var name: String
      enum CodingKeys: String, CodingKey { case count, name }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let count = try container.decodeIfPresent(Int.self, forKey: .count) else {
          fatalError("no count")
        }
        self.count = count
        name = try container.decode(String.self, forKey: .name)
      }
    }
    let report = try report(Forced.self, #"{"count": "x", "name": 7}"#)
    #expect(report.issues.map(\.pointer.description) == ["/count", "/name"])
  }

  @Test func indexedArrayIsNotGivenMadeUpElements() throws {
    struct Indexed: Decodable {
      var third: String
      var name: String
      enum CodingKeys: String, CodingKey { case words, name }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        third = try container.decode([String].self, forKey: .words)[2]
        name = try container.decode(String.self, forKey: .name)
      }
    }
    let report = try report(Indexed.self, #"{"words": null, "name": 7}"#)
    #expect(report.issues.map(\.pointer.description) == ["/words"])
    #expect(report.unexplored.map(\.type) == ["Indexed"])
  }

  @Test func checkedCountIsNotGivenMadeUpNumbers() throws {
    struct Counted: Decodable {
      var items: [String]
      enum CodingKeys: String, CodingKey { case count, items }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let count = try container.decode(Int.self, forKey: .count)
        items = try container.decode([String].self, forKey: .items)
        precondition(count == items.count)
      }
    }
    let report = try report(Counted.self, #"{"count": "x", "items": ["a", "b", "c"]}"#)
    #expect(report.issues.map(\.pointer.description) == ["/count"])
  }

  @Test func errorOfARequestIsTheUsualOne() throws {
    struct Curious: Decodable {
      var seen: [String] = []
      enum CodingKeys: String, CodingKey { case absent, null, number }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for key in [CodingKeys.absent, .null, .number] {
          do {
            _ = try container.decode(String.self, forKey: key)
          } catch DecodingError.keyNotFound(let missing, _) {
            seen.append("key \(missing.stringValue)")
          } catch DecodingError.valueNotFound(let type, _) {
            seen.append("value \(type)")
          } catch DecodingError.typeMismatch(let type, let context) {
            seen.append("type \(type) \(context.codingPath.map(\.stringValue))")
          }
        }
      }
    }
    let text = #"{"null": null, "number": 7}"#
    let (value, report) = StrictDecoder().decode(Curious.self, from: try document(text))
    let foundation = try JSONDecoder().decode(Curious.self, from: Data(text.utf8))
    #expect(value?.seen == ["key absent", "value String", #"type String ["number"]"#])
    #expect(value?.seen == foundation.seen)
    #expect(report.decodes)
  }

  // How much work there is.

  struct Counted: Decodable {
    var first: Int
    var second: String
    var third: [Int]
    enum CodingKeys: String, CodingKey { case first, second, third }
    init(from decoder: any Decoder) throws {
      CallCount.add(decoder)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      first = try container.decode(Int.self, forKey: .first)
      second = try container.decode(String.self, forKey: .second)
      third = try container.decode([Int].self, forKey: .third)
    }
  }

  struct Records: Decodable {
    var records: [Counted]
    var broken: Int
  }

  /// A broken record costs its own runs, and no other record is run again for it.
  @Test func workDoesNotGrowWithTheNumberOfDefects() throws {
    let sound = #"{"first": 1, "second": "a", "third": [1]}"#
    let broken = #"{"first": "x", "second": "a", "third": [1]}"#
    func runs(_ count: Int) throws -> Int {
      let calls = CallCount()
      var strict = StrictDecoder()
      strict.userInfo = calls.userInfo
      let records = (0..<200).map { $0 < count ? broken : sound }.joined(separator: ",")
      let text = #"{"records": [\#(records)], "broken": "x"}"#
      let report = strict.check(Records.self, in: try document(text))
      #expect(report.stopping.count == count + 1)
      return calls.value
    }
    // All records in the fast pass of the whole, and once more because a defect stands behind them.
    #expect(try runs(0) == 400)
    // With one of them broken, once more with what stands in for it, up to the defect behind them.
    #expect(try runs(1) <= 3 * 200 + 5)
    #expect(try runs(100) - runs(10) <= 90 * 5)
  }
}
