/// An error that a type's own code threw, or code of the standard library in its name.
///
/// The place is taken from the error's coding path where that leads to a value; otherwise it is
/// the value that the type was decoding.
struct OwnError {
  let issue: DecodingIssue

  init(_ error: any Error, in frame: DecodingFrame) {
    guard let error = error as? DecodingError else {
      issue = Self.refusal(frame, frame.node, frame.path, String(describing: error))
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      let (node, path) = Self.place(context, in: frame)
      let name = frame.session.likelyDocumentName(of: key.stringValue)
      let missing = path.member(key, path.shape.child(.member(name)))
      issue = frame.session.issue(
        .missingKey, node, missing, expected: "the key", found: "nothing",
        message: "the key \(JSONWriter.quoted(name)) is missing")
    case .valueNotFound(let type, let context):
      let (node, path) = Self.place(context, in: frame)
      if node.isNull || context.debugDescription.isEmpty {
        issue =
          frame.session.mismatch(.other(TypeName.readable(type)), node, path).issues.first
          ?? Self.refusal(frame, node, path, context.debugDescription)
      } else {
        // There is a value: what was not found is something that the type made of it.
        issue = Self.refusal(frame, node, path, context.debugDescription)
      }
    case .typeMismatch(let type, let context):
      let (node, path) = Self.place(context, in: frame)
      issue = frame.session.issue(
        .typeMismatch, node, path, expected: .other(TypeName.readable(type)),
        found: node.words,
        message: context.debugDescription.isEmpty ? nil : context.debugDescription)
    case .dataCorrupted(let context):
      let (node, path) = Self.place(context, in: frame)
      issue = Self.corrupted(frame, node, path, context.debugDescription)
    @unknown default:
      issue = Self.refusal(frame, frame.node, frame.path, String(describing: error))
    }
  }

  /// Tells apart what "corrupted" means: no date, no case of an enumeration, or refused.
  private static func corrupted(
    _ frame: DecodingFrame, _ node: JSONValue, _ path: DecodingPath, _ reason: String
  ) -> DecodingIssue {
    let isScalar = node.kind == .string || node.kind == .number
    if case .date(let format) = frame.info.decoding, isScalar {
      return DateProblem(node, format: format).issue(path, frame.session)
    }
    frame.session.readLog.apply()
    if isScalar, node.index != frame.node.index, let property = path.shape.read?.owner.property,
      frame.info.isDate(property)
    {
      return DateProblem(node, format: nil).issue(path, frame.session)
    }
    if isScalar, node.index == frame.node.index, let allowed = frame.info.allowedValues {
      let expected = Expectation.other("one of " + allowed.joined(separator: ", "))
      return frame.session.issue(
        .unknownEnumValue, node, path, expected: expected, found: node.words,
        message: "\(node.words) is no case of \(frame.info.name); expected \(expected)",
        statesValues: true)
    }
    return refusal(frame, node, path, reason)
  }

  private static func refusal(
    _ frame: DecodingFrame, _ node: JSONValue, _ path: DecodingPath, _ reason: String
  ) -> DecodingIssue {
    frame.session.issue(
      .invalidValue, node, path, expected: "a value that \(frame.info.name) accepts",
      found: node.words,
      message: "\(frame.info.name) refuses \(node.words)" + (reason.isEmpty ? "" : ": \(reason)"))
  }

  /// Follows a coding path from the value that the type was decoding.
  ///
  /// Its last key may be one that is not in the document: then the place is where it would be, and the
  /// value is the object around it. A path that leads elsewhere says nothing.
  private static func place(
    _ context: DecodingError.Context, in frame: DecodingFrame
  ) -> (JSONValue, DecodingPath) {
    var node = frame.node
    var path = frame.path
    let keys = context.codingPath.dropFirst(frame.path.codingPath.count)
    for (position, key) in keys.enumerated() {
      if let index = key.intValue, let element = node[index], node.kind == .array {
        node = element
        path = path.element(index)
      } else if let member = frame.session.member(key.stringValue, of: node, path) {
        node = member.value
        path = path.member(key, path.shape.child(.member(member.documentName)))
      } else if node.kind == .object, position == keys.count - 1 {
        let name = frame.session.likelyDocumentName(of: key.stringValue)
        return (node, path.member(key, path.shape.child(.member(name))))
      } else {
        return (frame.node, frame.path)
      }
    }
    return (node, path)
  }
}

extension TypeInfo {
  /// The values that an enumeration with raw values accepts, in words; nil for other types.
  var allowedValues: [String]? {
    guard let raw = type as? any RawRepresentable.Type else { return nil }
    func values<Enumeration: RawRepresentable>(_ type: Enumeration.Type) -> [String]? {
      guard let count = TypeReflection.plainCaseCount(of: type) else { return nil }
      return (0..<count).compactMap { index in
        TypeReflection.plainCase(type, index: index).map { value in
          if let text = value.rawValue as? String { return JSONWriter.quoted(text) }
          return "\(value.rawValue)"
        }
      }
    }
    return values(raw)
  }
}
