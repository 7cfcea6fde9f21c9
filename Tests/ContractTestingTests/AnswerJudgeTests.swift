import ContractTesting
import StrictJSON
import Testing

@Suite struct AnswerJudgeTests {
  private static let known = #"{"meals": [{"idMeal": "1", "strMeal": "Soup"}]}"#

  private func reason(
    _ body: String, status: Int? = 200, known: String? = Self.known
  ) throws -> Outage.Reason? {
    let documents = try [known].compactMap { try $0.map { try JSONDocument(Array($0.utf8)) } }
    return AnswerJudge(contract: nil, known: documents)
      .outage(ResponseReading(Response(name: "live", body: Array(body.utf8), status: status)))
  }

  @Test(arguments: [
    (401, Outage.Reason.accessRefused(401)), (403, .accessRefused(403)), (407, .accessRefused(407)),
    (206, .partialContent), (408, .status(408)), (429, .status(429)), (500, .status(500)),
    (511, .status(511)), (599, .status(599)),
  ])
  func statusOfAnOutage(_ status: Int, _ expected: Outage.Reason) throws {
    #expect(try reason(Self.known, status: status) == expected)
  }

  /// What the server says with these is about the request or the format.
  @Test(arguments: [200, 201, 299, 301, 304, 400, 404, 410, 422])
  func statusThatIsJudged(_ status: Int) throws {
    #expect(try reason(Self.known, status: status) == nil)
  }

  @Test(arguments: [
    ("<!DOCTYPE html><title>Maintenance</title>", Outage.Reason.page), ("\n <x/>", .page),
    ("Service Unavailable", .text), ("", .emptyBody), (" \n", .emptyBody),
    (#"{"meals": [{"idMeal": "1", "strM"#, .cutBody), (#"{"meals": ["#, .cutBody),
    ("[1,", .cutBody),
    (#"{"a": tru"#, .cutBody), (#"{"a": "\u00"#, .cutBody), (#"{"a": "\"#, .cutBody),
    (#"{"a": 1, "b"#, .cutBody), (#"[{"a": -"#, .cutBody),
    (#"{"error": "rate limit exceeded"}"#, .errorObject),
    (#"{"errors": [{"code": 88, "message": "Rate limit exceeded"}]}"#, .errorObject),
    (#"{"message": "Not Found", "documentation_url": "https://a.example"}"#, .errorObject),
    (
      #"{"type": "about:blank", "title": "Forbidden", "status": 403, "detail": "no"}"#, .errorObject
    ),
    (#"{"success": false, "error": {"code": 101, "info": "no key"}}"#, .errorObject),
    (#"{"status": "error", "message": "quota", "data": null}"#, .errorObject),
  ])
  func bodyOfAnOutage(_ body: String, _ expected: Outage.Reason) throws {
    #expect(try reason(body) == expected)
  }

  /// A change of the format, an answer without records, and broken JSON are for the checks.
  @Test(arguments: [
    Self.known, #"{"meals": null}"#, #"{"meals": "Invalid ID"}"#, #"{"meals": [1,]}"#,
    #"{"a": 01, "b": ["#,
    #"{"a": 'x', "b": {"#, "{} x", "[]", "{}",
    "null", #"{"data": [{"idMeal": "1"}]}"#,
    #"{"status": "ok", "message": null, "data": {"a": 1}}"#,
    #"{"message": ["a"], "status": "success"}"#, #"{"meals": [], "error": "none"}"#,
    #"{"title": 7}"#, "NaN", "\u{FEFF}{}",
  ])
  func bodyThatIsJudged(_ body: String) throws {
    #expect(try reason(body) == nil)
  }

  /// Of an API without any stored answer nobody knows what an error looks like.
  @Test func unknownFormatHasNoErrorObject() throws {
    #expect(try reason(#"{"message": "woof", "status": "success"}"#, known: nil) == nil)
  }
}
