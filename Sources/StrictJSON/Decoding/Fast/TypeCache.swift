/// What fast passes know of the types: readers, keys and layouts by their places in the shape.
///
/// It serves one run after the other. What belongs to one document is forgotten behind it.
final class TypeCache {
  /// All sets of keys, by the numbers that patterns have of them.
  private(set) var keys: [FastKeys] = []
  /// All patterns, by the numbers that notes have of them.
  private(set) var patterns: [ReadPattern] = []
  /// All readers, by their numbers.
  private(set) var places: [TypePlace] = []

  private var patternNumbers: [ReadPattern: Int32] = [:]
  private var layouts: [ObjectIdentifier: ObjectLayout] = [:]
  private var readers: [PlaceKey: TypePlace] = [:]
  /// The reader that was asked for last; to look it up takes longer than to read a short object.
  private var lastReader: TypePlace?

  /// The path of what needs none.
  let noPath = DecodingPath(root: ShapeNode())

  private struct PlaceKey: Hashable {
    let shape: ObjectIdentifier
    let type: ObjectIdentifier
  }

  /// What the types ask for in the document.
  let log: ReadLog

  // The memory of a run.
  let running = Stack<FastPass.Running>()
  let notes = Stack<ObjectNote>()
  let openObjects = Stack<FastObject>()
  var scratch: [UInt8] = []

  init(_ log: ReadLog) { self.log = log }

  /// How much was learnt.
  var size: Int { keys.count + places.count + patterns.count }

  // MARK: Types and keys

  /// Returns the reader of a type at a shape; made once.
  func reader<Value: Decodable>(
    _ type: Value.Type, at shape: ShapeNode, _ session: DecodingSession
  ) -> TypeReader<Value> {
    // An attempt, the exploration behind it and the next document ask for the same one.
    if let last = lastReader, last.shape === shape, let known = last.asReader(of: type) {
      return known
    }
    let key = PlaceKey(shape: ObjectIdentifier(shape), type: ObjectIdentifier(type))
    if let known = readers[key]?.asReader(of: type) {
      lastReader = known
      return known
    }
    let made = session.info(of: type).reader(type, at: shape)
    made.number = Int32(truncatingIfNeeded: places.count)
    places.append(made)
    readers[key] = made
    return made
  }

  /// Returns a set of keys of one type at a place.
  func makeKeys<Key: CodingKey>(
    _ type: Key.Type, at place: TypePlace, _ session: DecodingSession
  ) -> FastKeys {
    let shape = ObjectIdentifier(place.shape)
    let layout =
      layouts[shape]
      ?? ObjectLayout(place.shape, session.renamesKeys ? LayoutRenaming(session) : nil)
    layouts[shape] = layout
    let made = FastKeys(
      type, place, layout, number: Int32(truncatingIfNeeded: keys.count), self)
    keys.append(made)
    return made
  }

  /// The number of a pattern.
  func pattern(_ pattern: ReadPattern) -> Int32 {
    if let known = patternNumbers[pattern] { return known }
    let number = Int32(truncatingIfNeeded: patterns.count)
    patternNumbers[pattern] = number
    patterns.append(pattern)
    return number
  }

  // MARK: Of one document

  /// The layouts of which an object was opened.
  private(set) var usedLayouts: [ObjectLayout] = []
  private var usedKeys: [FastKeys] = []

  /// Notes that an object is opened.
  @inline(__always)
  func noteUse(of layout: ObjectLayout) {
    if layout.beginDocument() { usedLayouts.append(layout) }
  }

  func noteUse(of keys: FastKeys) { usedKeys.append(keys) }

  /// Whether there is room for the keys of another document: those of documents before may be data.
  private(set) var hasRoom = true

  /// Forgets the document; the requests must still stand in the log.
  func forgetDocument() {
    for keys in usedKeys { keys.forgetDocument() }
    usedKeys.removeAll(keepingCapacity: true)
    for layout in usedLayouts {
      layout.forgetDocument(log)
      if layout.isFull { hasRoom = false }
    }
    usedLayouts.removeAll(keepingCapacity: true)
    running.cut(to: 0)
    notes.cut(to: 0)
    openObjects.cut(to: 0)
  }

  /// Lets go of what was learnt: keys and places know each other.
  func finish() {
    for keys in keys { keys.place.forgetKeys() }
  }
}
