/// The elements of an array, for a type that walks them itself.
struct UnkeyedContainer: UnkeyedRequests {
  /// A loop that swallows the same error this often is taken as endless, and moved on.
  ///
  /// A fast pass gives up much earlier, as it may be wrong without harm.
  private static let maximumRepetitions = 10_000

  let frame: DecodingFrame
  let path: DecodingPath
  private let array: JSONValue
  /// Whether the list is made up, without elements; code that needs one stops.
  private let isMadeUp: Bool
  private var elements: JSONElements.Iterator
  private var current: JSONValue?
  private var repetitions = 0

  /// The place of the current element in the document's array.
  private var position = 0
  /// How many elements were left out before it.
  private var leftOut = 0
  /// How many of all elements are left out.
  private let leftOutOfAll: Int

  /// The number of elements that were read.
  var currentIndex: Int { position - leftOut }

  init(frame: DecodingFrame, array real: JSONValue?, path: DecodingPath) {
    self.frame = frame
    self.path = path
    let array = real ?? .null
    self.array = array
    isMadeUp = real == nil
    elements = array.elements.makeIterator()
    current = elements.next()
    leftOutOfAll =
      frame.records.isAnyPassed ? array.elements.count { frame.records.isPassed($0) } : 0
    leaveOut()
  }

  var codingPath: [any CodingKey] { path.codingPath }
  var count: Int? {
    if !isMadeUp { frame.records.noteCounted(array) }
    return array.count - leftOutOfAll
  }
  var isAtEnd: Bool {
    if !isMadeUp { frame.records.noteLoop(over: array, from: position, met: currentIndex) }
    return current == nil
  }

  mutating func decodeNil() throws -> Bool {
    let element = try peek(Never.self)
    guard element.isNull else { return false }
    advance()
    return true
  }

  /// Reads an element that may be missing.
  ///
  /// The protocol's own version asks for the end, as a loop does; here the next element may be of another type.
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard current != nil, try !decodeNil() else { return nil }
    return try element(type)
  }

  mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let element = try peek(type)
    let site = DecodingSite(
      container: array.index, key: String(position), type: ObjectIdentifier(type),
      isOptional: false)
    frame.records.noteElement(of: array, as: ObjectIdentifier(type))
    let elementPath = path.element(position)
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
        frame.session.noteEndlessLoop(at: path.element(position), in: frame.info)
        advance()
      }
      throw error
    }
  }

  mutating func opening<Container>(
    _ type: any Any.Type, _ open: (any Decoder) throws -> Container
  ) throws -> Container {
    if !isMadeUp { frame.records.noteElement(of: array, as: ObjectIdentifier(type)) }
    let decoder = try superDecoder(expecting: type)
    return try advancing { [frame, array, position] in
      let container = try open(decoder)
      frame.noteOpened(element: position, decoder.node, of: array)
      return container
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try superDecoder(expecting: Never.self)
    advance()
    return decoder
  }

  private func superDecoder(expecting type: any Any.Type) throws -> ValueDecoder {
    ValueDecoder(frame: frame, node: try peek(type), path: path.element(position))
  }

  private mutating func advance() {
    current = elements.next()
    position += 1
    repetitions = 0
    leaveOut()
  }

  /// Goes on behind records that are left out.
  private mutating func leaveOut() {
    guard frame.records.isAnyPassed else { return }
    while let element = current, frame.records.isPassed(element) {
      frame.records.noteSkipped(element)
      current = elements.next()
      position += 1
      leftOut += 1
    }
  }

  private func peek(_ type: any Any.Type) throws -> JSONValue {
    if let current { return current }
    if isMadeUp { throw frame.stopped() }
    var failure = frame.session.failure(
      .missingKey, array, path.element(position), expected: "one more element",
      found: "the end of the array",
      message:
        "the array has \(array.count) element\(array.count == 1 ? "" : "s"); one more is needed")
    failure.cause = DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: path.element(position).codingPath,
        debugDescription: failure.issues.first?.message ?? ""))
    throw frame.error(failure, site: nil, type, at: path, key: IndexKey(position))
  }
}
