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
    let report = try report(Profile.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.issues.allSatisfy { $0.owner?.property != nil })
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
}
