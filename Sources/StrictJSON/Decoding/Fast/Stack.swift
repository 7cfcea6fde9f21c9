/// A list for a fast pass, which grows at its end and is cut there.
///
/// An array would be checked for other owners at each write, and a stored array for overlapping
/// accesses at each use. A list that is a constant of its owner spares both: only its bounds are
/// checked.
@safe final class Stack<Element> {
  private var memory: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 0) {
    self.capacity = max(capacity, 8)
    unsafe memory = .allocate(capacity: self.capacity)
  }

  convenience init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    for _ in 0..<count { append(element) }
  }

  deinit {
    unsafe memory.deinitialize(count: count)
    unsafe memory.deallocate()
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe memory[index]
    }
    @inline(__always) set {
      precondition(index >= 0 && index < count)
      unsafe memory[index] = newValue
    }
  }

  @inline(__always)
  func append(_ element: Element) {
    if count == capacity { grow(to: count &* 2) }
    unsafe (memory + count).initialize(to: element)
    count &+= 1
  }

  /// Takes the last element away; nil where there is none.
  @inline(__always)
  func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return unsafe (memory + count).move()
  }

  /// Makes all elements the same one.
  @inline(__always)
  func fill(_ element: Element, count newCount: Int) {
    cut(to: 0)
    if newCount > capacity { grow(to: newCount &* 2) }
    unsafe memory.initialize(repeating: element, count: newCount)
    count = newCount
  }

  /// Takes away the elements behind the first ones.
  @inline(__always)
  func cut(to newCount: Int) {
    precondition(newCount >= 0)
    guard newCount < count else { return }
    unsafe (memory + newCount).deinitialize(count: count - newCount)
    count = newCount
  }

  /// The elements from an index on.
  func elements(from start: Int) -> [Element] {
    precondition(start >= 0 && start <= count)
    return unsafe Array(UnsafeBufferPointer(start: memory + start, count: count - start))
  }

  /// Moves the elements from an index on to the end of an array.
  func move(from start: Int, to array: inout [Element]) {
    precondition(start >= 0 && start <= count)
    unsafe array.append(
      contentsOf: UnsafeBufferPointer(start: memory + start, count: count - start))
    cut(to: start)
  }

  private func grow(to newCapacity: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    unsafe larger.moveInitialize(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = larger
    capacity = newCapacity
  }
}

extension Stack where Element: Equatable {
  /// Whether the elements are those of an array.
  func isEqual(to other: [Element]) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
