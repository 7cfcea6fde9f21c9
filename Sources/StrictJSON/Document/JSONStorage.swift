import Synchronization

/// What a document and all the views into it share.
final class JSONStorage: Sendable {
  let bytes: [UInt8]
  let tape: JSONTape

  /// Whether any string or key holds a surrogate escape without its partner.
  let hasLoneSurrogate: Bool

  /// Where each line begins; made when the first position is asked for.
  private let lineStarts = Mutex<[Int]>([])

  /// Where the elements of each array stand on the tape that was asked for one far behind.
  private let elementIndices = Mutex<[Int: [UInt32]]>([:])

  /// The position from which on an element is looked up and not walked to.
  private static let farPosition = 32

  /// What is known of the objects that were asked for members far behind.
  private let memberIndices = Mutex<[Int: FarMembers]>([:])

  /// The members of a wide object: how often one far behind was asked for, and then all of them.
  private struct FarMembers {
    var walks = 0
    var indices: [String: UInt32] = [:]
  }

  /// An object with fewer members is always walked.
  private static let fewestMembersToIndex = 256

  /// The number of walks that cost as much as a table of all members.
  private static let walksBeforeIndex = 8

  init(bytes: [UInt8], tape: JSONTape, hasLoneSurrogate: Bool = false) {
    self.bytes = bytes
    self.tape = tape
    self.hasLoneSurrogate = hasLoneSurrogate
  }

  /// Whether two keys of an object may be the same, from hashes of their bytes.
  ///
  /// Keys with escapes or beyond ASCII may be the same though their bytes are not. `hashes` is
  /// memory for the hashes, to be used again.
  static func mayHaveDuplicates(
    _ object: Int, _ tape: JSONTape, _ bytes: [UInt8], _ hashes: inout [UInt64]
  ) -> Bool {
    hashes.removeAll(keepingCapacity: true)
    let end = Int(tape[object].next)
    var key = object + 1
    while key < end {
      let entry = tape[key]
      if entry.flags.isSpelledFreely { return true }
      var hash = FNVHash()
      for position in Int(entry.offset)..<Int(entry.end) { hash.add(UInt64(bytes[position])) }
      hashes.append(hash.value)
      key = Int(tape[key + 1].next)
    }
    hashes.sort()
    for index in hashes.indices.dropFirst() where hashes[index] == hashes[index - 1] {
      return true
    }
    return false
  }

  /// Finds the element of an array; nil where it is shorter.
  ///
  /// Pointers into a long array come in numbers, so walking to each would be quadratic.
  func element(_ position: Int, of array: Int) -> JSONValue? {
    if position < Self.farPosition {
      var index = array + 1
      let end = Int(tape[array].next)
      for _ in 0..<position where index < end { index = Int(tape[index].next) }
      return index < end ? JSONValue(storage: self, index: index) : nil
    }
    return elementIndices.withLock { known in
      let indices = known[array] ?? indicesOfElements(array)
      known[array] = indices
      return position < indices.count
        ? JSONValue(storage: self, index: Int(indices[position])) : nil
    }
  }

  private func indicesOfElements(_ array: Int) -> [UInt32] {
    var indices: [UInt32] = []
    var index = UInt32(array) + 1
    while index < tape[array].next {
      indices.append(index)
      index = tape[Int(index)].next
    }
    return indices
  }

  func location(atOffset offset: Int) -> SourceLocation {
    lineStarts.withLock { starts in
      if starts.isEmpty {
        starts = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
          starts.append(index + 1)
        }
      }
      var low = 0
      var high = starts.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= offset { low = middle } else { high = middle }
      }
      return SourceLocation(line: low + 1, column: offset - starts[low] + 1)
    }
  }
}

extension JSONStorage {
  /// Finds the value of the first member of a name in the object at a tape index.
  ///
  /// Members of a wide object come in numbers, so walking to each would be quadratic.
  func member(named name: String, of object: Int) -> JSONValue? {
    if Int(tape[object].next) - object > 2 * Self.fewestMembersToIndex, isWide(object) {
      return wideMember(named: name, of: object)
    }
    return walk(to: name, of: object)
  }

  private func isWide(_ object: Int) -> Bool {
    tape[object].count.map { $0 >= Self.fewestMembersToIndex } ?? true
  }

  private func wideMember(named name: String, of object: Int) -> JSONValue? {
    let known: UInt32?? = memberIndices.withLock { all in
      if all[object, default: FarMembers()].walks < Self.walksBeforeIndex {
        all[object, default: FarMembers()].walks += 1
        return .none
      }
      if all[object]?.indices.isEmpty == true {
        all[object]?.indices = Dictionary(
          JSONValue(storage: self, index: object).members.map { ($0.key, UInt32($0.value.index)) },
          uniquingKeysWith: { first, _ in first })
      }
      return .some(all[object]?.indices[name])
    }
    guard let known else { return walk(to: name, of: object) }
    return known.map { JSONValue(storage: self, index: Int($0)) }
  }

  private func walk(to name: String, of object: Int) -> JSONValue? {
    var wanted = name
    return wanted.withUTF8 { unsafe member(named: name, utf8: $0, of: object) }
  }

  /// Finds the value of the first member of a name, given as bytes too.
  ///
  /// Most keys are plain ASCII and are compared byte by byte. The others are compared as strings,
  /// where `é` in one scalar equals `é` in two.
  private func member(
    named name: String, utf8: UnsafeBufferPointer<UInt8>, of object: Int
  ) -> JSONValue? {
    let isASCII = name.isASCII
    let end = Int(tape[object].next)
    var index = object + 1
    while index < end {
      let key = tape[index]
      let isPlain = isASCII && !key.flags.isSpelledFreely
      if isPlain
        ? unsafe isEqual(key, utf8) : JSONValue(storage: self, index: index).string == name
      {
        return JSONValue(storage: self, index: index + 1)
      }
      index = Int(tape[index + 1].next)
    }
    return nil
  }

  private func isEqual(_ key: JSONTapeEntry, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = Int(key.offset) + 1
    guard Int(key.end) - 1 - start == utf8.count else { return false }
    var index = 0
    while index < utf8.count {
      guard unsafe bytes[start + index] == utf8[index] else { return false }
      index += 1
    }
    return true
  }
}
