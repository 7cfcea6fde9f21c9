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

    struct Title: Decodable { let text: String }
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
    let report = try expect(Article.self, text, pointers)
    #expect(report.unexplored.isEmpty, "\(report.unexplored)")
  }

  /// Nothing is read for a property that holds nothing, and no way needs its key.
  @Test func propertyThatHoldsNothingNeedsNoKey() throws {
    let report = try expect(
      Article.self, #"{"type": "articles", "id": 1, "title": {}}"#, ["/id", "/title/text"])
    #expect(report.unexplored.isEmpty, "\(report.unexplored)")
  }

  /// The value of a case goes nowhere else, whatever its key.
  @Test func valueOfOneCaseIsHandedOn() throws {
    let report = try expect(
      Envelope.self,
      #"{"data": {"type": "articles", "id": "1", "title": {}}, "included": [{"name": 1}]}"#,
      ["/data/title/text", "/included/0/name"])
    #expect(report.unexplored.isEmpty, "\(report.unexplored)")
  }

  /// A number with which code computes, as every one may be.
  struct Forecast: Decodable {
    let place: (Double, Double)
    let summary: String

    enum CodingKeys: CodingKey { case latitude, longitude, summary }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let latitude = try container.decode(Double.self, forKey: .latitude)
      let longitude = try container.decode(Double.self, forKey: .longitude)
      place = (latitude, longitude)
      summary = try container.decode(String.self, forKey: .summary)
    }
  }

  @Test func measureStandsInForAnother() throws {
    try expect(
      Forecast.self, #"{"latitude": "1", "summary": 2}"#, ["/latitude", "/longitude", "/summary"])
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
    let report = try expect(
      Session.self, #"{"accounts": {"data": [7], "more": "x"}}"#, ["/linked", "/accounts/more"])
    #expect(report.issues.first?.message.contains("/accounts/data/0") ?? false)
  }

  @discardableResult
  private func expect<Root: Decodable>(
    _ type: Root.Type, _ text: String, _ pointers: [String]
  ) throws -> DecodingReport {
    let report = StrictDecoder().check(Root.self, in: try JSONDocument(Array(text.utf8)))
    #expect(
      report.issues.filter(\.kind.stopsDecoding).map(\.pointer.description).sorted()
        == pointers.sorted(), "\(report)")
    return report
  }
}
