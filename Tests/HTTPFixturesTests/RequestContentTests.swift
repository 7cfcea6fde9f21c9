import Endpoints
import Foundation
import HTTPFixtures
import Testing

@Suite struct RequestContentTests {
  @Test(arguments: [
    (#"{"a": 1, "b": {"d": [1, 2], "c": null}}"#, #"{"b":{"c":null,"d":[1,2]},"a":1}"#, true),
    (#"{"a": "\u00e9\/"}"#, #"{"a":"é/"}"#, true), (#"{"a": [1, 2]}"#, #"{"a": [2, 1]}"#, false),
    (#"{"a": 1}"#, #"{"a": 1.0}"#, false), (#"{"a": 1}"#, #"{"a": "1"}"#, false),
    ("a=1&b=2", "a=1&b=2", true), ("a=1&b=2", "a=1&b=3", false), ("a b", "ab", false),
    (#"{"password": "hunter2-one"}"#, #"{"password": "other-words-3"}"#, true),
    ("user=ada&password=hunter2", "user=ada&password=other", true),
    ("user=ada&password=hunter2", "user=eve&password=hunter2", false),
  ])
  func digestIsOfWhatTheRequestSays(one: String, other: String, isSame: Bool) throws {
    let contents = try [one, other].map {
      try #require(RequestContent(Array($0.utf8), mediaType: nil))
    }
    #expect((contents[0] == contents[1]) == isSame)
    #expect(contents.allSatisfy { $0.sha256.count == 64 })
  }

  @Test func bytesThatAreNoTextAreTheirOwnDigest() {
    let digests = [[0xFF, 0xFE], [0xFF, 0xFD]].map {
      RequestContent($0 as [UInt8], mediaType: nil)?.sha256
    }
    #expect(digests[0] != nil && digests[0] != digests[1])
  }

  @Test(arguments: [
    ("Application/JSON; charset=utf-8", "application/json"), (nil, nil), ("", nil),
  ])
  func mediaTypeHasNoParameters(field: String?, type: String?) {
    #expect(RequestContent([0x7B], mediaType: field)?.mediaType == type)
  }

  @Test(arguments: [nil, []] as [[UInt8]?])
  func noContentIsNone(_ content: [UInt8]?) {
    #expect(RequestContent(content, mediaType: "application/json") == nil)
  }
}
