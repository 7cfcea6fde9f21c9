/// The kind of a JSON value.
public enum JSONKind: UInt8, Sendable, Hashable, CaseIterable {
  case null, bool, number, string, array, object

  /// The kind with its article, for messages: "a string", "an object", "null".
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A value in a document: a view, which copies nothing.
public struct JSONValue: Sendable {
  let storage: JSONStorage
  let index: Int

  var entry: JSONTapeEntry { storage.tape[index] }

  /// The kind of the value.
  public var kind: JSONKind { entry.kind }

  /// Whether the value is `null`.
  public var isNull: Bool { entry.kind == .null }

  /// The boolean; nil for what is none.
  public var bool: Bool? {
    guard entry.kind == .bool else { return nil }
    return storage.bytes[Int(entry.offset)] == UInt8(ascii: "t")
  }

  /// The text of the number, exactly as written; nil for what is no number.
  public var numberText: String? { entry.kind == .number ? source : nil }

  /// The characters of the string; nil for what is none.
  ///
  /// A surrogate escape that has no partner is read as U+FFFD; see ``hasLoneSurrogate``.
  public var string: String? {
    let entry = self.entry
    guard entry.kind == .string else { return nil }
    return JSONText.string(entry, in: storage.bytes)
  }

  /// Whether the string holds a surrogate escape without its partner (RFC 8259 section 8.2).
  public var hasLoneSurrogate: Bool { entry.flags.contains(.loneSurrogate) }

  /// The number of elements or members; 0 for a scalar.
  public var count: Int {
    let entry = self.entry
    switch entry.kind {
    case .array: return entry.count ?? elements.reduce(into: 0) { count, _ in count += 1 }
    case .object: return entry.count ?? members.reduce(into: 0) { count, _ in count += 1 }
    case .null, .bool, .number, .string: return 0
    }
  }

  /// The elements of an array; none for what is no array.
  public var elements: JSONElements { JSONElements(container: self) }

  /// The members of an object, in order, duplicates included; none for what is no object.
  public var members: JSONMembers { JSONMembers(container: self) }

  /// Finds the value of the first member of a name.
  ///
  /// Names are compared as JSON parsers in Swift compare them: by canonical equivalence.
  public subscript(key: String) -> JSONValue? {
    guard entry.kind == .object else { return nil }
    return storage.member(named: key, of: index)
  }

  /// Finds an element by its index, counted from 0.
  public subscript(position: Int) -> JSONValue? {
    guard position >= 0, entry.kind == .array else { return nil }
    return storage.element(position, of: index)
  }

  /// Where the value begins, in bytes from the beginning of the document.
  public var offset: Int { Int(entry.offset) }

  /// Where the value is in the document, in bytes.
  public var byteRange: Range<Int> { Int(entry.offset)..<Int(entry.end) }

  /// The text of the value as it is written.
  public var source: String { String(decoding: storage.bytes[byteRange], as: UTF8.self) }

  /// The line and column where the value begins.
  public var location: SourceLocation { storage.location(atOffset: offset) }
}

extension JSONValue {
  /// A `null` of no document, for a value that is not there.
  static let null = JSONValue(
    storage: JSONStorage(
      bytes: Array("null".utf8), tape: [JSONTapeEntry(kind: .null, offset: 0, end: 4, next: 1)]),
    index: 0)

  /// The first key of the object that is no Unicode text; nil where all are.
  var keyWithLoneSurrogate: String? {
    guard storage.hasLoneSurrogate, kind == .object else { return nil }
    var key = index + 1
    while key < Int(entry.next) {
      let name = JSONValue(storage: storage, index: key)
      if name.hasLoneSurrogate { return name.string }
      key = Int(storage.tape[key + 1].next)
    }
    return nil
  }
}

/// A member of an object.
public struct JSONMember: Sendable {
  /// The name, without quotes and escapes.
  public let key: String

  /// Where the name begins, in bytes, at its opening quote.
  public let keyOffset: Int

  /// The value.
  public let value: JSONValue
}

/// The elements of an array.
public struct JSONElements: Sequence, Sendable {
  let container: JSONValue

  /// Makes an iterator.
  public func makeIterator() -> Iterator { Iterator(container) }

  /// Walks the elements from the first to the last.
  public struct Iterator: IteratorProtocol, Sendable {
    private let storage: JSONStorage
    private var index: Int
    private let end: Int

    init(_ container: JSONValue) {
      storage = container.storage
      index = container.index + 1
      end = container.kind == .array ? Int(container.entry.next) : index
    }

    /// Returns the next element; nil behind the last.
    public mutating func next() -> JSONValue? {
      guard index < end else { return nil }
      defer { index = Int(storage.tape[index].next) }
      return JSONValue(storage: storage, index: index)
    }
  }
}

/// The members of an object.
public struct JSONMembers: Sequence, Sendable {
  let container: JSONValue

  /// Makes an iterator.
  public func makeIterator() -> Iterator { Iterator(container) }

  /// Walks the members from the first to the last.
  public struct Iterator: IteratorProtocol, Sendable {
    private let storage: JSONStorage
    private var index: Int
    private let end: Int

    init(_ container: JSONValue) {
      storage = container.storage
      index = container.index + 1
      end = container.kind == .object ? Int(container.entry.next) : index
    }

    /// Returns the next member; nil behind the last.
    public mutating func next() -> JSONMember? {
      guard index < end else { return nil }
      let key = JSONValue(storage: storage, index: index)
      let value = JSONValue(storage: storage, index: index + 1)
      index = Int(storage.tape[index + 1].next)
      return JSONMember(key: key.string ?? "", keyOffset: key.offset, value: value)
    }
  }
}
