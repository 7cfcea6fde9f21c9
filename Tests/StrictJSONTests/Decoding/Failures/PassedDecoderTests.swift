import StrictJSON
import TestSupport
import Testing

/// A member of which code passes the decoder to an initialiser of a type that it chooses, and whose error it catches.
@Suite(.computing) struct PassedDecoderTests {
  struct Invalid: Error { let text: String }

  struct Lines: Decodable {
    let from: Int
    let to: Int
  }

  /// A list of lines, or a single one.
  enum Places: Decodable {
    case one(Lines)
    case many([Lines])

    init(from decoder: any Decoder) throws {
      if let lines = try? Lines(from: decoder) {
        self = .one(lines)
      } else if let lines = try? [Lines](from: decoder) {
        self = .many(lines)
      } else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "neither lines nor a list"))
      }
    }
  }

  /// An answer of which the type depends on what was asked for.
  struct Answer: Decodable {
    struct File: Decodable {
      let name: String
      let size: Int
    }

    let id: Int
    let result: any Decodable

    enum CodingKeys: CodingKey { case id, result, limit }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let types: [Int: any Decodable.Type] = [
        1: File.self, 2: Lines?.self, 3: Places.self,
      ]
      do {
        guard let type = types[id] else { throw Invalid(text: "unknown answer") }
        result = try type.init(from: container.superDecoder(forKey: .result))
      } catch {
        throw Invalid(text: "no answer")
      }
    }
  }

  @Test(arguments: [
    (#"{"id": 1, "result": {"name": 7, "size": "x"}}"#, ["/result/name", "/result/size"]),
    (#"{"id": 1, "result": {"name": "a"}}"#, ["/result/size"]),
    (#"{"id": 1, "result": [1]}"#, ["/result"]),
    (#"{"id": 2, "result": {"from": "x", "to": "y"}}"#, ["/result/from", "/result/to"]),
    (#"{"id": 3, "result": {"from": 1, "to": "y"}}"#, ["/result/to"]),
    (#"{"id": 3, "result": [{"from": 1, "to": 2}, {"from": 1}]}"#, ["/result/1/to"]),
    (#"{"id": 7, "result": {"name": 7, "size": "x"}}"#, [""]),
  ])
  func allProblemsOfThePassedMemberAreTold(text: String, pointers: [String]) throws {
    let report = try report(Answer.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.issues.first?.message.contains("Invalid(text: ") ?? false)
  }

  /// One that does without the member, and refuses the value for another reason.
  struct Patient: Decodable {
    struct Refused: Error {}

    let size: Int
    let limit: Int

    enum CodingKeys: CodingKey { case result, limit }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let type: any Decodable.Type = Lines.self
      let lines = try? type.init(from: container.superDecoder(forKey: .result))
      size = (lines as? Lines).map { $0.to - $0.from } ?? 0
      limit = try container.decode(Int.self, forKey: .limit)
      guard size < limit else { throw Refused() }
    }
  }

  @Test func memberIsNoReasonWhereOthersWereReadBehindIt() throws {
    let report = try report(Patient.self, #"{"result": {"from": "x", "to": 2}, "limit": 0}"#)
    #expect(report.issues.map(\.pointer.description).contains(""))
    #expect(!report.issues.contains { $0.kind == .typeMismatch })
  }
}
