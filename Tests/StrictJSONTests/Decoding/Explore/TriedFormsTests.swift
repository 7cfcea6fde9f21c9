import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// What is told of a value that an initialiser tried in several forms in vain, and then refused itself.
@Suite(.computing) struct TriedFormsTests {
  struct Reference: Decodable {
    let ref: String
    enum CodingKeys: String, CodingKey { case ref = "$ref" }
  }

  struct Schema: Decodable {
    let type: String
    let size: Int
    let title: String?
  }

  struct NeitherFits: Error { let errors: [any Error] }

  /// As OpenAPI documents have it: a reference, or the thing itself; the error is none of `DecodingError`.
  enum Either<First: Decodable, Second: Decodable>: Decodable {
    case first(First)
    case second(Second)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      var errors: [any Error] = []
      do {
        self = .first(try container.decode(First.self))
        return
      } catch { errors.append(error) }
      do {
        self = .second(try container.decode(Second.self))
        return
      } catch { errors.append(error) }
      throw NeitherFits(errors: errors)
    }
  }

  /// As generators write `anyOf`: each alternative by its own keys, and one error of the whole.
  struct AnyOf: Decodable {
    struct Text: Decodable {
      enum Kind: String, Decodable { case text }
      let type: Kind
      let text: String
      let notes: [String]
    }
    struct Image: Decodable {
      enum Kind: String, Decodable { case image }
      let type: Kind
      let url: String
      let width: Int
    }

    var value1: Text?
    var value2: Image?

    init(from decoder: any Decoder) throws {
      do { value1 = try .init(from: decoder) } catch {}
      do { value2 = try .init(from: decoder) } catch {}
      guard value1 != nil || value2 != nil else {
        throw DecodingError.valueNotFound(
          Self.self,
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no schema fits"))
      }
    }
  }

  /// The same with the types' own initialisers, in a payload.
  enum OneOf: Decodable {
    case text(AnyOf.Text)
    case image(AnyOf.Image)

    init(from decoder: any Decoder) throws {
      if let text = try? AnyOf.Text(from: decoder) {
        self = .text(text)
      } else if let image = try? AnyOf.Image(from: decoder) {
        self = .image(image)
      } else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no schema fits"))
      }
    }
  }

  @Test(arguments: [
    (#"{"type": 1, "size": 2}"#, ["/type"]),
    (#"{"type": 1, "size": "x", "title": true}"#, ["/type", "/size", "/title"]),
    (#"{"$ref": 7}"#, ["/$ref"]),
    (#"{"type": "x"}"#, ["/size"]),
    // Nothing in it says which form is meant; the one with fewer keys is nearer.
    ("{}", ["/$ref"]),
    ("7", [""]),
  ])
  func errorOfTheTypeIsToldByTheFormThatFitsBest(text: String, pointers: [String]) throws {
    let report = try report(Either<Reference, Schema>.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.issues.first?.message.contains("NeitherFits") ?? false)
    #expect(report.unexplored.allSatisfy { $0.cause == .otherForm })
    #expect(report.unexplored.isEmpty != ["{}", #"{"type": "x"}"#].contains(text))
  }

  /// An error that says where it is stays, for JSONDecoder says so too.
  @Test(arguments: [
    (#"{"type": "text", "text": 7, "notes": [1, "x"]}"#, ["", "/text", "/notes/0"]),
    (#"{"type": "image", "url": 7, "width": "x"}"#, ["", "/url", "/width"]),
    (#"{"type": false, "url": "u", "width": 1}"#, ["", "/type"]),
  ])
  func placeOfTheErrorIsToldFirst(text: String, pointers: [String]) throws {
    #expect(try report(AnyOf.self, text).issues.map(\.pointer.description) == pointers)
    #expect(try report(OneOf.self, text).issues.map(\.pointer.description) == pointers)
  }

  /// Two types by their own keys, of which the error of the last one is passed on.
  enum Part: Decodable {
    case text(AnyOf.Text)
    case image(AnyOf.Image)

    init(from decoder: any Decoder) throws {
      if let text = try? AnyOf.Text(from: decoder) {
        self = .text(text)
      } else {
        self = .image(try AnyOf.Image(from: decoder))
      }
    }
  }

  @Test(arguments: [
    (#"{"type": "text", "text": 7, "notes": [1, "x"]}"#, ["/type", "/text", "/notes/0"]),
    (#"{"type": "image", "url": 7, "width": "x"}"#, ["/url", "/width"]),
  ])
  func typeThatFitsBetterIsTold(text: String, pointers: [String]) throws {
    #expect(try report(Part.self, text).issues.map(\.pointer.description) == pointers)
  }

  /// A newer form as a whole, and the keys of an older one.
  struct Profile: Decodable {
    struct New: Decodable {
      let id: Int
      let name: String
      let email: String
    }

    let id: Int
    let name: String
    let email: String

    enum CodingKeys: String, CodingKey { case id, name = "full_name", email = "mail" }

    init(from decoder: any Decoder) throws {
      if let new = try? decoder.singleValueContainer().decode(New.self) {
        (id, name, email) = (new.id, new.name, new.email)
        return
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try container.decode(String.self, forKey: .name)
      email = try container.decode(String.self, forKey: .email)
    }
  }

  @Test(arguments: [
    (#"{"id": "x", "name": "n", "email": "e"}"#, ["/id"]),
    (#"{"id": "x", "name": "n", "email": 4}"#, ["/id", "/email"]),
    (#"{"id": "x", "full_name": 3, "mail": 4}"#, ["/id", "/full_name", "/mail"]),
  ])
  func wholeFormThatFitsBetterIsTold(text: String, pointers: [String]) throws {
    #expect(try report(Profile.self, text).issues.map(\.pointer.description) == pointers)
  }

  /// What can be done without is no other form of the rest.
  struct Page: Decodable {
    struct Links: Decodable { let next: String }
    struct Body: Decodable {
      let items: [Int]
      let total: Int
    }

    let links: Links?
    let body: Body

    init(from decoder: any Decoder) throws {
      links = try? Links(from: decoder)
      body = try Body(from: decoder)
    }
  }

  @Test func partThatIsNotNeededIsNoForm() throws {
    let report = try report(Page.self, #"{"next": 5, "items": "x", "total": "y"}"#)
    #expect(
      report.issues.filter(\.kind.stopsDecoding).map(\.pointer.description) == ["/items", "/total"])
  }

  /// A member in two forms, with an error of the type's own, of which the path begins at the type's value.
  struct Message: Decodable {
    let text: String
    let code: Int

    enum CodingKeys: CodingKey { case text, code }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let text = try? container.decode(String.self, forKey: .text) {
        self.text = text
      } else if let lines = try? container.decode([String].self, forKey: .text) {
        text = lines.joined(separator: "\n")
      } else {
        throw DecodingError.typeMismatch(
          String.self,
          .init(codingPath: [CodingKeys.text], debugDescription: "neither a text nor lines"))
      }
      code = try container.decode(Int.self, forKey: .code)
    }
  }

  @Test(arguments: [
    (#"{"text": 7, "code": "x"}"#, ["/message/text", "/message/code"]),
    (
      #"{"text": ["a", 1, 2], "code": "x"}"#,
      ["/message/text/1", "/message/text/2", "/message/code"]
    ),
    (#"{"text": ["a", 1], "code": 5}"#, ["/message/text/1"]),
  ])
  func memberInSeveralFormsIsToldByOneOfThem(text: String, pointers: [String]) throws {
    let report = try report([String: Message].self, #"{"message": \#(text)}"#)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.issues.first?.message.contains("neither a text nor lines") ?? false)
  }

  /// That other forms were tried in vain is nothing to tell, before or after the one that fits.
  @Test(arguments: [
    #"{"type": "text", "text": "t", "notes": []}"#, #"{"type": "image", "url": "u", "width": 1}"#,
  ])
  func formThatFitsIsNoProblem(text: String) throws {
    #expect(try report(AnyOf.self, text).issues.isEmpty)
    #expect(try report(OneOf.self, text).issues.isEmpty)
  }

  /// A form that was given up for a last one, which fits worse.
  struct Quote: Decodable {
    struct Post: Decodable {
      let id: String
      let uri: String
      let account: String
      let visibility: String
    }

    var state: String?
    var count: Int
    var post: Post?

    enum CodingKeys: String, CodingKey { case state, count, post }

    init(from decoder: any Decoder) throws {
      do {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        state = try container.decode(String.self, forKey: .state)
        count = try container.decode(Int.self, forKey: .count)
        post = try container.decodeIfPresent(Post.self, forKey: .post)
      } catch {
        state = nil
        count = 0
        post = try decoder.singleValueContainer().decode(Post.self)
      }
    }
  }

  @Test func formThatWasGivenUpIsTold() throws {
    let first = try report(Quote.self, #"{"state": 7, "count": "x", "post": {"id": 1}}"#)
    #expect(
      Set(first.issues.map(\.pointer.description)) == [
        "/id", "/state", "/count", "/post/id", "/post/uri", "/post/account", "/post/visibility",
      ])
    let second = try report(Quote.self, #"{"id": 7, "uri": "u", "account": "a", "visibility": 1}"#)
    #expect(second.issues.map(\.pointer.description) == ["/id", "/visibility"])
  }

  /// An id, or the whole of what it is of.
  struct Expandable: Decodable {
    struct Whole: Decodable {
      let id: String
      let name: String
      let email: String
    }

    let whole: Whole?

    enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if (try? container.decode(Int.self, forKey: .id)) != nil {
        whole = nil
      } else {
        whole = try decoder.singleValueContainer().decode(Whole.self)
      }
    }
  }

  /// The id of the whole is no wrong number.
  @Test func lastFormIsToldWhereItFitsBest() throws {
    let report = try report(Expandable.self, #"{"id": "u1", "name": "x"}"#)
    #expect(report.issues.map(\.pointer.description) == ["/email"])
  }

  /// Puts each error into one of its own, and reads what else there is.
  struct Response: Decodable {
    struct Unreadable: Error { let inner: any Error }

    let summary: String
    let schemas: [String: Either<Reference, Schema>]?
    let count: Int
    let others: [String: AnyValue]

    enum CodingKeys: String, CodingKey { case summary, schemas, count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        summary = try container.decode(String.self, forKey: .summary)
        schemas = try container.decodeIfPresent(
          [String: Either<Reference, Schema>].self, forKey: .schemas)
        count = try container.decode(Int.self, forKey: .count)
        others = try decoder.singleValueContainer().decode([String: AnyValue].self)
      } catch {
        throw Unreadable(inner: error)
      }
    }
  }

  @Test func errorsInErrorsOfFormsAreFound() throws {
    let text = #"""
      {"summary": 1, "schemas": {"a": {"type": 1, "size": 2}, "b": {"$ref": 3}}, "count": "x"}
      """#
    let report = try report(Response.self, text)
    #expect(
      report.issues.map(\.pointer.description) == [
        "/summary", "/schemas/a/type", "/schemas/b/$ref", "/count",
      ])
    #expect(report.unexplored.isEmpty)
  }

  /// One form that could be read, and then a check of what it holds.
  struct Span: Decodable {
    struct Range: Decodable {
      let start: Int
      let end: Int
    }
    struct Point: Decodable {
      let at: Int
      let unit: String
    }
    struct Empty: Error {}

    let start: Int
    let end: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let point = try? container.decode(Point.self) {
        (start, end) = (point.at, point.at)
      } else {
        let range = try container.decode(Range.self)
        guard range.end > range.start else { throw Empty() }
        (start, end) = (range.start, range.end)
      }
    }
  }

  /// An answer, or what the server says in its place.
  struct Envelope: Decodable {
    struct Refusal: Error, Decodable { let code: Int }

    let name: String

    init(from decoder: any Decoder) throws {
      if let quote = try? Quote.Post(from: decoder) {
        name = quote.id
      } else {
        throw try Refusal(from: decoder)
      }
    }
  }

  /// A value that fitted one form and was refused all the same has no problem of the others.
  @Test func formThatFittedIsNotTold() throws {
    #expect(
      try report(Span.self, #"{"start": 5, "end": 3}"#).issues.map(\.pointer.description) == [""])
    #expect(
      try report(Envelope.self, #"{"code": 7}"#).issues.map(\.pointer.description) == [""])
  }

  /// Forms by their own keys, one in another: each level costs as much as the one below it, and not twice as much.
  indirect enum View: Decodable {
    struct Stack: Decodable { let children: [View] }
    struct Label: Decodable { let text: String }
    struct Unknown: Error {}

    case stack(Stack)
    case label(Label)

    init(from decoder: any Decoder) throws {
      CallCount.add(decoder)
      if let stack = try? Stack(from: decoder) {
        self = .stack(stack)
      } else if let label = try? Label(from: decoder) {
        self = .label(label)
      } else {
        throw Unknown()
      }
    }
  }

  @Test func formsInFormsAreReadAFewTimes() throws {
    var calls: [Int] = []
    for depth in [8, 16] {
      let opened = String(repeating: #"{"children": ["#, count: depth)
      let text = opened + #"{"text": 5}"# + String(repeating: "]}", count: depth)
      let count = CallCount()
      var strict = StrictDecoder()
      strict.userInfo = count.userInfo
      #expect(!strict.check(View.self, in: try document(text)).issues.isEmpty)
      calls.append(count.value)
    }
    #expect(calls[1] < 12 * calls[0], "\(calls)")
  }

  /// Much that is wrong within one member says nothing of the form.
  @Test func formIsJudgedByItsOwnMembers() throws {
    let broken = (0..<8).map { _ in #"{"text": 5, "type": "text", "notes": []}"# }
    let text = #"{"type": "stack", "size": 1, "parts": [\#(broken.joined(separator: ","))]}"#
    let report = try report(Either<Reference, Parts>.self, text)
    #expect(
      report.issues.map(\.pointer.description) == (0..<8).map { "/parts/\($0)/text" })
  }

  struct Parts: Decodable {
    let type: String
    let size: Int
    let parts: [AnyOf.Text]
  }

  /// A member that code does without is not the reason of an error that comes all the same.
  struct Picture: Decodable {
    struct Unsupported: Error {}

    let count: Int?

    enum CodingKeys: String, CodingKey { case count, format }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let format = try container.decode(String.self, forKey: .format)
      count = try? container.decode(Int.self, forKey: .count)
      guard format == "png" else { throw Unsupported() }
    }
  }

  @Test func memberThatIsDoneWithoutIsNotTheReason() throws {
    let report = try report(Picture.self, #"{"format": "gif", "count": "x"}"#)
    #expect(report.issues.map(\.pointer.description) == [""])
  }

  // MARK: Parts of a value that the type refused

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

    enum CodingKeys: CodingKey { case result, error, id }

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
    }
  }

  @Test(arguments: [
    (#"{"id": 1, "result": [1, "x", 3, true]}"#, ["", "/result/1", "/result/3"]),
    (#"{"id": 1, "error": {"message": 7}}"#, ["", "/error/message"]),
  ])
  func memberThatIsThereIsTheReason(text: String, pointers: [String]) throws {
    let report = try report(Answer.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
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

  /// A copy of any value, and then the value: the copy's kinds are not what is meant.
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
}
