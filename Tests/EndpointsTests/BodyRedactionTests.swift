import Endpoints
import Foundation
import TestSupport
import Testing

/// What is stored of a body: no credential, and all else as it came.
@Suite(.computing) struct BodyRedactionTests {
  private func stored(_ body: String, _ redaction: Redaction = .standard) -> String {
    String(decoding: redaction.body(Array(body.utf8)), as: UTF8.self)
  }

  /// Two names of an object stay two, and one that is repeated stays one; what was replaced is not replaced again.
  @Test(arguments: [
    (
      #"{"ghp_16C7e42F292c6912E7710c838347Ae178B4a": 1, "ghp_R8kq2LmX9vTz4WbN7yHc3JdF6gPs1AeUoQ5i": 2}"#,
      2
    ),
    (#"{"ghp_abcdefghij12": 1, "ghp_zyxwvutsrq98": 2, "ghp_mnbvcxzlkj45": 3}"#, 3),
    (#"{"ghp_abcdefghij12": 1, "ghp_abcdefghij12": 2}"#, 1),
    (#"{"\u0067hp_16C7e42F292c6912E7710c838347Ae178B4a": 1}"#, 1),
  ])
  func namesStayApart(_ body: String, _ count: Int) {
    let result = stored(body)
    let names = result.matches(of: /"([^"]+)":/).map { String($0.output.1) }
    #expect(Set(names).count == count && names.allSatisfy { $0.hasPrefix("ghp_") }, "\(result)")
    #expect(!names.contains { body.contains($0) } && stored(result) == result)
  }

  /// Thousands of names of one form are known by numbers, which are short.
  @Test func manyNamesOfOneFormStayShort() {
    let names = (0..<3000).map { number in
      let digits = [number / 676, number / 26, number].map { UInt8(97 + $0 % 26) }
      return #""ghp_1\#(String(decoding: digits, as: UTF8.self))qwertzuiop": 1"#
    }
    let body = "{\(names.joined(separator: ", "))}"
    let result = stored(body)
    let found = result.matches(of: /"([^"]+)":/).map { String($0.output.1) }
    #expect(found.count == names.count && Set(found).count == names.count)
    #expect(result.utf8.count < 2 * body.utf8.count && stored(result) == result)
  }

  /// Bodies with a secret between `«` and `»`, of which nothing may be left.
  @Test(arguments: [
    #"{"password": "«hunter2»"}"#,
    #"{"user": {"Access-Token": "«swordfish»"}}"#,
    #"{"tokens": ["«s3cr3t-one»", "«s3cr3t-two»"]}"#,
    #"{"token": {"type": "bearer", "value": "«swordfish9»"}}"#,
    #"{"client_secret": "«a \"quoted\" one»"}"#,
    #"{"otp": «482913»}"#, #"{"db_pwd": "«hunter2»", "userPassword1": "«hunter2»"}"#,
    #"{"PHPSESSID": "«r2t5uvjq435r4q7ib3vtdjq120»"}"#,
    #"{"headers": [{"name": "X-Api-Key", "value": "«swordfish»"}]}"#,
    #"{"env": [{"value": "«Zk3jQ9xLw7Pq2Rt8»", "key": "SIGNING_KEY"}]}"#,
    #"{"signingKey": "«Zk3jQ9xLw7Pq2Rt8Vb5N»"}"#,
    #"{"note": "use sk_live_«4eC39HqLyjWDarjtT1zdp7dc» here"}"#,
    #"{"ghp_«16C7e42F292c6912E7710c838347Ae178B4a»": {"used": 1}}"#,
    #"{"a": ["ghp_«16C7e42F292c6912E7710c838347Ae178B4a»"]}"#,
    #"{"a": "github_pat_«11ABCDEFG0abcdefghijkl_1234567890abcdefghijklmnop»"}"#,
    #"{"a": "AKIA«IOSFODNN7EXAMPLE»", "b": "AIza«SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY»"}"#,
    #"{"a": "xoxb-«123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx»"}"#,
    #"{"a": "«eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U»"}"#,
    #"{"pem": "-----BEGIN RSA PRIVATE KEY-----\n«MIIEpAIBAAKCAQEA75lKJkQ2m9d0wZ1yJr0m»\n-----END RSA PRIVATE KEY-----\n"}"#,
    #"{"db": "postgres://«ada:swordfish»@db.example/shop"}"#,
    #"{"hook": "https://hooks.slack.com/services/T00000000/B00000000/«Zk3jQ9xLw7Pq2Rt8Vb5NaBcD»"}"#,
    #"{"hook": "https:\/\/discord.com\/api\/webhooks\/112233445566778899\/«Zk3jQ9xLw7Pq2Rt8Vb5NaBcD»"}"#,
    #"{"next": "https:\/\/a.example\/x?page=2&api_key=«swordfish»&i=1"}"#,
    #"{"picture": "https://a.example/x?key=«Zk3jQ9xLw7Pq»"}"#,
    #"{"echo": "{\"access_token\": \"«swordfish»\", \"id\": 1}"}"#,
    #"{"echo": "{\"inner\": \"{\\\"password\\\": \\\"«swordfish»\\\"}\"}"}"#,
    #"{"error": "upstream said {\"access_token\": \"«swordfish»\"} and stopped"}"#,
    #"{"log": "Authorization: Bearer «abc123DEF456ghi»"}"#,
    #"{"c": "AccountName=acc;AccountKey=«q8Wv3dM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq==»;EndpointSuffix=core"}"#,
    #"{"c": "Endpoint=sb://a.example/;WebhookSig=«Zk3jQ9xLw7Pq2Rt8Vb5N»;x=1"}"#,
    #"{"url": "https://api.telegram.org/bot123456789:«AAH9kZt3QxVb7Lm2Rw8Yp5NcJd1fGhIjKlM»/sendMessage"}"#,
    #"{"a": "token of the bot 987654321:«AAH9kZt3QxVb7Lm2Rw8Yp5NcJd1fGhIjKlM»"}"#,
    #"{"t": "curl -H 'X-Api-Key: «k9Zt3QxVb7Lm2Rw8Yp5NcJd0»' https://x.example"}"#,
    #"{"t": "use X-Api-Key: «k9Zt3QxVb7Lm2Rw8Yp5NcJd0» here"}"#,
    #"{"csrfmiddlewaretoken": "«Zk3jQ9xLw7Pq2Rt8Vb5NaBcD»"}"#,
    #"{"password": "«cut in the mid"#,
    #"{"secret": "«p\u00e4ssw\u00f6rt9»"}"#,
    "{\"a\": 1}\n{\"api_key\": \"«swordfish»\"}\n",
    "<a href='/login?token=«swordfish1»'>",
    "-----BEGIN PRIVATE KEY-----\n«MIIEpAIBAAKCAQEA75lKJkQ2»\n-----END PRIVATE KEY-----\n",
  ])
  func credentialsAreReplaced(_ marked: String) {
    let body = marked.filter { $0 != "«" && $0 != "»" }
    let result = stored(body)
    let secrets = marked.matches(of: /«([^»]+)/).map { String($0.output.1) }
    #expect(!secrets.isEmpty && !secrets.contains { result.contains($0) }, "\(result)")
    // What surrounds them is as it came.
    var position = result.startIndex
    for piece in marked.split(separator: /«[^»]*(»|$)/) {
      guard let range = result.range(of: piece, range: position..<result.endIndex) else {
        Issue.record("\(piece) is not in \(result)")
        continue
      }
      position = range.upperBound
    }
    #expect(Array(result).count == Array(body).count || body.contains("\\u"), "\(result)")
    #expect(stored(result) == result, "what is redacted once stays as it is")
  }

  /// What a reader of data meets, and what is no secret.
  @Test(arguments: [
    #"{"idMeal": "52958", "strYoutube": "https://www.youtube.com/watch?v=4aZr5hZXP_s"}"#,
    #"{"_id": "5eb87cd9ffd86e000604b32a", "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"}"#,
    #"{"key": "7c9e6679-7425-40de-944b-e07fc1f90ae7", "etag": "W/\"686897696a7c876b7e\""}"#,
    #"{"image": "https://images2.imgbox.com/94/f2/NN6Ph45r_o.png"}"#,
    #"{"avatar": "https://cdn.discordapp.com/avatars/112233445566778899/a_9f86d081884c7d659a2feaa0c55ad015.gif"}"#,
    #"{"photo": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4"}"#,
    #"{"token": "BTC", "tokens": 3, "auth": "none", "cookie": "Chocolate chip", "secret": null}"#,
    #"{"strInstructions": "Password: none. Basic ingredients first, bearer of news, token: a sign."}"#,
    #"{"nextPageToken": "CAUQAA9xLw7Pq2Rt8Vb5NZk3", "publicKey": "Zk3jQ9xLw7Pq2Rt8Vb5N"}"#,
    #"{"primary_key": "Zk3jQ9xLw7Pq2Rt8Vb5N", "keyword": "chicken_breast_with_garlic_2"}"#,
    #"{"url": "https://a.example/x?code=EUR&key=main&user=ada", "passwordless": true}"#,
    #"{"at": "20241129:Zk3jQ9xLw7Pq2Rt8", "sum": "12345678:9f86d081884c7d659a2feaa0c55ad015", "id": 123456789}"#,
    #"{"t": "the api key: 12 letters that you choose", "u": "?sort_key=Zk3jQ9xLw7Pq2Rt8Vb5N&access=all"}"#,
    #"{"accountKey": "ACC-12", "t": "AccountKey=main; sharedKey: no"}"#,
    #"{"token1": "BTC", "token2": "ETH"}"#, #"{"hasPassword": true, "secretCount": 12, "otp": 12}"#,
    #"{"a": "sk-some-style-of-text-2024-edition", "b": "AKIA", "c": "eyJ"}"#,
    "-----BEGIN PUBLIC KEY-----\nMIIEpAIBAAKCAQEA75lKJkQ2\n-----END PUBLIC KEY-----\n",
    "", "{", "\"", "{\"password\":", "[]", "{\"password\": \"\"}", "{\"password\": \"REDACTED\"}",
  ])
  func otherBodiesStay(_ body: String) {
    #expect(stored(body) == body)
  }

  /// The same secret has the same replacement wherever it stands, and another one has another.
  @Test func joinsStillWork() {
    let token = "Zk3jQ9xLw7Pq2Rt8Vb5N"
    let one = stored(#"{"access_token": "\#(token)"}"#)
    let other = stored(#"[{"session": {"refreshToken": "\#(token)"}}]"#)
    let replacement = one.split(separator: "\"")[3]
    #expect(other.contains(replacement) && replacement.hasPrefix("REDACTED"))
    #expect(!stored(#"{"access_token": "Zk3jQ9xLw7Pq2Rt8Vb5M"}"#).contains(replacement))
  }

  /// The type and the form of a value outlive it.
  @Test(arguments: [
    ("7c9e6679-7425-40de-944b-e07fc1f90ae7", #"00000000-0000-4000-8000-[0-9a-f]{12}"#),
    ("9f86d081884c7d659a2feaa0c55ad015", #"0{8}[0-9a-f]{24}"#),
    ("4929123412341234", #"0{8}[0-9]{8}"#), ("hunter2", "xxxxxx1"),
    ("2024-05-01T10:00:00Z", "1111-11-11T11:11:11Z"),
    ("ada.lovelace1815@mail.example", #"[a-z]{3,4}\.[a-z]{8,9}[a-z0-9]*@[a-z0-9]+\.[a-z0-9]+"#),
    ("sk_test_4eC39HqLyjWDarjtT1zdp7dc", "sk_test_REDACTED[0-9A-Za-z]{16}"),
  ])
  func formIsKept(_ secret: String, _ pattern: String) throws {
    let result = stored(#"{"password": "\#(secret)"}"#)
    let value = try #require(result.split(separator: "\"").dropFirst(3).first)
    #expect(try Regex(pattern).wholeMatch(in: value) != nil, "\(value)")
    #expect(value.utf8.count == secret.utf8.count)
  }

  @Test func partsOfAWebTokenAreStillObjects() throws {
    let token =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_X"
    let value = stored(token)
    let parts = value.split(separator: ".")
    #expect(parts.map(\.count) == token.split(separator: ".").map(\.count))
    for part in parts.prefix(2) {
      let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
      let data = try #require(Data(base64Encoded: String(padded)))
      let object = try JSONDecoder().decode([String: String].self, from: data)
      #expect(object.keys.sorted() == ["REDACTED"])
    }
  }

  @Test func whatASuiteDeclaresIsReplaced() {
    let redaction = Redaction(
      names: ["shop_id"], pathTemplates: ["/v1/{key}"], publicValues: ["demo"])
    #expect(stored(#"{"shopId": "a7"}"#, redaction) == #"{"shopId": "x1"}"#)
    #expect(stored(#"{"password": "demo"}"#, redaction) == #"{"password": "demo"}"#)
    #expect(
      stored(#"{"self": "https://a.example/v1/8a1f/x"}"#, redaction)
        == #"{"self": "https://a.example/v1/1x1x/x"}"#)
  }

  /// A document that is deeper than any, and one whose strings never end.
  @Test func oddBodiesEnd() {
    let deep = String(repeating: "[", count: 100_000) + #"{"password":"hunter2"}"#
    #expect(!stored(deep).contains("hunter2"))
    #expect(stored(String(repeating: "\"\\", count: 10_001)).utf8.count == 20_002)
  }

  /// Texts that are made to be looked at again and again: each takes a moment, not the square of it.
  @Test(arguments: [
    "token: ", "://", #""token":["#, "?key=", #"{"name":"api_key","value":"x"},"#, "token=a&b;",
    "token=", "1234567:", "access_sig=", "api_key: 1 ",
    "-----BEGIN ", "Bearer ", #""password":"a","#, "\\\"token\\\":", "eyJ",
  ])
  func hostileBodiesCostTheirLength(_ piece: String) {
    let start = ContinuousClock.now
    for prefix in ["<", "[", #"{"a":""#] {
      let body = prefix + String(repeating: piece, count: 60_000 / piece.utf8.count)
      _ = stored(body)
    }
    // The square would be minutes.
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  /// Recorded answers of real services hold no credential; what is found there is a false alarm.
  @Test(.enabled(if: TestFolders.hasCorpus, Comment(rawValue: TestFolders.corpusReason)))
  func recordedAnswersStay() throws {
    let corpus = try #require(TestFolders.corpus)
    var alarms: [String] = []
    for folder in ["themealdb", "thecocktaildb", "spacex", "restcountries"] {
      let names = try FileManager.default.subpathsOfDirectory(
        atPath: corpus.appendingPathComponent(folder).path)
      for name in names where name.hasSuffix(".json") {
        let bytes = try TestFolders.corpusBytes("\(folder)/\(name)")
        for secret in Redaction.standard.secrets(in: bytes) {
          let text = String(decoding: bytes[secret.range].prefix(80), as: UTF8.self)
          alarms.append("\(folder)/\(name): \(secret.reason) \(text)")
        }
      }
    }
    #expect(alarms.isEmpty, "\(alarms.joined(separator: "\n"))")
  }

  /// Of a stored body it can be told where its values are not the ones that were received.
  @Test(arguments: [
    (#"{"key": "8f14e45fceea167a5a36dedd4bea2543", "id": "8f14e45fceea167a5a36dedd4bea2543"}"#, 1),
    (#"{"password": "hunter2", "pin": "x1", "apiKey": 12345}"#, 2),
    (
      #"[{"text": "see sk_live_4eC39HqLyjWDarjtT1zdp7dc"}, "https://a.example/?token=Zk3mQ9xW2pL7vB4n"]"#,
      2
    ),
    (#"{"note": "{\"password\": \"hunter2\"}"}"#, 1),
    (
      #"{"id": "111", "name": "xxx", "count": 1111, "uuid": "00000000-0000-4000-8000-000000000001"}"#,
      0
    ),
  ])
  func replacedValuesAreKnown(_ body: String, _ count: Int) {
    let stored = Redaction.standard.body(Array(body.utf8))
    #expect(Redaction.standard.replacedValues(in: stored).count == count)
    #expect(Redaction.standard.replacedValues(in: Array(body.utf8)).isEmpty)
  }
}
