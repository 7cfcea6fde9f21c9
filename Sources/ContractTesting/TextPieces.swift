package import StrictJSON

/// Where the pieces of a text stand in the longer one that they were taken from.
///
/// Of a document too long to be held, a comparison keeps the beginning, some elements of its long arrays, and
/// the end. A finding in that text is reported with its place in the whole one.
///
///     the whole           {"meals": [{"id": 1}, … , {"id": 70}, … , {"id": 99}]}
///     what is kept        {"meals": [{"id": 1}, {"id": 70}, {"id": 99}]}
///
///     pieces              0 → 0    22 → 8210    33 → 9400
///     elements of /meals  1 → 69    2 → 98
package struct TextPieces: Sendable {
  /// A place in the whole text.
  package struct Origin: Sendable, Hashable {
    /// The byte, counted from 0.
    package let offset: Int

    /// The line and the column.
    package let location: SourceLocation

    package init(offset: Int, location: SourceLocation) {
      self.offset = offset
      self.location = location
    }
  }

  private struct Piece {
    let offset: Int
    let origin: Origin
  }

  /// An array that has other positions in the whole text.
  private struct MovedArray {
    let pointer: JSONPointer
    /// The position in the whole text of each element from the first moved one on.
    let positions: [Int]
    let firstMoved: Int
  }

  private var pieces: [Piece] = []
  private var arrays: [MovedArray] = []

  package init() {}

  /// Adds a piece behind the others, which begins at a byte of the text.
  package mutating func add(at offset: Int, from origin: Origin) {
    pieces.append(Piece(offset: offset, origin: origin))
  }

  /// Notes where the elements of an array stand in the whole one, from the first one that moved on.
  package mutating func move(elementsOf array: JSONPointer, from first: Int, to positions: [Int]) {
    arrays.append(MovedArray(pointer: array, positions: positions, firstMoved: first))
  }

  /// The place of a byte of the text, whose line and column in the text are known.
  func origin(of offset: Int, at location: SourceLocation, in body: [UInt8]) -> Origin {
    guard let piece = pieces.last(where: { $0.offset <= offset }) else {
      return Origin(offset: offset, location: location)
    }
    let start = SourceLocation(offset: piece.offset, in: body)
    let origin = piece.origin
    let column =
      location.line == start.line
      ? origin.location.column + location.column - start.column : location.column
    return Origin(
      offset: origin.offset + offset - piece.offset,
      location: SourceLocation(
        line: origin.location.line + location.line - start.line, column: column))
  }

  /// The pointer of a value in the whole text.
  func origin(of pointer: JSONPointer) -> JSONPointer {
    var pointer = pointer
    for array in arrays {
      let depth = array.pointer.tokens.count
      guard pointer.tokens.count > depth, pointer.tokens[..<depth] == array.pointer.tokens[...],
        let index = Int(pointer.tokens[depth]), index >= array.firstMoved,
        index - array.firstMoved < array.positions.count
      else { continue }
      pointer.tokens[depth] = String(array.positions[index - array.firstMoved])
    }
    return pointer
  }
}
