import StrictJSON
import TestSupport
import Testing

/// Envelopes whose parts are values of a case, and resources that check of which type they are.
@Suite(.computing) struct EnvelopeTests {
  struct WrongType: Error {
    let found: String
    let expected: String
  }

  struct NoMetadata: Decodable {}

  struct Article: Decodable {
    let id: String
    let title: Title
    let meta: NoMetadata

    struct Title: Decodable {
      let text: String
      let language: String?
    }

    enum CodingKeys: CodingKey { case id, type, title, meta }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let type: String
      do {
        type = try container.decode(String.self, forKey: .type)
      } catch {
        throw WrongType(found: "type", expected: "articles")
      }
      guard type == "articles" else { throw WrongType(found: type, expected: "articles") }
      id = try container.decode(String.self, forKey: .id)
      title = try container.decode(Title.self, forKey: .title)
      meta = NoMetadata()
    }
  }

  struct Included: Decodable { let name: String }

  struct Envelope: Decodable {
    enum Body { case article(Article, included: [Included]), refusal(String) }

    let body: Body

    enum CodingKeys: CodingKey { case data, included, error, version }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let error = try container.decodeIfPresent(String.self, forKey: .error) {
        body = .refusal(error)
        return
      }
      body = .article(
        try container.decode(Article.self, forKey: .data),
        included: try container.decode([Included].self, forKey: .included))
    }
  }

  /// A word that the error names stands in for the one that it misses, and leads the only way there is.
  @Test(arguments: [
    (#"{"type": 42, "title": {"text": "t"}}"#, ["/type", "/id"]),
    (#"{"id": 1, "title": {"text": 2}}"#, ["/type", "/id", "/title/text"]),
    (#"{"type": "other", "id": 1, "title": {}}"#, ["", "/id", "/title/text"]),
  ])
  func wordThatAnErrorNamesIsTheOneThatIsMeant(text: String, pointers: [String]) throws {
    let report = try expectProblems(Article.self, text, pointers)
    #expect(report.unexplored.isEmpty, "\(report.unexplored)")
  }

  /// Nothing is read for a property that holds nothing, and no way needs its key.
  @Test func propertyThatHoldsNothingNeedsNoKey() throws {
    let report = try expectProblems(
      Article.self, #"{"type": "articles", "id": 1, "title": {}}"#, ["/id", "/title/text"])
    #expect(report.unexplored.isEmpty, "\(report.unexplored)")
  }

  /// The value of a case goes nowhere else, whatever its key.
  @Test func valueOfOneCaseIsHandedOn() throws {
    let report = try expectProblems(
      Envelope.self,
      #"{"data": {"type": "articles", "id": "1", "title": {}}, "included": [{"name": 1}]}"#,
      ["/data/title/text", "/included/0/name"])
    #expect(report.unexplored.isEmpty, "\(report.unexplored)")
  }

  /// Keeps what it cannot read for later, where it demands it.
  struct Paged: Decodable {
    enum Body { case failed([Included], page: Page?), items([Included], page: Page) }

    struct Page: Decodable {
      let total: Int
      let size: Int
    }

    struct NoPage: Error {}

    let body: Body

    enum CodingKeys: CodingKey { case failures, items, page }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let page: Page?
      do {
        page = try container.decode(Page.self, forKey: .page)
      } catch {
        page = nil
      }
      if let failures = try container.decodeIfPresent([Included].self, forKey: .failures) {
        body = .failed(failures, page: page)
        return
      }
      let items = try container.decode([Included].self, forKey: .items)
      guard let page else { throw NoPage() }
      body = .items(items, page: page)
    }
  }

  /// The reason of an error without a place is told in its place, also behind what stands in for another value.
  @Test(arguments: [
    (#"{"items": [], "page": {"total": "x", "size": 2}}"#, ["/page/total"]),
    (
      #"{"items": [{"name": 1}], "page": {"total": "x", "size": []}}"#,
      ["/items/0/name", "/page/size", "/page/total"]
    ),
    (
      #"{"items": [{"name": 1}], "page": {"total": 0.5, "size": 2}}"#,
      ["/items/0/name", "/page/total"]
    ),
  ])
  func partThatIsDemandedLaterIsTheReason(text: String, pointers: [String]) throws {
    let report = try expectProblems(Paged.self, text, pointers)
    #expect(report.unexplored.isEmpty, "\(report.unexplored)")
  }

  /// A list that is under its new key, and broken, and not under the old one.
  struct Session: Decodable {
    let accounts: Accounts

    struct Accounts: Decodable {
      let data: [String]
      let more: Bool
    }

    enum CodingKeys: CodingKey { case accounts, linked }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        accounts = try container.decode(Accounts.self, forKey: .accounts)
      } catch {
        accounts = try container.decode(Accounts.self, forKey: .linked)
      }
    }
  }

  @Test func allProblemsUnderTheOtherKeyAreTold() throws {
    let report = try expectProblems(
      Session.self, #"{"accounts": {"data": [7], "more": "x"}}"#, ["/linked", "/accounts/more"])
    #expect(report.issues.first?.message.contains("/accounts/data/0") ?? false)
  }

  /// The other key is there, and meant, whatever is wrong under the first one.
  @Test func keyThatIsThereIsTheOneThatIsMeant() throws {
    try expectProblems(
      Session.self, #"{"accounts": {"size": 1}, "linked": {"data": 1, "more": true}}"#,
      ["/linked/data"])
  }

  /// Where the name is depends on the kind.
  struct Item: Decodable {
    let kind: String
    let name: String
    let number: Int

    enum CodingKeys: CodingKey { case kind, name, attributes, number }
    enum AttributeKeys: CodingKey { case name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      kind = try container.decode(String.self, forKey: .kind)
      let isFlat = kind == "flat"
      name =
        isFlat
        ? try container.decode(String.self, forKey: .name)
        : try container.nestedContainer(keyedBy: AttributeKeys.self, forKey: .attributes)
          .decode(String.self, forKey: .name)
      number = try container.decode(Int.self, forKey: .number)
    }
  }

  @Test func otherWayToAPropertyIsNotTheOneThatIsMeant() throws {
    let report = try expectProblems(
      Item.self, #"{"kind": 1, "name": "x", "number": "y"}"#, ["/kind"])
    #expect(!report.unexplored.isEmpty)
  }

  /// A word that is only like the one that is meant leads no way for sure.
  struct Shape: Decodable {
    let radius: Double

    struct Radius: Decodable { let value: Double }
    enum CodingKeys: CodingKey { case type, radius }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let type = try container.decode(String.self, forKey: .type)
      switch type {
      case "point": radius = 0
      case "circle": radius = try container.decode(Double.self, forKey: .radius)
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container,
          debugDescription: "unknown type '\(type)', did you mean 'circle'?")
      }
    }
  }

  @Test func suggestionIsAGuess() throws {
    let report = try expectProblems(Shape.self, #"{"type": "pont"}"#, ["/type"])
    #expect(!report.unexplored.isEmpty)
  }

  /// A text, or an object of which much is wrong.
  struct Card: Decodable {
    struct Image: Decodable {
      let href: String
      let width: Int
      let height: Int
      let text: String
    }

    struct Old: Decodable { let url: String }
    struct New: Decodable { let url: Image }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        _ = try container.decode(Old.self)
      } catch {
        _ = try container.decode(New.self)
      }
    }
  }

  @Test func formOfAnotherKindIsNotBetterForItsFewProblems() throws {
    try expectProblems(
      Card.self, #"{"url": {"href": 1, "width": "1", "height": "2", "text": 3}}"#,
      ["/url/href", "/url/width", "/url/height", "/url/text"])
  }
}
