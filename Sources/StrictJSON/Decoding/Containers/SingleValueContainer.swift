/// A value as a whole, for a type that is one value on the wire.
///
/// As in `JSONDecoder` it is nothing but its decoder, and is at the value where that one is.
struct SingleValueContainer: WholeRequests {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    let now = decoder.now
    if now.isMadeUp {
      now.frame.noteMadeUpAnswer()
    } else if now.absence == nil, now.node.isNull {
      now.frame.noteWay(now.node)
    }
    return now.node.isNull
  }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let now = decoder.now
    if let absence = now.absence, !(type is any ExpressibleByNilLiteral.Type) { throw absence }
    let frame = now.frame
    if now.isMadeUp { throw frame.stopped() }
    // The null of a member that is not there is no value of the document.
    let container = now.absence == nil ? now.node.index : Int.min
    let site = DecodingSite(
      container: container, key: "", type: ObjectIdentifier(type), isOptional: false)
    return try frame.answer(site, key: nil, at: now.path) {
      do throws(NodeFailure) {
        let value = try frame.session.decode(type, now.node, now.path)
        frame.noteRead(now.node, as: type)
        return value
      } catch {
        throw frame.error(error, site: site, type, at: now.path)
      }
    }
  }
}
