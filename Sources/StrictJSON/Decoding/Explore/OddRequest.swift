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

  /// Whether an element is read as a type that no property holds and that may say of which kind it is, as where code
  /// reads each element once as `Kind` and then as what that says.
  let saysKind: Bool

  /// Whether it asks for a word in what goes into a property of any type, so that code may choose by it as what the whole
  /// is read then.
  let isReadToChoose: Bool

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
    let own = key.flatMap { frame.info.storedProperty(for: $0) }
    let isOfAnyType =
      own.map { TypeReflection.isExistential(Steering.plain($0.type)) } ?? false
    isReadToChoose = isOfAnyType && Steering.isPossible(type)
    let property = isReadToChoose ? nil : own
    self.property = property?.type
    convertsList =
      Steering.plain(type) is any ListType.Type
      && property.map { Steering.plain($0.type) is any ListType.Type } ?? false
    let isDynamic = key.map { !$0.isCase } ?? false
    // Within a list or map that is a part of the frame's own value, each value is one of many.
    isOfLoop = isDynamic || isElement || frame.isInList(path)
    fillsList = isOfLoop && frame.info.holdsList(of: type)
    saysKind =
      isElement && !fillsList && Steering.isPossible(type)
      && !(frame.info.type is any ListType.Type)
    siblings =
      isDynamic && site.container >= 0
      ? JSONValue(storage: frame.node.storage, index: site.container).members.map(\.value) : []
    // One value of a list says nothing of the next one, but a member may say what is read from its siblings.
    let isOfSameLoop =
      (isDynamic || isElement)
      && frame.run.steering.allSatisfy { $0.container == site.container && $0.type == site.type }
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
      !frame.run.handedOutPlaceholder || frame.run.steering.isEmpty || isOfSameLoop
      || convertsScalar && Steering.isScalar(type) || convertsList
      || rewraps && !frame.run.steersByChoice
      || isDynamic && key.map { Self.isNamed(type, like: $0) } ?? false
      || !frame.run.steersByChoice && frame.isInChosenObject(site, isElement: isElement)
  }
}

extension OddRequest {
  /// Whether a type is a struct around one value of a property's type, or of its optional.
  private static func unwraps(_ type: any Any.Type, into property: any Any.Type) -> Bool {
    let parts = TypeReflection.storedProperties(of: Steering.plain(type))
    return parts.count == 1 && Steering.plain(parts[0].type) == Steering.plain(property)
  }

  /// Whether a type is that of the only value of one of a property's cases.
  private static func wraps(_ type: any Any.Type, into property: any Any.Type) -> Bool {
    let payloads = (TypeReflection.cases(of: Steering.plain(property)) ?? []).compactMap(\.payload)
    return payloads.contains {
      let values = TypeReflection.elements(ofPayload: $0)
      return values.count == 1 && values[0].type == Steering.plain(type)
    }
  }

  /// Whether a type of the module's own has the name of a key that the document gave: whatever stands in for others,
  /// `sourceOrigin` is read as `SourceOrigin`.
  private static func isNamed(_ type: any Any.Type, like key: any CodingKey) -> Bool {
    let type = Steering.plain(type)
    guard !Steering.isWord(type), !(type is any ListType.Type) else { return false }
    let letters = key.stringValue.lowercased().filter(\.isLetter)
    var name = ""
    // `swiftGenerics` is `Swift.Generics`.
    for part in TypeName.readable(type).split(separator: ".").suffix(2).reversed() {
      name = part.lowercased() + name
      if name == letters { return true }
    }
    return false
  }
}

extension CodingKey {
  /// Whether the key is a case of an enumeration, and not a name that a document gave.
  fileprivate var isCase: Bool { TypeReflection.caseName(of: self) != nil }
}
