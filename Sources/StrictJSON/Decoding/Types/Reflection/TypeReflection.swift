/// What the runtime knows about a type: the file of this module with unsafe code about types.
enum TypeReflection {
  struct StoredProperty {
    /// The name without the underscore that a property wrapper adds.
    let name: String
    let type: any Any.Type
    let offset: Int
    /// Whether the name began with an underscore.
    var hasUnderscore = false

    /// Whether a value that is read as a type may be handed straight to the property.
    func holds<Value>(_ value: Value.Type) -> Bool {
      // `decodeIfPresent` feeds `T` with a fallback, and `decode` feeds `T?`.
      type == value || type == Value?.self || TypeInfo.optional(type) == value
    }
  }

  /// Whether a type is that of any value that conforms to some protocols: `any Content`, `Any`.
  static func isExistential(_ type: any Any.Type) -> Bool {
    switch MetadataKind(type) {
    case .existential, .extendedExistential: true
    default: false
    }
  }

  /// Returns the stored properties of a struct or class in declaration order; none where the runtime
  /// does not tell them.
  static func storedProperties(
    of type: any Any.Type, runtime: RuntimeEntryPoints? = .system
  ) -> [StoredProperty] {
    guard let runtime, type is AnyClass || MetadataKind(type) == .structure else { return [] }
    return runtime.properties(of: type).map { property in
      let name = property.name.hasPrefix("_") ? property.name.dropFirst() : property.name[...]
      return StoredProperty(
        name: String(name), type: property.type, offset: property.offset,
        hasUnderscore: property.name.hasPrefix("_"))
    }
  }

  /// Returns the name of an enumeration's case; nil for what is no enumeration.
  static func caseName<Value>(of value: Value) -> String? {
    guard let kind = MetadataKind(Value.self), kind == .enumeration,
      let name = unsafe swiftEnumCaseName(value)
    else { return nil }
    return unsafe String(cString: name)
  }

  /// Whether a type is a struct.
  static func isStructure(_ type: any Any.Type) -> Bool { MetadataKind(type) == .structure }

  /// Whether a type is an enumeration.
  static func isEnumeration(_ type: any Any.Type) -> Bool { MetadataKind(type) == .enumeration }

  /// Whether values of a type are types.
  static func isMetatype(_ type: any Any.Type) -> Bool {
    MetadataKind(type) == .metatype || MetadataKind(type) == .existentialMetatype
  }

  /// Returns the number of cases of an enumeration without associated values; nil for other types.
  static func plainCaseCount(of type: any Any.Type) -> Int? {
    guard MetadataKind(type) == .enumeration else { return nil }
    // A type's metadata is its kind and the address of its descriptor. The descriptor has five
    // 32-bit fields, then the number of cases with and the number of cases without a payload.
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<Int>.self)
    guard let descriptor = unsafe UnsafePointer<UInt32>(bitPattern: metadata[1]) else { return nil }
    let casesWithPayload = unsafe descriptor[5] & 0xFF_FFFF
    let casesWithoutPayload = unsafe descriptor[6]
    return casesWithPayload == 0 ? Int(casesWithoutPayload) : nil
  }

  /// The number of the case of an enumeration of at most 256 cases without associated values.
  ///
  /// For a value of another size it is larger than any such number.
  @inline(__always)
  static func caseNumber<Value>(of value: Value) -> Int {
    switch MemoryLayout<Value>.size {
    case 0: return 0
    case 1: return Int(unsafe unsafeBitCast(value, to: UInt8.self))
    default: return .max
    }
  }

  /// Returns an object as the class that it is known to have.
  @inline(__always)
  static func known<Object: AnyObject>(_ object: AnyObject, as type: Object.Type) -> Object {
    unsafe unsafeDowncast(object, to: type)
  }

  /// Returns a value as the same type under another name; nil where the types are not the same.
  @inline(__always)
  static func same<Value, Other>(_ value: Value, as type: Other.Type) -> Other? {
    Value.self == Other.self ? unsafe unsafeBitCast(value, to: type) : nil
  }

  /// Makes a case of an enumeration without associated values; `index` counts from 0.
  static func plainCase<Value>(_ type: Value.Type, index: Int) -> Value? {
    guard let count = plainCaseCount(of: type), index < count else { return nil }
    let size = MemoryLayout<Value>.size
    guard size <= 2 else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, 1), alignment: MemoryLayout<Value>.alignment)
    defer { unsafe memory.deallocate() }
    if size == 1 { unsafe memory.storeBytes(of: UInt8(index), as: UInt8.self) }
    if size == 2 { unsafe memory.storeBytes(of: UInt16(index), as: UInt16.self) }
    return unsafe memory.load(as: Value.self)
  }

  /// The cases of an enumeration without associated values; nil for other types.
  static func plainCases<Value>(of type: Value.Type) -> [Value]? {
    plainCaseCount(of: type).map { count in
      (0..<count).compactMap { plainCase(type, index: $0) }
    }
  }

  /// The raw values of an enumeration of a few cases without associated values; none of other types.
  static func rawValues<Raw>(of type: any Any.Type, as _: Raw.Type) -> [Raw] {
    guard Steering.isExhaustive(type), let type = type as? any RawRepresentable.Type else {
      return []
    }
    func values<Enumeration: RawRepresentable>(_ type: Enumeration.Type) -> [Raw] {
      (plainCases(of: type) ?? []).compactMap { $0.rawValue as? Raw }
    }
    return values(type)
  }

  /// Makes a struct by filling its stored properties, without running any of its own code.
  ///
  /// `fill` gives each property a value, or nil where it knows none; then there is no struct. The
  /// result is sound memory, but rules that an initialiser would keep are not kept.
  static func structure<Value>(
    _ type: Value.Type, fill: (StoredProperty) -> FieldValue?
  ) -> Value? {
    guard MetadataKind(type) == .structure else { return nil }
    let properties = storedProperties(of: type)
    // A struct without known properties may hide them; nothing may be guessed about its memory.
    guard !properties.isEmpty || MemoryLayout<Value>.size == 0 else { return nil }
    var values: [FieldValue] = []
    for property in properties {
      guard let value = fill(property) else { return nil }
      values.append(value)
    }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(MemoryLayout<Value>.size, 1), alignment: MemoryLayout<Value>.alignment)
    defer { unsafe memory.deallocate() }
    for (property, value) in zip(properties, values) {
      unsafe value.initialize(at: memory + property.offset)
    }
    return unsafe memory.assumingMemoryBound(to: Value.self).move()
  }
}

/// The one object of which a keyed container is made.
///
/// The standard library's `KeyedDecodingContainer` is a struct around one reference, and to make it
/// takes two allocations and three look-ups of types. So one is used for many objects. The type is
/// a parameter of the class because even to name it in generic code takes a look-up.
final class SharedPart<Container> {
  /// Whether a container is made of one object and nothing else.
  private let isOnePart: Bool

  init() {
    isOnePart =
      MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size
      && TypeReflection.storedProperties(of: Container.self).first?.type is AnyClass
  }

  /// Returns the object; nil if a container is not made of one.
  func part(of container: Container) -> AnyObject? {
    guard isOnePart else { return nil }
    return unsafe unsafeBitCast(container, to: AnyObject.self)
  }

  /// Returns the container around an object that ``part(of:)`` gave.
  @inline(never)
  func whole(of part: AnyObject) -> Container { unsafe unsafeBitCast(part, to: Container.self) }
}

/// A value that can be written into the memory of a property; each is a ``Field``.
class FieldValue {
  private let type: ObjectIdentifier

  fileprivate init(of type: ObjectIdentifier) { self.type = type }

  /// The value as a type; nil where it is of another one.
  ///
  /// A cast to a generic class takes ten times as long as the comparison.
  final func value<Value>(as type: Value.Type) -> Value? {
    guard self.type == ObjectIdentifier(type) else { return nil }
    return TypeReflection.known(self, as: Field<Value>.self).value
  }

  /// Writes the value to memory that holds none yet.
  @unsafe func initialize(at memory: UnsafeMutableRawPointer) {}

  /// Writes the address of a box with the value to memory that holds none yet.
  @unsafe func initializeBoxed(at memory: UnsafeMutableRawPointer) {}
}

/// A value of a known type.
final class Field<Value>: FieldValue {
  let value: Value

  init(value: Value) {
    self.value = value
    super.init(of: ObjectIdentifier(Value.self))
  }

  @unsafe override func initialize(at memory: UnsafeMutableRawPointer) {
    unsafe memory.initializeMemory(as: Value.self, to: value)
  }

  @unsafe override func initializeBoxed(at memory: UnsafeMutableRawPointer) {
    unsafe memory.initializeMemory(as: Boxed<Value>.self, to: .value(value))
  }
}

/// The kind of a type, as the first word of its metadata says.
private enum MetadataKind: Int {
  case structure = 0x200
  case enumeration = 0x201
  case existential = 0x303
  case extendedExistential = 0x307
  case metatype = 0x304
  case existentialMetatype = 0x306

  init?(_ type: any Any.Type) {
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<Int>.self)
    unsafe self.init(rawValue: metadata[0])
  }
}

@_silgen_name("swift_EnumCaseName")
private func swiftEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
