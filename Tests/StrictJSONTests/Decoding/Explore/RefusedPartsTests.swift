import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// What is told of the parts of a value that an initialiser got in vain, in the forms in which it tried them.
@Suite(.computing) struct RefusedPartsTests {
  /// Two lists of objects, or an object with a list, as language servers answer.
  enum Symbols: Decodable {
    struct Item: Decodable {
      let name: String
      let line: Int
    }
    struct Link: Decodable {
      let target: String
      let range: [Int]
    }

    case items([Item])
    case links([Link])

    enum CodingKeys: CodingKey { case isIncomplete, items }

    init(from decoder: any Decoder) throws {
      do {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.decode(Bool.self, forKey: .isIncomplete)
        self = .items(try container.decode([Item].self, forKey: .items))
        return
      } catch {}
      if let items = try? [Item](from: decoder) {
        self = .items(items)
      } else if let links = try? [Link](from: decoder) {
        self = .links(links)
      } else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "neither items nor links"))
      }
    }
  }

  @Test(arguments: [
    (
      #"{"isIncomplete": true, "items": [{"name": 1, "line": "x"}, {"name": "n"}]}"#,
      ["", "/items/1/line", "/items/0/name", "/items/0/line"]
    ),
    (#"[{"name": "n", "line": 1}, {"name": 2, "line": "x"}]"#, ["", "/1/name", "/1/line"]),
    (#"[{"target": "t", "range": [1, "x"]}]"#, ["", "/0/range/1"]),
  ])
  func partsOfTheFormThatFitsAreTold(text: String, pointers: [String]) throws {
    let report = try report(Symbols.self, text)
    #expect(Set(report.issues.map(\.pointer.description)) == Set(pointers))
    #expect(report.issues.count == pointers.count)
  }

  /// One member or another one, and an error of the type's own where it is neither.
  struct Answer: Decodable {
    struct Failed: Decodable { let message: String }

    let result: [Int]?
    let error: Failed?
    let id: Int
    let count: Int?

    enum CodingKeys: CodingKey { case result, error, id, count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      if let result = try? container.decode([Int].self, forKey: .result) {
        (self.result, error) = (result, nil)
      } else if let error = try? container.decode(Failed.self, forKey: .error) {
        (result, self.error) = (nil, error)
      } else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "neither"))
      }
      count = try container.decodeIfPresent(Int.self, forKey: .count)
    }
  }

  @Test(arguments: [
    (#"{"id": 1, "result": [1, "x", 3, true]}"#, ["", "/result/1", "/result/3"]),
    (#"{"id": 1, "error": {"message": 7}}"#, ["", "/error/message"]),
    (#"{"id": 1, "result": [1, "x"], "count": "y"}"#, ["", "/result/1", "/count"]),
    // Behind another problem, too.
    (#"{"id": "x", "result": [1, "y"]}"#, ["", "/id", "/result/1"]),
    (#"{"result": [1, "y"], "count": 7}"#, ["", "/id", "/result/1"]),
  ])
  func memberThatIsThereIsTheReason(text: String, pointers: [String]) throws {
    let report = try report(Answer.self, text)
    #expect(report.issues.map(\.pointer.description).sorted() == pointers.sorted())
  }

  @Test func nothingStandsInWhereThatIsNotAllowed() throws {
    var decoder = StrictDecoder()
    decoder.exploration = .none
    let report = try report(Symbols.self, #"{"isIncomplete": 1, "items": []}"#, decoder)
    #expect(report.issues.map(\.pointer.description) == [""])
    #expect(report.unexplored.contains { $0.cause == .notAllowed })
  }

  /// A value as a whole, or frames of it, as Lottie's animations have them.
  struct Track: Decodable {
    struct Frame: Decodable {
      let time: Double
      let value: [Double]
    }

    var frames: [Frame] = []

    enum CodingKeys: CodingKey { case k }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let value = try? container.decode([Double].self, forKey: .k) {
        frames = [Frame(time: 0, value: value)]
        return
      }
      var list = try container.nestedUnkeyedContainer(forKey: .k)
      while !list.isAtEnd { frames.append(try list.decode(Frame.self)) }
    }
  }

  @Test(arguments: [
    (#"{"k": ["x", 0, 100]}"#, ["/k/0"]),
    (
      #"{"k": [{"time": "x", "value": [1]}, {"time": 1, "value": [true]}]}"#,
      ["/k/0/time", "/k/1/value/0"]
    ),
  ])
  func listIsToldInTheFormThatFits(text: String, pointers: [String]) throws {
    #expect(try report(Track.self, text).issues.map(\.pointer.description) == pointers)
  }

  /// A value of any kind, found by trying one kind after the other.
  struct Copied: Decodable {
    enum AnyValue: Decodable {
      case truth(Bool), number(Double), text(String), list([AnyValue]), map([String: AnyValue]),
        null

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let truth = try? container.decode(Bool.self) {
          self = .truth(truth)
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else if let text = try? container.decode(String.self) {
          self = .text(text)
        } else if let list = try? container.decode([AnyValue].self) {
          self = .list(list)
        } else if let map = try? container.decode([String: AnyValue].self) {
          self = .map(map)
        } else {
          self = .null
        }
      }
    }

    let copy: AnyValue
    let size: Int
  }

  /// It takes null as well, which is nothing to tell.
  @Test func nullIsAnyValue() throws {
    #expect(try report(Copied.self, #"{"copy": [null, {"a": null}], "size": 1}"#).issues.isEmpty)
  }

  /// A copy of the elements, which is indexed by the positions of the list: a refusal that code catches would leave
  /// one out, as no document can.
  struct Copying: Decodable {
    struct Refused: Error {}

    var names: [String] = []

    init(from decoder: any Decoder) throws {
      var texts: [String] = []
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        if let truth = try? list.decode(Bool.self) {
          texts.append("\(truth)")
        } else if let number = try? list.decode(Double.self) {
          texts.append("\(number)")
        } else if let text = try? list.decode(String.self) {
          texts.append(text)
        }
      }
      guard texts.last != "bad" else { throw Refused() }
      list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        names.append(texts[list.currentIndex])
        _ = try list.superDecoder()
      }
    }
  }

  @Test func kindOfACopyIsNotRefused() throws {
    let report = try report(Copying.self, #"["a", "b", "bad"]"#)
    #expect(report.issues.map(\.pointer.description) == [""])
  }
}
