/// The decoder that a type's `init(from:)` is given.
struct ValueDecoder: Decoder {
  let frame: DecodingFrame
  let node: JSONValue
  let path: DecodingPath
  /// Why there is nothing to decode, where a member is asked for that is not there.
  var absence: DecodingError?

  var codingPath: [any CodingKey] { path.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { frame.session.decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let absence { throw absence }
    guard node.kind == .object else {
      throw frame.noteOpeningFailed(
        node,
        frame.error(
          frame.session.mismatch("an object", node, path), site: nil, [String: Any].self, at: path))
    }
    if let failure = frame.session.keyFailure(node, path) {
      throw frame.error(failure, site: nil, [String: Any].self, at: path)
    }
    frame.noteContainer(keyedBy: type)
    frame.noteOpened(node, path, keyedBy: type)
    return KeyedDecodingContainer(
      KeyedContainer(core: KeyedCore(frame: frame, object: node, path: path)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if let absence { throw absence }
    guard node.kind == .array else {
      throw frame.noteOpeningFailed(
        node,
        frame.error(
          frame.session.mismatch("an array", node, path), site: nil, [Any].self, at: path))
    }
    frame.noteContainer(of: node)
    try frame.noteUnaligned()
    return UnkeyedContainer(frame: frame, array: node, path: path)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueContainer(frame: frame, node: node, path: path, absence: absence)
  }
}
