import Testing

@testable import DecodingLaws
@testable import StrictJSON

@Suite struct DecodingSessionTests {
  /// A long run decodes thousands of documents, so a session must leave nothing behind.
  @Test func nothingIsKeptBehindASession() throws {
    weak var session: DecodingSession?
    weak var shape: ShapeNode?
    weak var inner: ShapeNode?
    func decode() throws {
      let used = DecodingSession(decoder: StrictDecoder())
      let root = try document(#"[{"id": "x", "name": 1, "address": {"street": 7}}]"#).root
      #expect(throws: NodeFailure.self) {
        try used.decode([User].self, root, DecodingPath(root: used.shape))
      }
      session = used
      shape = used.shape
      inner = used.shape.child(.elements).child(.member("address"))
      #expect(inner?.path.description == "$[*].address")
    }
    try decode()
    #expect(session == nil)
    #expect(shape == nil)
    #expect(inner == nil)
  }

  /// A session that met more keys than it can learn is dropped, and nothing of it stays.
  @Test func nothingIsKeptOfASessionThatIsFull() throws {
    struct Item: Decodable { let id: Int }
    var sessions: [WeakSession] = []
    let pool = SessionPool()
    let decoder = StrictDecoder()
    for number in 0..<(3 * MemberSet.maximumCount) {
      let text = try document(#"{"id": 1, "key\#(number)": 2}"#)
      pool.withSession(for: decoder, on: text) { session in
        if sessions.last?.session !== session { sessions.append(WeakSession(session: session)) }
      }
      _ = decoder.decode(Item.self, from: text, in: pool)
    }
    #expect(sessions.count > 2)
    #expect(sessions.dropLast().allSatisfy { $0.session == nil })
  }
}

private struct WeakSession {
  weak var session: DecodingSession?
}
