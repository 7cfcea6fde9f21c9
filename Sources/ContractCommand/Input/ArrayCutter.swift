import ContractTesting
import StrictJSON

/// Takes elements out of the long arrays of a document while it is read, so that no more than a part of it is
/// in memory.
///
/// Arrays are cut that are in no other one: the document itself, or what members lead to. The first elements
/// stay, and those behind the last part, so that a fault such as a comma too many is one of the rest as well.
///
///     the document    {"meals": [{"id": 1}, …, {"id": 16}, {"id": 17}, …, {"id": 99}], "count": 99}
///
///     parts           [{"id": 17}, …]   […]   […, {"id": 97}]
///     the rest        {"meals": [{"id": 1}, …, {"id": 16}, {"id": 98}, {"id": 99}], "count": 99}
///
/// Only strings, brackets and commas are looked at. Whether the text is JSON is for whoever reads the parts
/// and the rest: each fault of the whole is one of these.
struct ArrayCutter {
  /// The elements that stay at the beginning of each array.
  static let keptElements = 16

  /// An array of the rest from which elements were taken.
  struct CutArray {
    /// Where the array begins in the rest.
    let offset: Int
    /// Where the elements were in the rest.
    var gap = 0
    /// The place in the document of what follows the gap.
    var end: TextPieces.Origin
    /// The number of elements that were taken, and of those that are left behind the gap.
    var taken = 0
    var left = 0
  }

  /// Some elements, as an array of their own.
  struct Part {
    /// The array, from its bracket on.
    let bytes: [UInt8]
    /// The number of elements, if it has no fault.
    let count: Int
    /// The place in the document of what follows the opening bracket.
    let origin: TextPieces.Origin
    /// The position of the first element in its array.
    let position: Int
    /// The number of the array among those that are cut, and where the part was in the rest.
    let array: Int
    let gap: Int
    /// The brackets that are open in the document where the array is, its own included.
    let depth: Int
  }

  /// What is left of the document.
  private(set) var rest: [UInt8] = []

  /// The arrays from which elements were taken, in their order.
  private(set) var arrays: [CutArray] = []

  private let partSize: Int

  private var part: [UInt8] = []
  private var partOrigin: TextPieces.Origin
  private var partCount = 0

  // Where the scan is.
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// The depth of the array that is looked at, which is in no other one; 0 outside of arrays.
  private var arrayDepth = 0
  private var arrayStart = 0
  private var elements = 0
  private var isTaking = false

  init(partSize: Int) {
    self.partSize = partSize
    partOrigin = TextPieces.Origin(offset: 0, location: SourceLocation(line: 1, column: 1))
  }

  /// Adds the next bytes of the document; `take` gets each part that is full.
  mutating func add(_ bytes: [UInt8], count: Int, _ take: (Part) throws -> Void) rethrows {
    let text = bytes.span
    var runStart = 0
    var index = 0
    while index < count {
      if isInString {
        skipString(text, &index, count)
        continue
      }
      switch text[index] {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "\n"):
        line += 1
        lineStart = offset + index + 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "["):
        depth += 1
        if arrayDepth == 0 {
          arrayDepth = depth
          arrayStart = rest.count + index - runStart
          elements = 0
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == arrayDepth {
          if isTaking {
            part.append(contentsOf: bytes[runStart..<index])
            runStart = index
            endArray()
          }
          arrayDepth = 0
        }
        depth -= 1
      case UInt8(ascii: ","):
        if depth == arrayDepth, depth > 0 {
          try addComma(bytes, at: index, &runStart, take)
        }
      default: break
      }
      index += 1
    }
    if isTaking {
      part.append(contentsOf: bytes[runStart..<count])
    } else {
      rest.append(contentsOf: bytes[runStart..<count])
    }
    offset += count
  }

  /// Ends the document, whatever is open; what was not taken belongs to the rest.
  mutating func end() { if isTaking { endArray() } }

  /// Goes to the end of a string, or of the text.
  private mutating func skipString(_ text: Span<UInt8>, _ index: inout Int, _ count: Int) {
    if isEscaped {
      isEscaped = false
      index += 1
    }
    while index < count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        isInString = false
        return
      }
      if byte == UInt8(ascii: "\\") {
        guard index < count else {
          isEscaped = true
          return
        }
        index += 1
      }
    }
  }

  /// Counts an element that ends; the text from `runStart` on is nowhere yet.
  private mutating func addComma(
    _ bytes: [UInt8], at index: Int, _ runStart: inout Int, _ take: (Part) throws -> Void
  ) rethrows {
    elements += 1
    guard isTaking else {
      guard elements == Self.keptElements else { return }
      rest.append(contentsOf: bytes[runStart...index])
      runStart = index + 1
      isTaking = true
      arrays.append(CutArray(offset: arrayStart, end: partOrigin))
      beginPart(behind: index)
      return
    }
    partCount += 1
    guard part.count + index - runStart >= partSize else { return }
    part.append(contentsOf: bytes[runStart..<index])
    part.append(UInt8(ascii: "]"))
    runStart = index + 1
    try take(
      Part(
        bytes: part, count: partCount, origin: partOrigin, position: elements - partCount,
        array: arrays.count - 1, gap: rest.count, depth: arrayDepth))
    arrays[arrays.count - 1].taken += partCount
    beginPart(behind: index)
  }

  private mutating func beginPart(behind index: Int) {
    part.removeAll(keepingCapacity: true)
    part.append(UInt8(ascii: "["))
    partCount = 0
    let start = offset + index + 1
    partOrigin = TextPieces.Origin(
      offset: start, location: SourceLocation(line: line, column: start - lineStart + 1))
  }

  /// Adds to the rest what was not taken of an array.
  private mutating func endArray() {
    isTaking = false
    guard var array = arrays.popLast() else { return }
    array.gap = rest.count
    array.end = partOrigin
    array.left = partCount + 1
    rest.append(contentsOf: part.dropFirst())
    if array.taken > 0 { arrays.append(array) }
  }
}
