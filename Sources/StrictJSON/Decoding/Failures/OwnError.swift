import Foundation
import WireDates

/// An error that a type's own code threw, or code of the standard library in its name.
///
/// The place is taken from the error's coding path where that leads to a value; otherwise it is
/// the value that the type was decoding.
struct OwnError {
  let issue: DecodingIssue

  /// What the type says where the error has no place of its own; nil where it has one.
  private let placeless: String?

  /// Whether the error says where it is, as `JSONDecoder` then does.
  var hasPlace: Bool { placeless == nil }

  /// Where a coding path leads.
  private struct Place {
    let node: JSONValue
    let path: DecodingPath
    /// The name of the path's last key, where it is not in the document.
    var missingName: String?
    /// Whether the path begins at the value, and not where `JSONDecoder` says that it is.
    var isRelative = false
  }

  init(_ error: any Error, in frame: DecodingFrame) {
    self.init(DecodingStop(error: error, failure: nil), in: frame)
  }

  init(_ stop: DecodingStop, in frame: DecodingFrame) {
    let error = stop.error
    guard let error = error as? DecodingError, let context = error.context else {
      let text = String(describing: error)
      issue = Self.refusal(frame, frame.node, frame.path, text)
      placeless = "\(frame.info.nameOfCode) throws \(text)"
      return
    }
    let place = Self.place(context, isAtLastKey: stop.isAtLastKey, in: frame)
    let text = context.debugDescription
    placeless = place.isRelative ? "\(frame.info.nameOfCode) throws \(text)" : nil
    switch error {
    case .keyNotFound(let key, _):
      issue = Self.keyNotFound(frame, key, place.node, place.path, text)
    case .valueNotFound(let type, _):
      let expected = Expectation.other(TypeName.readable(type))
      if let name = place.missingName {
        issue = frame.session.issue(
          .missingKey, place.node, place.path, expected: expected, found: "nothing",
          message: "the key \(JSONWriter.quoted(name)) is missing" + Self.after(text))
      } else if place.node.isNull || text.isEmpty {
        issue = frame.session.issue(
          place.node.isNull ? .nullValue : .typeMismatch, place.node, place.path,
          expected: expected, found: place.node.words,
          message: "expected \(expected), found \(place.node.words)" + Self.after(text),
          statesValues: true)
      } else {
        // There is a value: what was not found is something that the type made of it.
        issue = Self.refusal(frame, place.node, place.path, text)
      }
    case .typeMismatch(let type, _):
      issue = frame.session.issue(
        .typeMismatch, place.node, place.path, expected: .other(TypeName.readable(type)),
        found: place.node.words, message: text.isEmpty ? nil : text)
    case .dataCorrupted:
      issue = Self.corrupted(frame, place.node, place.path, text)
    @unknown default:
      issue = Self.refusal(frame, frame.node, frame.path, String(describing: error))
    }
  }

  /// What is told where the type caught a failure and threw this error in its place.
  ///
  /// An error without a place is told at the innermost failure, and one at a place around it is followed by it.
  func issues(inPlaceOf issues: [DecodingIssue]) -> [DecodingIssue] {
    guard let placeless else {
      let within = issues.filter {
        $0.pointer.tokens.count > issue.pointer.tokens.count
          && $0.pointer.tokens.starts(with: issue.pointer.tokens)
      }
      return [issue] + AlternativeForms.innermost(within)
    }
    let issues = AlternativeForms.innermost(issues)
    guard let first = issues.first else { return [] }
    return [first.saying("\(first.message); \(placeless)")] + issues.dropFirst()
  }

  /// What is told of a failure whose error the type's code put into one of its own, with what that says.
  static func issues(_ issues: [DecodingIssue], in error: any Error) -> [DecodingIssue] {
    guard let first = issues.first, let text = (error as? DecodingError)?.context?.debugDescription,
      !text.isEmpty
    else { return issues }
    return [first.saying("\(first.message): \(text)")] + issues.dropFirst()
  }

  /// What the type says of a key: that it is missing, or that the type cannot do with what stands there.
  private static func keyNotFound(
    _ frame: DecodingFrame, _ key: any CodingKey, _ object: JSONValue, _ path: DecodingPath,
    _ reason: String
  ) -> DecodingIssue {
    let session = frame.session
    let member =
      object.kind == .object ? session.member(key.stringValue, of: object, path) : nil
    let name = member?.documentName ?? session.likelyDocumentName(of: key.stringValue)
    let quoted = JSONWriter.quoted(name)
    return session.issue(
      .missingKey, member?.value ?? object, path.member(key, path.shape.child(.member(name))),
      expected: "the key", found: member?.value.words ?? "nothing",
      message: (member == nil
        ? "the key \(quoted) is missing" : "\(frame.info.nameOfCode) misses the key \(quoted)")
        + after(reason))
  }

  /// A text of the type's own behind what is said already.
  private static func after(_ text: String) -> String { text.isEmpty ? "" : ": \(text)" }

  /// Tells apart what "corrupted" means: no case of an enumeration, or refused.
  private static func corrupted(
    _ frame: DecodingFrame, _ node: JSONValue, _ path: DecodingPath, _ reason: String
  ) -> DecodingIssue {
    let isScalar = node.kind == .string || node.kind == .number
    // Only the initialiser of the standard library goes by the raw values.
    if isScalar, node.index == frame.node.index,
      reason.hasPrefix("Cannot initialize \(frame.info.type) from invalid "),
      let allowed = frame.info.allowedValues
    {
      let expected = Expectation.other("one of " + allowed.joined(separator: ", "))
      return frame.session.issue(
        .unknownEnumValue, node, path, expected: expected, found: node.words,
        message: "\(node.words) is no case of \(frame.info.name); expected \(expected)",
        statesValues: true)
    }
    return refusal(frame, node, path, reason)
  }

  /// The type's verdict on a value, in its own words; of one that it should make a date of, what it looks like, too.
  private static func refusal(
    _ frame: DecodingFrame, _ node: JSONValue, _ path: DecodingPath, _ reason: String
  ) -> DecodingIssue {
    if let problem = dateProblem(frame, node, path) {
      // The text of a wire date says the same as the problem.
      let isOwn =
        !reason.isEmpty && !(frame.info.wireDateText.map { reason.hasPrefix($0) } ?? false)
      return isOwn
        ? problem.issue(path, frame.session, refusedBy: frame.info.nameOfCode, reason)
        : problem.issue(path, frame.session)
    }
    return frame.session.issue(
      .invalidValue, node, path, expected: "a value that \(frame.info.nameOfCode) accepts",
      found: node.words,
      message: "\(frame.info.nameOfCode) refuses \(node.words)" + after(reason))
  }

  /// The problem of a string or a number of which the type should make a date; nil where it was read as one.
  private static func dateProblem(
    _ frame: DecodingFrame, _ node: JSONValue, _ path: DecodingPath
  ) -> DateProblem? {
    guard node.kind == .string || node.kind == .number, !frame.datesRead.contains(node.index)
    else { return nil }
    if node.index == frame.node.index {
      if case .date(let format) = frame.info.decoding { return DateProblem(node, format: format) }
      return frame.info.isOneDate ? DateProblem(node, format: nil) : nil
    }
    frame.session.readLog.apply()
    guard let property = path.shape.read?.owner.property, frame.info.isDate(property)
    else { return nil }
    return DateProblem(node, format: nil)
  }

  /// Follows a coding path from the value that the type was decoding.
  ///
  /// Its last key may be one that is not in the document: then the place is where it would be, and the
  /// value is the object around it. One that is the key that was asked for last alone begins at the value, because code
  /// forgot the path of its decoder: `DecodingError.Context(codingPath: [CodingKeys.message], …)`. A path that leads
  /// elsewhere says nothing: it may be that of a document within a text.
  private static func place(
    _ context: DecodingError.Context, isAtLastKey: Bool, in frame: DecodingFrame
  ) -> Place {
    var node = frame.node
    var path = frame.path
    let around = frame.path.codingPath
    let isRelative = !around.isEmpty && isAtLastKey
    let keys = context.codingPath.dropFirst(isRelative ? 0 : around.count)
    for (position, key) in keys.enumerated() {
      // The key of a container's own position counts the elements that the code has met.
      let met =
        key is IndexKey ? key.intValue : frame.records.position(ofMet: key.intValue, in: node)
      if let index = met, let element = node[index], node.kind == .array {
        node = element
        path = path.element(index)
      } else if let member = frame.session.member(key.stringValue, of: node, path) {
        node = member.value
        path = path.member(key, path.shape.child(.member(member.documentName)))
      } else if node.kind == .object, position == keys.count - 1 {
        let name = frame.session.likelyDocumentName(of: key.stringValue)
        return Place(
          node: node, path: path.member(key, path.shape.child(.member(name))), missingName: name,
          isRelative: isRelative)
      } else {
        return Place(node: frame.node, path: frame.path)
      }
    }
    return Place(node: node, path: path, isRelative: isRelative && !keys.isEmpty)
  }
}

extension TypeInfo {
  /// Whose code it is that refuses a value: the type's, or that of a strategy.
  fileprivate var nameOfCode: String {
    switch type {
    case is Date.Type: "the strategy for dates"
    case is Data.Type: "the strategy for data"
    default: name
    }
  }

  /// How the text begins with which a wire date refuses a value; nil for other types.
  fileprivate var wireDateText: String? {
    if case .date(let format?) = decoding { "expected \(format.explanation)" } else { nil }
  }

  /// The values that an enumeration with raw values accepts, in words; nil for other types.
  var allowedValues: [String]? {
    guard let raw = type as? any RawRepresentable.Type else { return nil }
    func values<Enumeration: RawRepresentable>(_ type: Enumeration.Type) -> [String]? {
      TypeReflection.plainCases(of: type)?.map { value in
        if let text = value.rawValue as? String { return JSONWriter.quoted(text) }
        return "\(value.rawValue)"
      }
    }
    return values(raw)
  }
}
