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
    (206, .partialContent), (302, .status(302)), (304, .status(304)), (402, .status(402)),
    (408, .status(408)),
    (425, .status(425)), (451, .status(451)), (429, .status(429)), (500, .status(500)),
    (511, .status(511)), (599, .status(599)),
  ])
  func statusOfAnOutage(_ status: Int, _ expected: Outage.Reason) throws {
    #expect(try reason(Self.known, status: status) == expected)
  }

  /// What the server says with these is about the request or the format.
  @Test(arguments: [200, 201, 299, 400, 404, 410, 422, 600])
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
    (#"{"success": false}"#, .errorObject), (#"{"status": "error"}"#, .errorObject),
    (#"{"code": 500}"#, .errorObject), (#"{"statusCode": "503", "message": null}"#, .errorObject),
    (#"{"error": true, "data": {}}"#, .errorObject),
    (#"{"error": true, "data": []}"#, .errorObject),
    (#"{"status": "fail", "data": {"title": "is required"}}"#, .errorObject),
    (#"{"Response": "False", "Error": "Request limit reached!"}"#, .errorObject),
    (#"{"meta": {"code": 500}, "error": "x"}"#, .errorObject),
    (#"{"cod": 401, "message": "Invalid API key"}"#, .errorObject),
    (#"{"Note": "Our standard call frequency is 5 calls a minute"}"#, .errorObject),
    (#""Too many requests""#, .text), ("\u{1F}\u{1}\u{8}", .bytes),
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
    #"{"error": false, "result": null}"#, #"{"success": true, "message": "no meal", "data": null}"#,
    #"{"error": "", "errors": [], "result": null, "message": "OK"}"#,
    #"{"code": 200, "msg": "done", "data": []}"#, #"{"errors": ["x"], "recipes": [{"id": 1}]}"#,
  ])
  func bodyThatIsJudged(_ body: String) throws {
    #expect(try reason(body) == nil)
  }

  /// Of an API without any stored answer nobody knows what an error looks like.
  @Test func unknownFormatHasNoErrorObject() throws {
    #expect(try reason(#"{"message": "woof", "status": "success"}"#, known: nil) == nil)
  }

  /// In a format with an envelope the words of an error are of the format; the lack of data tells it.
  @Test(arguments: [
    #"{"status": "error", "message": "down"}"#, #"{"status": "error", "data": null, "code": 7}"#,
    #"{"status": "fail", "data": {"id": "is required"}}"#, #"{"status": 503}"#,
  ])
  func errorInAnEnvelope(_ body: String) throws {
    let known = #"{"status": "success", "data": [{"id": 1}]}"#
    #expect(try reason(body, known: known) == .errorObject)
  }

  /// What looks like an error and is what the format always had, or has data.
  @Test(arguments: [
    (#"{"status": "success", "data": [{"id": 1}]}"#, #"{"status": "error", "data": [{"id": 1}]}"#),
    (#"{"id": 1, "status": "done"}"#, #"{"id": 2, "status": "failed"}"#),
    (#"{"id": 1, "status": "done"}"#, #"{"id": 2, "status": "failed", "error": "no disk"}"#),
    (#"{"status": "ok", "message": "pong"}"#, #"{"status": "error", "message": "no database"}"#),
    (#"{"error": "Movie not found!"}"#, #"{"error": "Series not found!"}"#),
    (#"{"code": 12, "name": "a"}"#, #"{"code": 450, "label": "a"}"#),
    (#"{"fact": "a"}"#, #"{"fact": null, "error": "none left"}"#),
  ])
  func wordsOfTheFormatAreJudged(_ known: String, _ body: String) throws {
    #expect(try reason(body, known: known) == nil)
  }
}
