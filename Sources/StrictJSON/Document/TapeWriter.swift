#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes the entries of a tape into memory that was made for them before.
///
/// `Array.append` asks each time whether the array is shared and whether it is full, and keeps its
/// count in memory. A writer is a local variable of the scanner's loop, so its count is in a
/// register; the one question left is whether there is room. The unsafe code of it is all here.
@safe struct TapeWriter {
  private let entries: UnsafeMutablePointer<JSONTapeEntry>

  /// The number of entries that there is memory for.
  let capacity: Int

  /// The number of entries that are written.
  private(set) var count: Int

  fileprivate init(_ memory: UnsafeMutableBufferPointer<JSONTapeEntry>, count: Int) {
    // The memory has room for one entry at least, so it has an address.
    unsafe entries = memory.baseAddress.unsafelyUnwrapped
    capacity = memory.count
    self.count = count
  }

  /// Writes an entry behind the last.
  @inline(__always)
  mutating func append(_ entry: JSONTapeEntry) {
    precondition(count < capacity)
    unsafe (entries + count).initialize(to: entry)
    count &+= 1
  }

  /// Writes the entry of a scalar, or of a key.
  @inline(__always)
  mutating func append(
    _ kind: JSONKind, from start: Int, to end: Int, _ flags: JSONTapeEntry.Flags = .none
  ) {
    append(JSONTapeEntry(kind: kind, flags: flags, offset: start, end: end, next: count &+ 1))
  }

  /// Writes the entry of a key that was predicted, in the gap that begins at an offset.
  @inline(__always)
  mutating func append(_ key: KeyPredictor.Key, at gap: Int) {
    append(
      JSONTapeEntry(
        info: key.info, offset: gap &+ Int(key.start), end: gap &+ Int(key.end), next: count &+ 1))
  }

  /// Keeps what is known of the children of an open container until it is the innermost one again.
  @inline(__always)
  func suspend(_ index: Int, _ count: Int, _ place: Int) {
    let entry = self[index]
    self[index] = JSONTapeEntry(
      kind: entry.kind, offset: Int(entry.offset), end: Int(entry.end), next: count, count: place)
  }

  /// An entry that is written.
  @inline(__always)
  subscript(index: Int) -> JSONTapeEntry {
    get {
      precondition(index >= 0 && index < count)
      return unsafe entries[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < count)
      unsafe entries[index] = newValue
    }
  }
}

extension JSONTape {
  /// Replaces all entries by those that are written.
  ///
  /// `write` is called with memory of at least the capacity, and as long as it returns false with
  /// more, in which all is that it wrote so far.
  mutating func rewrite(
    capacity: Int, _ write: (inout TapeWriter) throws(JSONSyntaxError) -> Bool
  ) throws(JSONSyntaxError) {
    removeAll(keepingCapacity: true)
    var isDone = try fill(behind: [], capacity: Swift.max(capacity, self.capacity), write)
    while !isDone {
      let written = self
      self = []
      isDone = try fill(behind: written, capacity: 2 * written.capacity, write)
    }
  }

  /// Writes into an empty tape, behind entries that are copied.
  private mutating func fill(
    behind written: JSONTape, capacity: Int,
    _ write: (inout TapeWriter) throws(JSONSyntaxError) -> Bool
  ) throws(JSONSyntaxError) -> Bool {
    var isDone = false
    try append(addingCapacity: capacity) { span throws(JSONSyntaxError) in
      for entry in written { span.append(entry) }
      try unsafe span.withUnsafeMutableBufferPointer { memory, count throws(JSONSyntaxError) in
        unsafe LargePages.prefer(for: UnsafeMutableRawBufferPointer(memory))
        var writer = unsafe TapeWriter(memory, count: count)
        defer { count = writer.count }
        isDone = try write(&writer)
      }
    }
    return isDone
  }
}

/// Memory in large pages.
private enum LargePages {
  /// Asks the system for large pages under memory that was not written to yet.
  ///
  /// The first write to each page of 4 KiB stops in the kernel, which took a fifth of the time of a
  /// long document. Smaller memory is kept by the C library for the next document, so there it is
  /// not worth a call. Apple's platforms choose the size of pages themselves.
  @inline(never)
  static func prefer(for memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard memory.count >= 32 << 20, let base = memory.baseAddress else { return }
      let page = 4096
      let start = unsafe base.alignedUp(toMultipleOf: page)
      let end = unsafe (base + memory.count).alignedDown(toMultipleOf: page)
      // Where the system refuses, all goes on with small pages.
      _ = unsafe madvise(start, end - start, MADV_HUGEPAGE)
    #endif
  }
}
