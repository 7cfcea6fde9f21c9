import ContractTesting
import StrictJSON
import Testing

@Suite struct DataPresenceTests {
  private func holdsData(_ body: String, like known: String) throws -> Bool {
    DataPresence(like: try JSONDocument(Array(known.utf8)))
      .holdsData(try JSONDocument(Array(body.utf8)))
  }

  @Test(arguments: [
    (#"{"meals": null}"#, #"{"meals": [{"id": 1}]}"#), (#"{"meals": "none"}"#, #"{"meals": [1]}"#),
    (#"{"meals": null, "error": "down"}"#, #"{"meals": [{"id": 1}]}"#),
    (#"{"meals": [], "message": "rate limit"}"#, #"{"meals": [{"id": 1}]}"#),
    (#"{"error": {"message": "x"}, "meals": null}"#, #"{"meals": [{"id": 1}]}"#),
    (#"{"total": 0, "items": []}"#, #"{"total": 5, "items": [1]}"#),
    (#"{"status": "ok", "data": {"items": []}}"#, #"{"status": "ok", "data": {"items": [1]}}"#),
    (#"{"docs": [], "totalDocs": 2}"#, #"{"docs": [{"id": "a", "name": "b"}], "totalDocs": 2}"#),
    (
      #"{"totalDocs": 0, "limit": 5, "page": 1, "hasNextPage": false, "docs": []}"#,
      #"{"totalDocs": 1, "limit": 5, "page": 1, "hasNextPage": false, "docs": [{"id": "a"}]}"#
    ),
    (#"{"data": null, "meta": {"page": 1}}"#, #"{"data": {"id": 1}, "meta": {"page": 1}}"#),
    ("[]", "[1]"), ("null", "[1]"), ("{}", #"{"a": 1}"#),
  ])
  func answerWithoutRecord(_ body: String, _ known: String) throws {
    #expect(try !holdsData(body, like: known))
  }

  @Test(arguments: [
    (#"{"meals": [{"id": 2}], "error": "x"}"#, #"{"meals": [{"id": 1}]}"#),
    (#"{"recipes": [{"id": 1}]}"#, #"{"meals": [{"id": 1}]}"#),
    (#"{"status": "ok", "data": [{"id": 1}]}"#, #"{"meals": [{"id": 1}]}"#),
    (#"{"id": 5}"#, #"{"meals": [{"id": 1}]}"#), ("[1]", #"{"meals": [{"id": 1}]}"#),
    (#"{"id": 1, "tags": []}"#, #"{"id": 1, "tags": ["a"]}"#),
    (#"{"count": 0}"#, #"{"count": 4}"#),
    (#"{"accountId": 5, "orders": []}"#, #"{"accountId": 7, "orders": [{"id": 1, "n": 2}]}"#),
    (#"{"wordCount": 5, "chapters": []}"#, #"{"wordCount": 7, "chapters": [{"id": 1, "n": 2}]}"#),
    (#"{"gameID": 5, "moves": []}"#, #"{"gameID": 7, "moves": [{"from": "a", "to": "b"}]}"#),
    (#"{"docs": [], "name": "x"}"#, #"{"docs": [{"id": "a", "c": 5}], "name": "y"}"#),
  ])
  func answerWithRecords(_ body: String, _ known: String) throws {
    #expect(try holdsData(body, like: known))
  }
}
