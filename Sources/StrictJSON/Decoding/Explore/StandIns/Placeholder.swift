import Foundation

/// Values that stand in for one that could not be decoded.
///
/// They are handed to an initialiser that gives values straight to its properties. More than one is tried,
/// so that a problem counts only if it does not depend on the made-up value.
///
/// How they are made. A known scalar has values of its own; a plain enumeration is each of its cases; an
/// enumeration with associated values each case whose values can be made; a struct is filled property by
/// property. None of this runs any code of the type. What has a part that cannot be made so, such as a class,
/// is made by its own initialiser, which is given values by the rule of ``ShapeProbe``: none but those
/// that go straight to a property. That may be done only where the type's code may meet made-up values.
struct PlaceholderSource {
  /// Real values that stand in for types of which none can be made up, by type.
  typealias Exemplars = [ObjectIdentifier: FieldValue]

  /// How many different values there are.
  let count: Int

  /// Whether a type's own initialiser makes the values, and may fail to.
  let runsInitializer: Bool

  /// Makes one of them; numbers beyond the count start again.
  let make: (Int) -> FieldValue?

  /// Makes what is left of the real list or map without its broken elements.
  let rest: (() -> FieldValue?)?

  /// Whether it has yet to be seen which values may stand in.
  private(set) var isUnknown = false

  init(
    count: Int, runsInitializer: Bool = false, rest: (() -> FieldValue?)? = nil,
    make: @escaping (Int) -> FieldValue?
  ) {
    self.count = count
    self.runsInitializer = runsInitializer
    self.rest = rest
    self.make = make
  }

  /// One value that is already there: what came of a record whose broken parts were filled in.
  init<Value>(_ value: Value) { self.init(field: Field(value: value)) }

  /// The same with what is left of the real list or map.
  init<Value>(_ value: Value, rest: @escaping () -> Value) {
    let field = Field(value: value)
    self.init(count: 1, rest: { Field(value: rest()) }, make: { _ in field })
  }

  /// The same for one that is in its box.
  init(field: FieldValue) {
    self.init(count: 1) { _ in field }
  }

  /// No value, for what is replaced by a value of the document.
  static var nothing: PlaceholderSource {
    var nothing = PlaceholderSource(count: 1) { _ in nil }
    nothing.isUnknown = true
    return nothing
  }

  /// One of the values alone.
  func only(_ variant: Int) -> PlaceholderSource {
    PlaceholderSource(count: 1, runsInitializer: runsInitializer) { _ in make(variant) }
  }

  /// The same values, each wrapped in an optional.
  func wrapped<Value>(_ type: Value.Type) -> PlaceholderSource {
    PlaceholderSource(count: count, runsInitializer: runsInitializer) { variant in
      make(variant)?.value(as: type).map { Field<Value?>(value: $0) }
    }
  }

  /// No value of a type, and some of it.
  static func nothing<Value>(or values: PlaceholderSource?, _ type: Value.Type)
    -> PlaceholderSource
  {
    let nothing = Field<Value?>(value: nil)
    guard let values, !values.runsInitializer else { return PlaceholderSource(field: nothing) }
    let wrapped = values.wrapped(type)
    return PlaceholderSource(count: values.count + 1) {
      $0 == 0 ? nothing : wrapped.make($0 - 1) ?? nothing
    }
  }

  /// The values for a type; nil where none can be made.
  init?<Value>(_ type: Value.Type, _ session: DecodingSession) {
    // Without values of the document the type alone says what is made, as it always does of a scalar.
    let isOfType = session.exemplars.isEmpty || session.isLeaf(type)
    if isOfType, let known = session.knownPlaceholder(type) {
      self = known
      return
    }
    let parts = Placeholder(session: isOfType ? nil : session, runsInitializers: false)
    if let first = parts.make(type, variant: 0) {
      self.init(count: parts.count(type)) { $0 == 0 ? first : parts.make(type, variant: $0) }
      if isOfType { session.keepPlaceholder(self, of: type) }
      return
    }
    guard type is any Decodable.Type else { return nil }
    let placeholder = Placeholder(session: session, runsInitializers: true)
    self.init(count: 2, runsInitializer: true) { placeholder.make(type, variant: $0) }
  }

  /// A value that needs no code of a type, for a place that must not stay empty.
  var plainValue: FieldValue? { runsInitializer ? nil : make(0) }
}

/// A type whose values can be made up.
protocol PlaceholderType {
  static var placeholders: [Self] { get }

  /// Those that may be beside a map in a made-up value, which has no entries.
  static var placeholdersBesideMap: [Self] { get }
}

extension PlaceholderType {
  static var placeholdersBesideMap: [Self] { placeholders }
}

/// Makes values up.
private struct Placeholder {
  /// Has real values and makes objects; nil where neither is wanted.
  let session: DecodingSession?
  let runsInitializers: Bool

  /// A struct in a struct in a struct is filled to this depth.
  private static let maximumDepth = 8

  func count<Value>(_ type: Value.Type) -> Int {
    if let known = type as? any PlaceholderType.Type { return known.placeholders.count }
    if let count = TypeReflection.plainCaseCount(of: type) { return count }
    return TypeReflection.isEnumeration(type) ? max(cases(type, within: []).count, 1) : 1
  }

  /// Makes a value; `outer` are the types that it is made for.
  func make<Value>(
    _ type: Value.Type, variant: Int, within outer: [ObjectIdentifier] = [],
    isBesideMap: Bool = false
  ) -> FieldValue? {
    let id = ObjectIdentifier(type)
    guard outer.count < Self.maximumDepth, !outer.contains(id) else { return nil }
    if let known = type as? any PlaceholderType.Type {
      return known.placeholder(variant, isBesideMap: isBesideMap)
    }
    if let count = TypeReflection.plainCaseCount(of: type), count > 0 {
      return TypeReflection.plainCase(type, index: variant % count).map { Field(value: $0) }
    }
    if TypeReflection.isEnumeration(type) {
      let cases = cases(type, within: outer)
      if !cases.isEmpty { return cases[variant % cases.count] }
    }
    if let exemplar = session?.exemplars[id] { return exemplar }
    let hasMap = TypeReflection.storedProperties(of: type).contains { $0.type is any MapType.Type }
    let structure = TypeReflection.structure(type) { property in
      func fill<Member>(_ member: Member.Type) -> FieldValue? {
        make(member, variant: variant, within: outer + [id], isBesideMap: hasMap)
      }
      return fill(property.type)
    }
    if let structure { return Field(value: structure) }
    if type is AnyClass, let object = FoundationObjects.placeholder(type) { return object }
    guard runsInitializers, let decodable = type as? any Decodable.Type else { return nil }
    return session?.standIn(decodable, variant: variant)
  }

  /// The cases of an enumeration with associated values that can be made.
  private func cases<Value>(
    _ type: Value.Type, within outer: [ObjectIdentifier]
  ) -> [Field<Value>] {
    let outer = outer + [ObjectIdentifier(type)]
    return (TypeReflection.cases(of: type) ?? []).compactMap { chosen in
      guard let payloadType = chosen.payload else {
        return TypeReflection.enumeration(type, chosen, payload: nil).map { Field(value: $0) }
      }
      func fill<Payload>(_ payload: Payload.Type) -> FieldValue? {
        if let value = make(payload, variant: 0, within: outer) { return value }
        return TypeReflection.tuple(payload) { element in
          func fill<Element>(_ element: Element.Type) -> FieldValue? {
            make(element, variant: 0, within: outer)
          }
          return fill(element)
        }.map { Field(value: $0) }
      }
      guard let payload = fill(payloadType) else { return nil }
      return TypeReflection.enumeration(type, chosen, payload: payload).map { Field(value: $0) }
    }
  }
}

extension DecodingSession {
  /// Values of a type that are not nil.
  func presentValues<Value>(_ type: Value.Type) -> PlaceholderSource? {
    guard let optional = type as? any AbsentValue.Type else { return placeholder(type) }
    func wrapped<Wrapped>(_ type: Wrapped.Type) -> PlaceholderSource? {
      placeholder(type)?.wrapped(type)
    }
    return wrapped(optional.wrappedType)
  }

  /// Values of a type that code which checks its values may accept; nil where there are none.
  func usualValues<Value>(_ type: Value.Type) -> PlaceholderSource? {
    guard let values = presentValues(type) else { return nil }
    let usual =
      UsualText.all.compactMap { text in
        (text as? Value).map { Field(value: $0) }
      } + (decoder.isContained ? UsualNumber.values(of: type) : [])
    return PlaceholderSource(
      count: values.count + usual.count, runsInitializer: values.runsInitializer
    ) {
      $0 < values.count || usual.isEmpty
        ? values.make($0) : usual[($0 - values.count) % usual.count]
    }
  }

  /// Made-up objects that hold made-up objects are made to this depth.
  private static let maximumStandInDepth = 6

  /// Makes a value by its type's own initialiser, which gets no value but for its properties.
  fileprivate func standIn<Value: Decodable>(
    _ type: Value.Type, variant: Int
  ) -> FieldValue? {
    guard standInDepth < Self.maximumStandInDepth else { return nil }
    standInDepth += 1
    defer { standInDepth -= 1 }
    let run = ProbeRun(standingInFor: info(of: type), variant: variant, self)
    guard let value = try? Value(from: ProbeDecoder(run: run, place: [])), !run.isDoubtful else {
      return nil
    }
    return Field(value: value)
  }
}

/// Texts of the forms that code checks most often.
enum UsualText {
  static let all = [
    "name@example.com", "https://example.com", date, "2020-01-02", "US", "USD", "#123456", uuid,
  ]
  private static let date = "2020-01-02T03:04:05Z"
  private static let uuid = "00000000-0000-0000-0000-000000000000"

  /// The forms of texts of which a value of a type is often made; none for types of one form.
  static func forms(of type: any Any.Type) -> [String] {
    let type = (type as? any AbsentValue.Type)?.wrappedType ?? type
    if type is TimeZone.Type { return ["Europe/Berlin", "UTC"] }
    if type is Locale.Type { return ["en_US"] }
    guard type is Date.Type else { return [] }
    return [
      date, "2020-01-02", "2020-01-02 03:04:05", "Thu, 02 Jan 2020 03:04:05 +0000",
      "2020-01-02T03:04:05.000Z", "2020/01/02", "20200102", "02.01.2020", "01/02/2020",
      "1577934245",
      "2020-01-02T03:04:05+0000", "2020-01-02 03:04:05 +0000", "2020-01", "03:04",
    ]
  }

  /// A text of which a value of a type is often made; nil for other types.
  static func of(_ type: any Any.Type) -> String? {
    let type = (type as? any AbsentValue.Type)?.wrappedType ?? type
    switch type {
    case is Date.Type: return date
    case is URL.Type: return "https://example.com"
    case is UUID.Type: return uuid
    case is Bool.Type: return "true"
    default:
      let isNumber =
        type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
        || type is Decimal.Type
      return isNumber ? "1" : nil
    }
  }
}

/// Numbers of the ranges that code checks most often.
enum UsualNumber {
  /// An age, a share in percent, a latitude, a year, the status of an answer, nothing, a size and what is below zero.
  private static let all: [Int16] = [18, 50, 10, 2020, 200, 0, 1000, 100, -1]

  /// The numbers as values of a type; none of a type of other values.
  static func values<Value>(of type: Value.Type) -> [FieldValue] {
    func made<Number>(_ type: Number.Type, _ make: (Int16) -> Number?) -> [FieldValue] {
      all.compactMap(make).map { Field(value: $0) }
    }
    let type = (type as? any AbsentValue.Type)?.wrappedType ?? type
    if let number = type as? any FixedWidthInteger.Type {
      func values<Number: FixedWidthInteger>(_ type: Number.Type) -> [FieldValue] {
        made(type) { Number(exactly: $0) }
      }
      return values(number)
    }
    if let number = type as? any BinaryFloatingPoint.Type {
      func values<Number: BinaryFloatingPoint>(_ type: Number.Type) -> [FieldValue] {
        made(type) { Number(exactly: $0) } + made(type) { $0 == 0 ? Number(0.5) : nil }
      }
      return values(number)
    }
    return type is Decimal.Type ? made(Decimal.self) { Decimal(Int($0)) } : []
  }
}

extension PlaceholderType {
  /// Returns one of the values, boxed.
  static func placeholder(_ variant: Int, isBesideMap: Bool = false) -> FieldValue? {
    let values = isBesideMap ? placeholdersBesideMap : placeholders
    return values.isEmpty ? nil : Field(value: values[variant % values.count])
  }
}

extension Optional: PlaceholderType {
  static var placeholders: [Wrapped?] { [nil] }
}
extension Array: PlaceholderType {
  /// One element where that is a leaf: code that looks at the first element then finds one.
  static var placeholders: [[Element]] {
    let leaf = (Element.self as? any LeafType.Type)?.placeholder(0)
    return [leaf?.value(as: Element.self).map { [$0] } ?? []]
  }

  /// None: of an ordered dictionary the list has the keys of the map.
  static var placeholdersBesideMap: [[Element]] { [[]] }
}
extension ContiguousArray: PlaceholderType {
  static var placeholders: [ContiguousArray<Element>] { [[]] }
}
extension Set: PlaceholderType {
  static var placeholders: [Set<Element>] { [[]] }
}
extension Dictionary: PlaceholderType, MapType {
  static var placeholders: [[Key: Value]] { [[:]] }
}

/// A dictionary of any keys and values.
private protocol MapType {}
extension UUID: PlaceholderType {
  static var placeholders: [UUID] {
    [UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))]
  }
}
