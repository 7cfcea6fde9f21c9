/// Attempts on the elements of one container, which are given up where they mostly fail.
///
/// Within a value that failed, a part is tried again only if it is at most half as large. So no
/// value is tried more often than its document can be halved, however deep it lies.
struct FastAttempts {
  private var tried = 0
  private var failed = 0

  /// After this many attempts, half of them must have succeeded.
  private static let trial = 16

  /// Decodes one value: fast if nothing is wrong with it, else by the engine.
  mutating func decode<Value: Decodable>(
    _ type: Value.Type, _ node: JSONValue, _ shape: ShapeNode, _ session: DecodingSession,
    _ path: () -> DecodingPath
  ) throws(NodeFailure) -> Value {
    let size = Int(node.entry.next) - node.index
    guard let run = session.fastPass, tried < Self.trial || failed * 2 <= tried,
      size <= session.failedSize / 2
    else { return try session.decode(type, node, path()) }
    tried += 1
    let outerSize = session.failedSize
    defer { session.failedSize = outerSize }
    switch run.attempt(type, at: node.index, shape) {
    case .value(let value): return value
    case .unsure:
      failed += 1
      session.readLog.apply()
      session.failedSize = size
      return try session.decode(type, node, path())
    case .refused(let error):
      failed += 1
      session.readLog.apply()
      session.failedSize = size
      let path = path()
      _ = try session.decode(type, node, path)
      // A type that refuses a value and then takes it counts its calls or throws a die. What it
      // does first is what JSONDecoder sees.
      let frame = DecodingFrame(type, node, path, session)
      throw NodeFailure(issues: [OwnError(error, in: frame).issue])
    }
  }
}
