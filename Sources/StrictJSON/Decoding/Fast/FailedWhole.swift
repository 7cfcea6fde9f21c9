/// A request for a value as a whole that failed in a fast pass, and whose error the initialiser passed on.
///
/// Types that are one value on the wire, as an answer that is a list or a text, mostly do nothing with a failure of
/// that value. Then there is nothing to explore, and what the engine finds is known without running the initialiser
/// again: the problems of the value, and a value of the type to stand in.
///
///     {"meals": [{"id": 7}]}
///
///     the attempt      Answer asks for a text, in vain, and then for [Meal], whose error comes out of it as it is
///     the engine       decodes [Meal]; its problems are those of Answer
struct FailedWhole {
  let index: Int
  let place: TypePlace
  /// The type of the request.
  let type: any Decodable.Type
  let error: any Error
  /// The period of the log of reads.
  let period: Int
  /// Whether the initialiser asked for the value as another type before.
  var hasOtherForm = false

  /// Whether the value is all that the initialiser reads, so that it cannot refuse what another type has read.
  var isAll: Bool { hasOtherForm || place.info.holdsNothing(but: ObjectIdentifier(type)) }
}

extension DecodingSession {
  /// The failure of a value whose initialiser passed on the error of a request for the value as a whole; nil where
  /// only a run of the initialiser can tell.
  func passedOnFailure<Value: Decodable>(
    _ type: Value.Type, _ node: JSONValue, _ path: DecodingPath
  ) -> NodeFailure? {
    guard decoder.exploration == .inProcess, !isSampling, let run = fastPass, !run.renamesKeys,
      ObjectIdentifier(type) == ObjectIdentifier(Value.self),
      let request = run.failed.passedOn(node.index, by: run.reader(type, at: path.shape)),
      request.period == readLog.period
    else { return nil }
    let properties = info(of: type).properties
    // Where the value goes straight to the only property, the initialiser runs on with one that stands in.
    if properties.count == 1,
      ObjectIdentifier(properties[0].type) == ObjectIdentifier(request.type)
    {
      return nil
    }
    let start = (trail: trail.mark, reads: readLog.mark)
    func failure<Requested: Decodable>(_ type: Requested.Type) -> NodeFailure? {
      do throws(NodeFailure) {
        _ = try decode(type, node, path)
        return nil
      } catch {
        return error.withCause(type, at: path)
      }
    }
    guard var failure = failure(request.type),
      case .success = decoder.explore(info(of: type), without: "", { failure })
    else {
      _ = trail.cut(from: start.trail)
      _ = readLog.cut(from: start.reads)
      return nil
    }
    // One of the type itself is made where it is needed.
    failure.placeholder = nil
    if !info(of: type).holdsNothing(but: ObjectIdentifier(request.type)), failure.isWithin(path),
      !request.hasOtherForm
    {
      // What another type has read the initialiser may still refuse.
      failure.unexplored.append(
        UnexploredPart(
          pointer: path.pointer, type: info(of: type).name, cause: .stopped(before: [])))
    }
    return failure
  }
}
