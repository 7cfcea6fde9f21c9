/// A value as a whole, for a type that is one value on the wire.
struct SingleValueContainer: SingleValueDecodingContainer {
  let frame: DecodingFrame
  let node: JSONValue
  let path: DecodingPath
  var absence: DecodingError?

  var codingPath: [any CodingKey] { path.codingPath }

  func decodeNil() -> Bool { node.isNull }

  // Without these the protocol's own versions would be taken, which only throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let absence, !(type is any ExpressibleByNilLiteral.Type) { throw absence }
    let site = DecodingSite(
      container: node.index, key: "", type: ObjectIdentifier(type), isOptional: false)
    return try frame.answer(site, key: nil) {
      do throws(NodeFailure) {
        return try frame.session.decode(type, node, path)
      } catch {
        throw frame.error(error, site: site, type, at: path)
      }
    }
  }
}
