#if canImport(Darwin)
  import Darwin
#endif

/// The functions of the Swift runtime by which `Mirror` finds the stored properties of a type.
///
/// They are exported for the standard library and stated nowhere. Everywhere but on Apple's platforms the
/// runtime is that of the toolchain that builds this, so they are linked. There the runtime is the system's,
/// so they are looked up, and on a system that has them no more a type is one without known properties:
/// its initialiser is never given a made-up value, and reports say that less was explored.
@safe struct RuntimeEntryPoints: Sendable {
  /// A stored property as the runtime tells it: its name, its type, and where it lies, in bytes.
  struct Property {
    let name: String
    let type: any Any.Type
    let offset: Int
  }

  /// What the runtime writes about a property.
  ///
  /// The layout of `_FieldReflectionMetadata` of the standard library.
  @unsafe struct Metadata {
    var name: UnsafePointer<CChar>? = nil
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)? = nil
    var isStrong = false
    var isVariable = false
  }

  /// The properties of a struct or class, those of a superclass first.
  func properties(of type: any Any.Type) -> [Property] {
    (0..<count(type)).map { index in
      var metadata = unsafe Metadata()
      let propertyType = unsafe child(type, index, &metadata)
      let name = unsafe metadata.name.map { unsafe String(cString: $0) } ?? ""
      unsafe metadata.free?(metadata.name)
      return Property(name: name, type: propertyType, offset: offset(type, index))
    }
  }

  #if canImport(Darwin)
    private typealias Metatype = any Any.Type
    private typealias Count = @convention(c) (UnsafeRawPointer) -> Int
    private typealias Child =
      @convention(c) (
        UnsafeRawPointer, Int, UnsafeMutableRawPointer
      ) -> UnsafeRawPointer
    private typealias Offset = @convention(c) (UnsafeRawPointer, Int) -> Int

    private let countFunction: Count
    private let childFunction: Child
    private let offsetFunction: Offset

    /// The functions of the system; nil where it lacks one of them.
    static let system: RuntimeEntryPoints? = {
      // RTLD_DEFAULT, which is a macro that Swift does not import.
      let everywhere = unsafe UnsafeMutableRawPointer(bitPattern: -2)
      guard let count = unsafe dlsym(everywhere, "swift_reflectionMirror_recursiveCount"),
        let child = unsafe dlsym(everywhere, "swift_reflectionMirror_recursiveChildMetadata"),
        let offset = unsafe dlsym(everywhere, "swift_reflectionMirror_recursiveChildOffset")
      else { return nil }
      // Their arguments are words, which the calling conventions of Swift and C pass alike.
      return unsafe RuntimeEntryPoints(
        countFunction: unsafe unsafeBitCast(count, to: Count.self),
        childFunction: unsafe unsafeBitCast(child, to: Child.self),
        offsetFunction: unsafe unsafeBitCast(offset, to: Offset.self))
    }()

    private func count(_ type: any Any.Type) -> Int {
      unsafe countFunction(unsafeBitCast(type, to: UnsafeRawPointer.self))
    }

    private func child(
      _ type: any Any.Type, _ index: Int, _ metadata: inout Metadata
    ) -> any Any.Type {
      unsafe unsafeBitCast(
        childFunction(unsafeBitCast(type, to: UnsafeRawPointer.self), index, &metadata),
        to: Metatype.self)
    }

    private func offset(_ type: any Any.Type, _ index: Int) -> Int {
      unsafe offsetFunction(unsafeBitCast(type, to: UnsafeRawPointer.self), index)
    }
  #else
    /// The functions of the toolchain.
    static let system: RuntimeEntryPoints? = RuntimeEntryPoints()

    private func count(_ type: any Any.Type) -> Int { recursiveCount(type) }

    private func child(
      _ type: any Any.Type, _ index: Int, _ metadata: inout Metadata
    ) -> any Any.Type {
      unsafe recursiveChildMetadata(type, index, &metadata)
    }

    private func offset(_ type: any Any.Type, _ index: Int) -> Int {
      recursiveChildOffset(type, index)
    }
  #endif
}

#if !canImport(Darwin)
  @_silgen_name("swift_reflectionMirror_recursiveCount")
  private func recursiveCount(_ type: any Any.Type) -> Int

  @_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
  private func recursiveChildMetadata(
    _ type: any Any.Type, _ index: Int,
    _ metadata: UnsafeMutablePointer<RuntimeEntryPoints.Metadata>
  ) -> any Any.Type

  @_silgen_name("swift_reflectionMirror_recursiveChildOffset")
  private func recursiveChildOffset(_ type: any Any.Type, _ index: Int) -> Int
#endif
