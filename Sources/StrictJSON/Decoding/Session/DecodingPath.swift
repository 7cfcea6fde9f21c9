/// The way from the root of a document to the value that is being decoded.
///
/// A linked list, so that a step down costs one small object and no array is copied.
final class DecodingPath {
  enum Step {
    case root
    case member(any CodingKey)
    /// An entry of a dictionary; the name is the one in the document.
    case mapValue(any CodingKey, name: String)
    case element(Int)
  }

  let parent: DecodingPath?
  let step: Step
  let shape: ShapeNode

  /// The property of the nearest keyed request above; elements of an array inherit it.
  let owner: DecodingOwner?

  init(root shape: ShapeNode) {
    parent = nil
    step = .root
    self.shape = shape
    owner = nil
  }

  private init(parent: DecodingPath, step: Step, shape: ShapeNode, owner: DecodingOwner?) {
    self.parent = parent
    self.step = step
    self.shape = shape
    self.owner = owner
  }

  func member(_ key: any CodingKey, _ shape: ShapeNode) -> DecodingPath {
    DecodingPath(parent: self, step: .member(key), shape: shape, owner: shape.read?.owner ?? owner)
  }

  func mapValue(_ key: any CodingKey, name: String) -> DecodingPath {
    below(.mapValue(key, name: name), shape.child(.values))
  }

  func element(_ index: Int) -> DecodingPath { below(.element(index), shape.child(.elements)) }

  /// The path to an element or to an entry of a dictionary, whose place is known.
  func below(_ step: Step, _ shape: ShapeNode) -> DecodingPath {
    DecodingPath(parent: self, step: step, shape: shape, owner: owner)
  }

  /// The path as `Decoder` shows it to a type.
  var codingPath: [any CodingKey] {
    var keys: [any CodingKey] = []
    var current: DecodingPath? = self
    while let path = current {
      switch path.step {
      case .root: break
      case .member(let key), .mapValue(let key, _): keys.append(key)
      case .element(let index): keys.append(IndexKey(index))
      }
      current = path.parent
    }
    return keys.reversed()
  }

  var pointer: JSONPointer {
    var tokens: [String] = []
    var current: DecodingPath? = self
    while let path = current {
      switch path.step {
      case .root: break
      case .member(let key): tokens.append(path.shape.memberName ?? key.stringValue)
      case .mapValue(_, let name): tokens.append(name)
      case .element(let index): tokens.append(String(index))
      }
      current = path.parent
    }
    return JSONPointer(tokens: tokens.reversed())
  }
}

/// The key of an element of an array.
struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { self.init(intValue) }

  var stringValue: String { "Index \(index)" }
  var intValue: Int? { index }
}

/// The key of a member, by its name only.
struct NameKey: CodingKey {
  let stringValue: String

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }

  var intValue: Int? { nil }
}

/// The key of an entry of a dictionary, which may also be taken as a number.
struct DictionaryKey: CodingKey {
  let stringValue: String

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(String(intValue)) }

  var intValue: Int? { Int(stringValue) }
}
