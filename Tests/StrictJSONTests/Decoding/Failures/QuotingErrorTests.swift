import StrictJSON
import TestSupport
import Testing

/// An error of a type's own that says what was wrong with a request is told where that is.
@Suite(.computing) struct QuotingErrorTests {
  struct Invalid: Error { let text: String }

  /// A message whose parameters are of the type that its method asks for, as those of language servers.
  struct Message: Decodable {
    struct Opened: Decodable {
      struct File: Decodable {
        let version: Int
        let language: String
      }
      let file: File
      let force: Bool
    }
    struct Closed: Decodable { let reason: String }

    let parameters: any Decodable

    enum CodingKeys: CodingKey { case method, params, secret }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let types: [String: any Decodable.Type] = ["open": Opened.self, "close": Closed.self]
      do {
        let method = try container.decode(String.self, forKey: .method)
        guard let type = types[method] else { throw Invalid(text: "unknown method") }
        parameters = try type.init(from: container.superDecoder(forKey: .params))
      } catch DecodingError.keyNotFound(let key, _) {
        throw Invalid(text: "missing parameter: \(key.stringValue)")
      } catch DecodingError.typeMismatch(_, let context) {
        throw Invalid(text: "wrong parameter: \(context.debugDescription)")
      } catch {
        throw Invalid(text: "no message")
      }
    }
  }

  @Test(arguments: [
    (
      #"{"method": "open", "params": {"file": {"version": true, "language": "swift"}, "force": true}}"#,
      "/params/file/version"
    ),
    (
      #"{"method": "open", "params": {"file": {"version": 1}, "force": true}}"#,
      "/params/file/language"
    ),
    (#"{"method": "close", "params": {"reason": 7}}"#, "/params/reason"),
    (#"{"method": "move", "params": {}}"#, ""),
  ])
  func placeIsThatOfWhatTheErrorQuotes(text: String, pointer: String) throws {
    let report = try report(Message.self, text)
    #expect(report.issues.map(\.pointer.description) == [pointer])
    #expect(report.issues.first?.message.contains("Invalid(text: ") ?? false)
  }

  /// An answer that has one of two members, refused in words that name neither, or that name both.
  struct Answer: Decodable {
    struct Refused: Error {
      let message: String
      let text: String
    }

    let data: [Int]?
    let message: String?

    enum CodingKeys: CodingKey { case data, message, limit }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let limit = try container.decode(Int.self, forKey: .limit)
      data = try? container.decode([Int].self, forKey: .data)
      message = try? container.decode(String.self, forKey: .message)
      guard limit < 10 else {
        throw Refused(message: "limit", text: "there is no message, nor data")
      }
      guard data != nil || message != nil else { throw Refused(message: "none", text: "empty") }
    }
  }

  /// That a key is absent is no reason because the error has a member of its name, nor where it comes again without that.
  @Test func nameInAnErrorIsNoQuoteOfItself() throws {
    let refused = try report(Answer.self, #"{"limit": 12, "data": [1]}"#)
    #expect(refused.issues.map(\.pointer.description) == [""])
  }

  @Test func whatStandsBehindAQuotedErrorIsUnexplored() throws {
    let report = try report(
      Message.self,
      #"{"method": "open", "params": {"file": {"version": true, "language": 1}, "force": 3}}"#)
    #expect(report.issues.first?.pointer.description == "/params/file/version")
    #expect(report.unexplored.contains { $0.pointer.description == "" })
  }
}
