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
}
