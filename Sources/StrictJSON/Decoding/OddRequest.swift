import Foundation

/// A request whose value does not go straight to a property; see ``DecodingFrame``.
struct OddRequest {
  /// The place of the value.
  let path: DecodingPath

  /// The type of the property to which the value goes in the end, as text to a date; nil where there is none.
  let property: (any Any.Type)?

  /// Whether there is such a property.
  var isConversion: Bool { property != nil }

  /// Whether a list or map is made of another one.
  let convertsList: Bool

  /// Whether code makes a scalar of another one that is no text, as a date of a number, which each value allows.
  let convertsFreely: Bool

  /// Whether a property gets the value itself in another wrapping: out of a struct around one value of its type, as in
  /// `name = try decode(Text.self).text`, or as the value of one of its cases, as in `data = .user(try decode(User.self))`.
  let rewraps: Bool

  /// Whether the initialiser asks so for each of several values.
  let isOfLoop: Bool

  /// Whether the value is put into a property that is a list, or a map, of such values.
  let fillsList: Bool

  /// Whether a failure of the request counts, whatever stands in for others.
  let counts: Bool

  /// Other values in the same container, which may be asked for alike.
  let siblings: [JSONValue]

  init<Value>(
    _ type: Value.Type, _ site: DecodingSite, _ key: (any CodingKey)?, isElement: Bool,
    _ path: DecodingPath, in frame: DecodingFrame
  ) {
    self.path = path
    let property = key.flatMap { frame.info.storedProperty(for: $0) }
    self.property = property?.type
    convertsList =
      type is any ListType.Type && property.map { $0.type is any ListType.Type } ?? false
    let isDynamic = key.map { !$0.isCase } ?? false
    // Within a list or map that is a part of the frame's own value, each value is one of many.
    isOfLoop = isDynamic || isElement || frame.isInList(path)
    fillsList = isOfLoop && frame.info.holdsList(of: type)
    siblings =
      isDynamic && site.container >= 0
      ? JSONValue(storage: frame.node.storage, index: site.container).members.map(\.value) : []
    // One value of a list says nothing of the next one, but a member may say what is read from its siblings.
    let isOfSameLoop =
      (isDynamic || isElement)
      && frame.steering.allSatisfy { $0.container == site.container && $0.type == site.type }
    let convertsScalar = property.map { Steering.isScalar($0.type) } ?? false
    let isText = type is String.Type || type is String?.Type
    convertsFreely = convertsScalar && Steering.isScalar(type) && !isText
    rewraps =
      property.map { Self.unwraps(type, into: $0.type) || Self.wraps(type, into: $0.type) } ?? false
    // What is asked for in place of an absent member has no property of its own.
    if frame.records.isAnyAbsent, property == nil, !isOfLoop {
      counts = false
      return
    }
    // A value that goes to no property is read to choose by it, so the choice is not that of a stand-in.
    counts =
      !frame.handedOutPlaceholder || frame.steering.isEmpty || isOfSameLoop
      || convertsScalar && Steering.isScalar(type) || convertsList || rewraps
      || !frame.steersByChoice && frame.isInChosenObject(site, isElement: isElement)
  }
}

extension OddRequest {
  /// Whether a type is a struct around one value of a property's type, or of its optional.
  private static func unwraps(_ type: any Any.Type, into property: any Any.Type) -> Bool {
    let parts = TypeReflection.storedProperties(of: plain(type))
    return parts.count == 1 && plain(parts[0].type) == plain(property)
  }

  /// Whether a type is that of the only value of one of a property's cases.
  private static func wraps(_ type: any Any.Type, into property: any Any.Type) -> Bool {
    let payloads = (TypeReflection.cases(of: plain(property)) ?? []).compactMap(\.payload)
    return payloads.contains {
      let values = TypeReflection.elements(ofPayload: $0)
      return values.count == 1 && values[0].type == plain(type)
    }
  }

  private static func plain(_ type: any Any.Type) -> any Any.Type { Steering.wrapped(type) ?? type }
}

/// By which values code may choose its way.
enum Steering {
  /// Whether all values of a type are tried where one is needed, and code is ready for each of them.
  static func isExhaustive(_ type: any Any.Type) -> Bool {
    type is Bool.Type || TypeReflection.plainCaseCount(of: type).map { 1...16 ~= $0 } ?? false
  }

  /// Whether code has no way for a value of the type that its placeholders do not lead to.
  static func isComplete(_ type: any Any.Type) -> Bool {
    isExhaustive(type) || isScalar(type) && !isPossible(type)
  }

  /// Whether code may compare a value of the type with others than the placeholders of it.
  ///
  /// Texts and whole numbers say which kind a record is of. Of a plain enumeration all cases are tried.
  static func isPossible(_ type: any Any.Type, depth: Int = 0) -> Bool {
    guard depth < 4 else { return false }
    if type is String.Type || type is any FixedWidthInteger.Type { return true }
    if let wrapped = wrapped(type) { return isPossible(wrapped, depth: depth + 1) }
    if let count = TypeReflection.plainCaseCount(of: type) { return count > 16 }
    if let cases = TypeReflection.cases(of: type) {
      return cases.contains { chosen in
        chosen.payload.map { isPossible($0, depth: depth + 1) } ?? false
      }
    }
    let properties = TypeReflection.storedProperties(of: type)
    return properties.count == 1 && isPossible(properties[0].type, depth: depth + 1)
  }

  /// Whether a value of the type may say of which kind a record is: a word, or a case of an enumeration.
  static func isKind(_ type: any Any.Type) -> Bool {
    isExhaustive(type) || isPossible(type) && !(type is any FixedWidthInteger.Type)
  }

  /// Whether a type is a text or a number, or has a raw value.
  static func isWord(_ type: any Any.Type) -> Bool {
    type is any LeafType.Type || type is any RawRepresentable.Type
  }

  /// Whether a type is one scalar on the wire, or an optional of it.
  static func isScalar(_ type: any Any.Type) -> Bool {
    let type = wrapped(type) ?? type
    return type is any LeafType.Type || type is UUID.Type
  }

  fileprivate static func wrapped(_ type: any Any.Type) -> (any Any.Type)? {
    (type as? any AbsentValue.Type)?.wrappedType
  }
}

/// A type with a value for what is not there.
protocol AbsentValue {
  static var absent: FieldValue { get }

  var isAbsent: Bool { get }

  /// The type of what is there.
  static var wrappedType: any Any.Type { get }
}

extension Optional: AbsentValue {
  static var absent: FieldValue { Field<Self>(value: nil) }
  var isAbsent: Bool { self == nil }
  static var wrappedType: any Any.Type { Wrapped.self }
}

extension CodingKey {
  /// Whether the key is a case of an enumeration, and not a name that a document gave.
  fileprivate var isCase: Bool { TypeReflection.caseName(of: self) != nil }
}
