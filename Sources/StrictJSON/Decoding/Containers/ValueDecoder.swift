/// The decoder that a type's `init(from:)` is given.
///
/// Each request goes to ``now``, because a type may keep the decoder and use it later.
struct ValueDecoder: Decoder {
  let frame: DecodingFrame
  let node: JSONValue
  let path: DecodingPath
  /// Whether this is the decoder of the frame's own value, and not of a part of it.
  var isForInitializer = false
  /// Why there is nothing to decode, where a member is asked for that is not there.
  var absence: (any Error)?
  /// Whether something stands in for the value.
  var isMadeUp = false

  /// This decoder, or the one that has taken its place.
  var now: ValueDecoder { isForInitializer ? frame.decoderNow : self }

  var codingPath: [any CodingKey] { now.path.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { frame.session.decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try now.keyedContainer(type)
  }

  private func keyedContainer<Key: CodingKey>(
    _ type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    if let absence { throw absence }
    if isMadeUp || !isForInitializer && frame.hasStandIn(for: node) {
      frame.noteContainer(keyedBy: type, nil, path)
      return KeyedDecodingContainer(
        KeyedContainer(core: KeyedCore(frame: frame, object: nil, path: path)))
    }
    guard node.kind == .object else {
      var failure = frame.session.mismatch("an object", node, path)
      if !isForInitializer { failure.placeholder = PlaceholderSource(()) }
      throw frame.noteOpeningFailed(
        node,
        frame.error(
          failure, site: isForInitializer ? nil : .whole(node), [String: Any].self, at: path))
    }
    if let failure = frame.session.keyFailure(node, path) {
      throw frame.error(failure, site: nil, [String: Any].self, at: path)
    }
    frame.noteContainer(keyedBy: type, node, path)
    frame.noteOpened(node, path, keyedBy: type)
    return KeyedDecodingContainer(
      KeyedContainer(core: KeyedCore(frame: frame, object: node, path: path)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try now.elements() }

  private func elements() throws -> UnkeyedContainer {
    if let absence { throw absence }
    if isMadeUp {
      frame.run.openedContainer = true
      return UnkeyedContainer(frame: frame, array: nil, path: path)
    }
    guard node.kind == .array else {
      throw frame.noteOpeningFailed(
        node,
        frame.error(
          frame.session.mismatch("an array", node, path), site: nil, [Any].self, at: path))
    }
    frame.noteContainer(of: node)
    return UnkeyedContainer(frame: frame, array: node, path: path)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueContainer(decoder: self)
  }
}
