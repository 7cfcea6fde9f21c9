extension TypeReflection {
  /// A case of an enumeration, in the order of the tags: those with a payload first.
  struct Case {
    /// The number by which the type's own witnesses know the case.
    let tag: UInt32
    /// The type of the associated values, a tuple where there are several; nil where there are none.
    let payload: (any Any.Type)?
    /// Whether the payload lies in a box, because the enumeration may hold itself.
    let isIndirect: Bool
  }

  /// Returns the cases of an enumeration; nil for other types and where the runtime does not tell them.
  static func cases(of type: any Any.Type) -> [Case]? {
    guard isEnumeration(type) else { return nil }
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer?>.self)
    // Behind the kind and the descriptor follow the generic arguments.
    guard let descriptor = unsafe metadata[1] else { return nil }
    let words = unsafe descriptor.assumingMemoryBound(to: UInt32.self)
    let (payloads, plain) = unsafe (words[5] & 0xFF_FFFF, words[6])
    guard payloads > 0 else {
      return (0..<plain).map { Case(tag: $0, payload: nil, isIndirect: false) }
    }
    guard let fields = unsafe relative(descriptor + 16) else { return nil }
    // Two relative addresses, the kind and size of a record, the number of records, then the records:
    // flags, the mangled name of the payload, the name of the case.
    let count = unsafe (fields + 12).load(as: UInt32.self)
    guard count == payloads + plain else { return nil }
    var cases: [Case] = []
    for tag in 0..<count {
      guard tag < payloads else {
        cases.append(Case(tag: tag, payload: nil, isIndirect: false))
        continue
      }
      let record = unsafe fields + 16 + Int(tag) * 12
      guard let name = unsafe relative(record + 4),
        let payload = unsafe _getTypeByMangledNameInContext(
          name.assumingMemoryBound(to: UInt8.self), length(ofMangledName: name),
          genericContext: descriptor, genericArguments: UnsafeRawPointer(metadata + 2))
      else { return nil }
      let isIndirect = unsafe record.load(as: UInt32.self) & 1 != 0
      cases.append(Case(tag: tag, payload: payload, isIndirect: isIndirect))
    }
    return cases
  }

  /// Makes a case of an enumeration, without running any of the type's own code.
  ///
  /// `payload` is a value of the case's payload type; nil where it has none.
  static func enumeration<Value>(
    _ type: Value.Type, _ chosen: Case, payload: FieldValue?
  ) -> Value? {
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer>.self)
    let witnesses = unsafe metadata[-1]
    // Eight functions, the size and the stride, then the flags: this one says that functions for tags follow.
    guard unsafe (witnesses + 80).load(as: UInt32.self) & 0x0020_0000 != 0 else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(MemoryLayout<Value>.size, 1), alignment: MemoryLayout<Value>.alignment)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Value>.size)
    if let payload {
      if chosen.isIndirect {
        unsafe payload.initializeBoxed(at: memory)
      } else {
        unsafe payload.initialize(at: memory)
      }
    }
    typealias InjectTag = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void
    let injectTag = unsafe (witnesses + 104).load(as: InjectTag.self)
    unsafe injectTag(memory, chosen.tag, UnsafeRawPointer(metadata))
    return unsafe memory.assumingMemoryBound(to: Value.self).move()
  }

  /// The associated values of a case as the compiler names them: by their labels, or by `_0` and so on.
  static func elements(ofPayload payload: any Any.Type) -> [StoredProperty] {
    typealias Metatype = any Any.Type
    let metadata = unsafe unsafeBitCast(payload, to: UnsafePointer<Int>.self)
    // The kind, the number of elements, their labels, then a type and an offset for each.
    guard unsafe metadata[0] == 0x301 else {
      return [StoredProperty(name: "_0", type: payload, offset: 0)]
    }
    let labels = unsafe UnsafePointer<CChar>(bitPattern: metadata[2]).map {
      unsafe String(cString: $0).split(separator: " ", omittingEmptySubsequences: false)
    }
    return (0..<(unsafe metadata[1])).map { index in
      let label = labels.flatMap { $0.indices.contains(index) ? String($0[index]) : nil } ?? ""
      return StoredProperty(
        name: label.isEmpty ? "_\(index)" : label,
        type: unsafe unsafeBitCast(metadata[3 + 2 * index], to: Metatype.self),
        // Of 32 bits but on Apple's platforms, and what is behind them there is not defined.
        offset: unsafe metadata[4 + 2 * index] & 0xFFFF_FFFF)
    }
  }

  /// Makes a tuple of its elements; nil for other types and where an element is not given.
  static func tuple<Value>(
    _ type: Value.Type, fill: (any Any.Type) -> FieldValue?
  ) -> Value? {
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<Int>.self)
    guard unsafe metadata[0] == 0x301 else { return nil }
    var elements: [(value: FieldValue, offset: Int)] = []
    for element in self.elements(ofPayload: type) {
      guard let value = fill(element.type) else { return nil }
      elements.append((value, element.offset))
    }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(MemoryLayout<Value>.size, 1), alignment: MemoryLayout<Value>.alignment)
    defer { unsafe memory.deallocate() }
    for element in elements { unsafe element.value.initialize(at: memory + element.offset) }
    return unsafe memory.assumingMemoryBound(to: Value.self).move()
  }

  /// Follows an address that is given as the distance from its own place.
  @unsafe private static func relative(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe place.load(as: Int32.self)
    return distance == 0 ? nil : unsafe place + Int(distance)
  }

  /// The length of a mangled name, in which an address may stand for a type.
  @unsafe private static func length(ofMangledName name: UnsafeRawPointer) -> UInt {
    var length = 0
    while true {
      switch unsafe (name + length).load(as: UInt8.self) {
      case 0: return UInt(length)
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
      default: length += 1
      }
    }
  }
}

/// A value in the box in which an indirect case keeps its payload.
///
/// The enumeration is nothing but the address of the box, and all boxes of a type are alike.
indirect enum Boxed<Value> {
  case value(Value)
}
