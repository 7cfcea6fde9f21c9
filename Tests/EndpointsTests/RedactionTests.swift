import Endpoints
import Foundation
import Testing

@Suite struct RedactionTests {
  /// Where a text has the secret, and what is shown of it.
  @Test(arguments: [
    (#"{"access_token": "S", "id": 1}"#, #"{"access_token": "REDACTED", "id": 1}"#),
    (#"{"password":"a\"S","x":"b"}"#, #"{"password":"REDACTED","x":"b"}"#),
    (
      #"the body begins with "{\"apiToken\":\"S\",\"x\":\"y\"}""#,
      #"the body begins with "{\"apiToken\":\"REDACTED\",\"x\":\"y\"}""#
    ),
    (
      #"{"otp": 123456, "token": null, "secret": {"a": 1}}"#,
      #"{"otp": REDACTED, "token": null, "secret": {"a": 1}}"#
    ),
    (#"{"tokens": ["S", "T"], "a": "b"}"#, #"{"tokens": ["REDACTED", "REDACTED"], "a": "b"}"#),
    (#"{"password":["S"],"a":["b"]}"#, #"{"password":["REDACTED"],"a":["b"]}"#),
    (
      #"{"token": {"value": "S\"", "n": [["T"], 1]}, "a": "b"}"#,
      #"{"token": {"value": "REDACTED", "n": [["REDACTED"], 1]}, "a": "b"}"#
    ),
    (#""{\"apiKeys\":[\"S\"],\"x\":\"y\"}""#, #""{\"apiKeys\":[\"REDACTED\"],\"x\":\"y\"}""#),
    (#"{"credentials": ["cut in the mid"#, #"{"credentials": ["REDACTED"#),
    (#"{"refresh_token":"cut in the mid"#, #"{"refresh_token":"REDACTED"#),
    ("Authorization: Bearer S S", "Authorization: REDACTED"),
    ("sent Bearer abc.def-ghi_jkl again", "sent Bearer REDACTED again"),
    ("sent Basic dXNlcjpwYXNz/+== again", "sent Basic REDACTED again"),
    (
      "GET https://me:S@a.example/x?api_key=S&i=1 failed",
      "GET https://REDACTED@a.example/x?api_key=REDACTED&i=1 failed"
    ),
    (
      "try --base-url http://u:p@127.0.0.1:80 now",
      "try --base-url http://REDACTED@127.0.0.1:80 now"
    ),
    ("key sk_live_4eC39HqLyjWDarjtT1zdp7dc.", "key REDACTED"),
    ("/files/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x9-_Q/1", "/files/REDACTED/1"),
    ("AKIAIOSFODNN7EXAMPLE and ghp_0123456789abcdefghij", "REDACTED and REDACTED"),
    ("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----", "REDACTED"),
    (
      "https://a.example/x?code=4f0bZk3jQ9xLw7Pq2Rt8&k=1",
      "https://a.example/x?code=REDACTED&k=1"
    ),
    ("client_secret=S&grant=x", "client_secret=REDACTED&grant=x"),
  ])
  func credentialsInTextAreReplaced(_ text: String, _ shown: String) {
    #expect(Redaction.standard.text(text) == shown)
  }

  /// What only looks a little like a credential is shown as it is.
  @Test(arguments: [
    "the key \"token\" is missing", "expected a token: a string", "Bearer of news", "basic facts",
    #"{"code": "EUR", "key": "main", "user": "ada", "tokens": 3}"#, "sk-some-style-of-text-here",
    "https://a.example/x?code=DE&k=tea&user=ada", "tokens: 500 used", "?id=1 tokens=5",
    #"{"tokens": [1, 2], "token": [], "secret": {}}"#,
    "https://a.example/v1/1/lookup.php?i=52958&c=Dessert#top", "a@b.example", "passwordless = yes",
    "10:20:30", "", "?", "&=", "://", "\"", #"{"token""#, "token:", "token=",
  ])
  func otherTextStays(_ text: String) {
    #expect(Redaction.standard.text(text) == text)
  }

  @Test(arguments: [
    (
      "https://a.example/api/json/v1/8a1f/lookup.php?i=1",
      "https://a.example/api/json/v1/REDACTED/lookup.php?i=1"
    ),
    (
      "http://127.0.0.1:80/mirror/api/json/v1/8a1f/x",
      "http://127.0.0.1:80/mirror/api/json/v1/REDACTED/x"
    ),
    ("https://a.example/api/json/v1/1/x", "https://a.example/api/json/v1/1/x"),
    ("https://a.example/api/json/v1", "https://a.example/api/json/v1"),
    ("https://a.example/x?shop-id=7&other=7", "https://a.example/x?shop-id=REDACTED&other=7"),
    (#"{"ShopID": "7"}"#, #"{"ShopID": "REDACTED"}"#),
  ])
  func whatASuiteDeclaresIsReplaced(_ text: String, _ shown: String) {
    let redaction = Redaction(
      names: ["shop_id"], pathTemplates: ["/api/json/v1/{key}"], publicValues: ["1"])
    #expect(redaction.text(text) == shown)
    #expect(Redaction.standard.union(redaction).text(text) == shown)
  }

  @Test(arguments: [
    "X-RateLimit-Key", "X-Api-Key", "Set-Cookie", "Authorization", "X-RateLimit-Remaining-Token",
  ])
  func headersWithCredentialsAreDropped(_ name: String) {
    #expect(Redaction.standard.kept([name: "s3cret", "ETag": "1"]).names == ["etag"])
  }

  /// Law: what is redacted once has nothing left to be redacted.
  @Test(arguments: ["https://me:S@a.example/x?key=1&key=2", #"{"token":"S","password":"T"}"#])
  func redactionIsDoneOnce(_ text: String) {
    let once = Redaction.standard.text(text)
    #expect(once != text && Redaction.standard.text(once) == once)
  }

  @Test func credentialIsReplacedInEachPartThatHoldsIt() {
    let parts = Redaction.standard.parts([#"{"token":""#, "S3C", #"RET","a":1}"#])
    #expect(parts == [#"{"token":""#, "REDACTED", #"REDACTED","a":1}"#])
    let cut = Redaction.standard.parts(["9HqLyjWDarjtT1zdp7dc\",", "1", ""], isCutBefore: true)
    #expect(cut == ["REDACTED\",", "1", ""])
  }
}
