import WireDates

/// One type at one place of the shape of a document.
///
/// What is found out for the first record is kept here for all others.
class TypePlace {
  let shape: ShapeNode
  let info: TypeInfo

  /// The number by which the run knows a reader.
  final var number: Int32 = -1

  /// The type that a reader reads; nil for the place of a nested container.
  let readType: ObjectIdentifier?

  /// The reader of another type of the same value, such as the one in an optional.
  private var content: TypePlace?
  /// The reader of the elements or of the map values.
  private var elements: TypePlace?
  /// The place of the containers and decoders that the type opens in its elements.
  private lazy var nestedElements = nested(shape.child(.elements))
  /// The sets of keys with which the type opens the object.
  private let keys = Stack<FastKeys>()

  init(_ shape: ShapeNode, _ info: TypeInfo, readType: ObjectIdentifier?) {
    self.shape = shape
    self.info = info
    self.readType = readType
  }

  /// The place itself, if it is the reader of a type.
  @inline(__always)
  final func asReader<Value: Decodable>(of type: Value.Type) -> TypeReader<Value>? {
    readType == ObjectIdentifier(type)
      ? TypeReflection.known(self, as: TypeReader<Value>.self) : nil
  }

  /// Forgets what knows this place; they would keep each other for ever.
  final func forgetKeys() {
    keys.cut(to: 0)
  }

  /// The reader of another type of the same value.
  final func content<Value: Decodable>(_ type: Value.Type, _ run: FastPass) -> TypeReader<Value> {
    if let known = content?.asReader(of: type) { return known }
    let reader = run.reader(type, at: shape)
    content = reader
    return reader
  }

  /// The reader of a type one step further down.
  final func elements<Value: Decodable>(
    _ type: Value.Type, _ step: ShapePath.Step, _ run: FastPass
  ) -> TypeReader<Value> {
    if let known = elements?.asReader(of: type) { return known }
    let reader = run.reader(type, at: shape.child(step))
    elements = reader
    return reader
  }

  /// The place of a container or decoder that the type opens in one of its elements.
  final func nestedElement() -> TypePlace { nestedElements }

  /// The place of another part of the same type's own work: a nested container.
  final func nested(_ shape: ShapeNode) -> TypePlace { TypePlace(shape, info, readType: nil) }

  /// The keys of a type of keys.
  final func keys<Key: CodingKey>(_ type: Key.Type, _ run: FastPass) -> FastKeys {
    for position in 0..<keys.count {
      let known = keys[position]
      if known.type == ObjectIdentifier(type) { return known }
    }
    let made = run.known.makeKeys(type, at: self, run.session)
    keys.append(made)
    return made
  }
}

/// Reads the values of one type at one place.
///
/// The type is known here once and for all. To look it up for each value would cost more than to
/// read a short one.
class TypeReader<Value: Decodable>: TypePlace {
  /// Whether the type is a scalar that this module reads.
  final let isLeaf: Bool
  private let isDate: Bool
  private let dateFormat: DateFormat?
  private let isEnumeration: Bool

  init(_ shape: ShapeNode, _ info: TypeInfo) {
    (isLeaf, isDate, dateFormat) =
      switch info.decoding {
      case .leaf: (true, false, nil)
      case .date(let format): (false, true, format)
      case .container, .initializer: (false, false, nil)
      }
    isEnumeration = TypeReflection.isEnumeration(Value.self)
    super.init(shape, info, readType: ObjectIdentifier(Value.self))
  }

  /// Decodes the value at an index of the tape, by running the type's own initialiser.
  func read(_ index: Int, _ run: FastPass) throws -> Value {
    let value = try run.initialize(Value.self, at: index, self)
    if isDate, run.isDoubtfulDate(index, format: dateFormat) { run.noteOdd() }
    if isEnumeration, run.isFirst(Value.self) { run.session.noteExemplar(value) }
    return value
  }
}

/// Reads scalars.
private final class LeafReader<Leaf: LeafType>: TypeReader<Leaf> {
  override func read(_ index: Int, _ run: FastPass) throws -> Leaf {
    try Leaf.readFast(index, self, run)
  }
}

/// Walks containers of the standard library.
private final class ContainerReader<Container: ContainerType>: TypeReader<Container> {
  override func read(_ index: Int, _ run: FastPass) throws -> Container {
    try Container.readFast(index, self, run)
  }
}

extension TypeInfo {
  /// Makes the reader of this type at a place.
  func reader<Value: Decodable>(_ type: Value.Type, at shape: ShapeNode) -> TypeReader<Value> {
    func leaf<Leaf: LeafType>(_ type: Leaf.Type) -> TypePlace {
      LeafReader<Leaf>(shape, self)
    }
    func container<Container: ContainerType>(_ type: Container.Type) -> TypePlace {
      ContainerReader<Container>(shape, self)
    }
    let made: TypePlace? =
      switch decoding {
      case .leaf(let known): leaf(known)
      case .container(let known): container(known)
      case .date, .initializer: nil
      }
    return made?.asReader(of: type) ?? TypeReader<Value>(shape, self)
  }
}
