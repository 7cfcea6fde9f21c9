/// The elements of an array, for a type that walks them itself.
struct UnkeyedContainer: UnkeyedDecodingContainer {
  /// A loop that swallows the same error this often is taken as endless, and moved on.
  ///
  /// A fast pass gives up much earlier, as it may be wrong without harm.
  private static let maximumRepetitions = 10_000

  let frame: DecodingFrame
  let path: DecodingPath
  private let array: JSONValue
  private var elements: JSONElements.Iterator
  private var current: JSONValue?
  private var repetitions = 0

  private(set) var currentIndex = 0

  init(frame: DecodingFrame, array: JSONValue, path: DecodingPath) {
    self.frame = frame
    self.path = path
    self.array = array
    elements = array.elements.makeIterator()
    current = elements.next()
  }

  var codingPath: [any CodingKey] { path.codingPath }
  var count: Int? { array.count }
  var isAtEnd: Bool { current == nil }

  mutating func decodeNil() throws -> Bool {
    let element = try peek(Never.self)
    guard element.isNull else { return false }
    advance()
    return true
  }

  // Without these the protocol's own versions would be taken, which only throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try element(type) }

  private mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let element = try peek(type)
    let site = DecodingSite(
      container: array.index, key: String(currentIndex), type: ObjectIdentifier(type),
      isOptional: false)
    let elementPath = path.element(currentIndex)
    return try advancing { [frame] in
      try frame.answer(site, key: nil, isElement: true, at: elementPath) {
        do throws(NodeFailure) {
          return try frame.session.decode(type, element, elementPath)
        } catch {
          throw frame.error(error, site: site, type, at: elementPath)
        }
      }
    }
  }

  /// Goes on behind an element that was read; one that was not is the next one once more.
  private mutating func advancing<Part>(_ read: () throws -> Part) throws -> Part {
    do {
      let part = try read()
      advance()
      return part
    } catch {
      repetitions += 1
      if repetitions > Self.maximumRepetitions, current != nil {
        frame.session.noteEndlessLoop(at: path.element(currentIndex), in: frame.info)
        advance()
      }
      throw error
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try opening([String: Any].self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try opening([Any].self) { try $0.unkeyedContainer() }
  }

  private mutating func opening<Container>(
    _ type: any Any.Type, _ open: (ValueDecoder) throws -> Container
  ) throws -> Container {
    let decoder = try superDecoder(expecting: type)
    return try advancing { [frame, array, currentIndex] in
      let container = try open(decoder)
      frame.noteOpened(element: currentIndex, decoder.node, of: array)
      return container
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try superDecoder(expecting: Never.self)
    advance()
    return decoder
  }

  private func superDecoder(expecting type: any Any.Type) throws -> ValueDecoder {
    ValueDecoder(frame: frame, node: try peek(type), path: path.element(currentIndex))
  }

  private mutating func advance() {
    current = elements.next()
    currentIndex += 1
    repetitions = 0
  }

  private func peek(_ type: any Any.Type) throws -> JSONValue {
    if let current { return current }
    var failure = frame.session.failure(
      .missingKey, array, path.element(currentIndex), expected: "one more element",
      found: "the end of the array",
      message:
        "the array has \(array.count) element\(array.count == 1 ? "" : "s"); one more is needed")
    failure.cause = DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: path.element(currentIndex).codingPath,
        debugDescription: failure.issues.first?.message ?? ""))
    throw frame.error(failure, site: nil, type, at: path, key: IndexKey(currentIndex))
  }
}
