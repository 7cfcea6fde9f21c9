extension TypeReflection {
  /// Returns the type in which an enumeration is declared, such as the one whose coding keys it is; nil where that
  /// is no struct, class or enumeration, or has generic parameters.
  static func enclosingType(ofEnumeration type: any Any.Type) -> (any Any.Type)? {
    guard isEnumeration(type) else { return nil }
    // A type's metadata is its kind and the address of its descriptor.
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<Int>.self)
    guard let descriptor = unsafe UnsafeRawPointer(bitPattern: metadata[1]) else { return nil }
    guard var context = unsafe parent(of: descriptor) else { return nil }
    // What is private, as synthesised keys are, stands in a context without a name.
    while unsafe kind(of: context) == .anonymous {
      guard let outer = unsafe parent(of: context) else { return nil }
      unsafe context = outer
    }
    let flags = unsafe context.load(as: UInt32.self)
    guard unsafe kind(of: context) == .type, flags & isGeneric == 0 else { return nil }
    // The fourth field of a type's descriptor leads to the function that returns its metadata.
    let distance = Int(unsafe (context + 12).load(as: Int32.self))
    guard distance != 0 else { return nil }
    // This one is always direct: a function may begin at an odd address.
    let access = unsafe context + 12 + distance
    let function = unsafe unsafeBitCast(access, to: MetadataAccess.self)
    return unsafe unsafeBitCast(function(0), to: Metatype.self)
  }

  /// Its first result is the metadata; the second one, whether that is complete, is so for the request 0.
  private typealias MetadataAccess = @convention(c) (Int) -> UnsafeRawPointer

  private typealias Metatype = any Any.Type

  private enum ContextKind {
    case anonymous
    case type
    case other
  }

  /// The bit of a descriptor's flags that says that the type has generic parameters.
  private static let isGeneric: UInt32 = 0x80

  @unsafe private static func kind(of context: UnsafeRawPointer) -> ContextKind {
    switch unsafe context.load(as: UInt32.self) & 0x1F {
    case 2: .anonymous
    case 16...18: .type
    default: .other
    }
  }

  @unsafe private static func parent(of context: UnsafeRawPointer) -> UnsafeRawPointer? {
    unsafe target(of: context + 4)
  }

  /// Follows a distance; where its lowest bit is set it leads to the address.
  @unsafe private static func target(of field: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(unsafe field.load(as: Int32.self))
    guard distance != 0 else { return nil }
    let target = unsafe field + (distance & ~1)
    return distance & 1 == 0 ? unsafe target : unsafe target.load(as: UnsafeRawPointer?.self)
  }
}
