import JSONSchema
import SchemaDrift
import StrictJSON
import WireDates

/// Finds the first places in responses that show changes of the format, in one pass for all of them.
///
/// The best place is a value that is news for the old format by itself: it has another type, or a date
/// in another format. Where there is none, any value shows the change.
struct ChangeSearch {
  private let old: Shape
  private let new: Shape?
  private var wanted: [Wanted] = []

  /// A change that has no place yet.
  private struct Wanted {
    let change: Change
    let number: Int
    let path: ShapePath
    /// Whether a value that is news by itself may be there.
    let mayHaveNews: Bool
    /// Whether any value has the place meanwhile.
    var hasPlace = false
  }

  /// Makes a search for changes between two formats; the new one is nil where it is not known.
  init(old: Shape, new: Shape?) {
    self.old = old
    self.new = new
  }

  /// Adds a change, by a number.
  mutating func add(_ change: Change, number: Int) {
    let shape = change.to == nil ? old : new
    guard let place = change.to ?? change.from else { return }
    let path = change.slots == nil ? place : place.withFirstSlots(of: shape ?? old)
    wanted.append(
      Wanted(
        change: change, number: number, path: path, mayHaveNews: mayHaveNews(change, at: path)))
  }

  /// Reads responses until all places are found; `place` gets the better place of a change last.
  mutating func run(
    in responses: ReadingSource,
    place: (Int, ResponseReading, Range<Int>, JSONPointer) -> Void
  ) {
    guard !wanted.isEmpty else { return }
    responses.forEachReadable { reading in
      guard let document = reading.document else { return true }
      for index in wanted.indices.reversed() {
        let entry = wanted[index]
        if let (range, pointer) = news(entry, in: document) {
          place(entry.number, reading, range, pointer)
          wanted.remove(at: index)
        } else if !entry.hasPlace,
          let value = entry.path.first(
            in: document, where: { !$0.isNull || entry.change.kind == .added })
        {
          place(entry.number, reading, value.byteRange, value.pointer)
          if entry.mayHaveNews { wanted[index].hasPlace = true } else { wanted.remove(at: index) }
        }
      }
      return !wanted.isEmpty
    }
  }

  private func isAbsence(_ change: Change) -> Bool {
    change.rule == .keyRemoved || change.rule == .becameOptional
  }

  private func isNull(_ change: Change) -> Bool {
    change.rule == .becameNullable || change.rule == .becameAlwaysNull
  }

  /// Whether the new format has what is news for the old one; without it no response need be read for it.
  private func mayHaveNews(_ change: Change, at path: ShapePath) -> Bool {
    guard let new, !isAbsence(change), !isNull(change), change.rule != .becameEmpty,
      let known = old.shape(at: path),
      let now = new.shape(at: path), !known.types.isEmpty
    else { return true }
    let isKnown = now.types.allSatisfy { known.knows($0) }
    return !isKnown || known.dateFormat != nil && known.dateFormat != now.dateFormat
  }

  /// The first value of a document that shows the change by itself.
  private func news(_ entry: Wanted, in document: JSONDocument) -> (Range<Int>, JSONPointer)? {
    if isAbsence(entry.change) { return lack(entry, in: document) }
    if entry.change.rule == .becameEmpty {
      let value = entry.path.first(in: document) { $0.isNothing }
      return value.map { ($0.byteRange, $0.pointer) } ?? lack(entry, in: document)
    }
    guard entry.mayHaveNews else { return nil }
    let wantsNull = isNull(entry.change)
    let known = wantsNull ? nil : old.shape(at: entry.path)
    let value = entry.path.first(in: document) {
      $0.isNull == wantsNull && known?.isNews($0) ?? true
    }
    return value.map { ($0.byteRange, $0.pointer) }
  }

  /// The first object of a document that has no value at the place.
  private func lack(_ entry: Wanted, in document: JSONDocument) -> (Range<Int>, JSONPointer)? {
    guard let lack = entry.path.firstLack(in: document) else { return nil }
    let offset = lack.object.offset
    return (offset..<offset + 1, lack.object.pointer.appending(lack.key))
  }
}

extension JSONValue {
  /// Whether the value is null, or has nothing in it.
  fileprivate var isNothing: Bool {
    switch kind {
    case .null: true
    case .array, .object: count == 0
    case .string: string.map { $0.allSatisfy(\.isWhitespace) } ?? false
    case .bool, .number: false
    }
  }
}

extension Shape {
  /// Whether values of a type are known.
  fileprivate func knows(_ type: JSONType) -> Bool {
    types.contains(type) || type == .integer && types.contains(.number)
  }

  /// Whether a value has a type or a date format that the shape does not know.
  fileprivate func isNews(_ value: JSONValue) -> Bool {
    let isKnown = types.isEmpty || knows(JSONType(of: value))
    guard isKnown, let dateFormat else { return !isKnown }
    if let text = value.string { return dateFormat.date(from: text) == nil }
    return false
  }
}
