import Foundation
import StrictJSON
import WireDates

/// The rules that few values have to keep.
extension QuickCheck {
  /// Whether a value keeps a rule.
  ///
  /// The rules of strings are those of which a document may have many. What the others need would
  /// make this function twice as long to enter.
  mutating func fits(_ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ place: Int, rule: Int)
    -> Bool
  {
    let entry = tape[place]
    switch program.rules[rule] {
    case .length(let bound, let limit):
      return entry.valueKind != .string || QuickText.hasLength(bytes, entry, bound, limit)
    case .table(let table):
      guard entry.valueKind == .string else { return true }
      spend(entry.content.count)
      return program.patternTables.matches(
        bytes.extracting(entry.content), isEscaped: entry.isEscaped, program.tables[table])
    case .values(let values):
      guard entry.valueKind == .string, !entry.isEscaped else {
        return isOne(of: program.values[values], program, bytes, entry)
      }
      return program.texts.find(entry.content, in: bytes, program.values[values].strings) >= 0
    default: return fits(program, bytes, tape, place, otherRule: rule)
    }
  }

  @inline(never)
  private mutating func fits(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ place: Int, otherRule rule: Int
  ) -> Bool {
    let entry = tape[place]
    switch program.rules[rule] {
    case .reference(let schema): return fits(program, bytes, tape, place, schema: schema)
    case .any(let alternatives):
      for index in alternatives
      where fits(program, bytes, tape, place, schema: program.others[index]) {
        return !isUndecided
      }
      return false
    case .count(let bound, let limit, let kind):
      guard entry.valueKind == kind else { return true }
      return entry.count.map { bound.allows($0, limit) } ?? giveUp()
    case .items(let schema, let after):
      guard entry.valueKind == .array else { return true }
      let element = behind(after, tape, place)
      return elementsFit(program, bytes, tape, from: element, to: Int(entry.next), schema: schema)
    case .prefixItems(let schemas):
      guard entry.valueKind == .array else { return true }
      var element = place + 1
      for index in schemas where element < Int(entry.next) {
        guard fits(program, bytes, tape, element, schema: program.others[index]) else {
          return false
        }
        element = Int(tape[element].next)
      }
      return true
    case .bound(let bound):
      return entry.valueKind != .number || fits(bytes, entry, bound: program.bounds[bound])
    case .numericDate(let format):
      return entry.valueKind != .number || isDate(bytes, entry, program.dates[format])
    case .length, .table, .values: return true
    case .pattern, .format, .date:
      return entry.valueKind != .string || stringFits(program, bytes, entry, program.rules[rule])
    }
  }

  // MARK: Values

  @inline(never)
  private mutating func isOne(
    of values: QuickValues, _ program: QuickProgram, _ bytes: Text, _ entry: JSONTapeEntry
  ) -> Bool {
    switch entry.valueKind {
    case .null, .bool: return values.literals & QuickValues.bit(bytes[Int(entry.offset)]) != 0
    case .string:
      spend(entry.content.count)
      let count = JSONText.unescape(bytes.extracting(entry.content), over: &meaning)
      return program.texts.find(0..<count, in: meaning.span, values.strings) >= 0
    case .number, .array, .object:
      guard values.others >= 0 else { return false }
      spend(entry.range.count)
      let text = Array(bytes.extracting(entry.range).string.utf8)
      guard let document = try? JSONDocument(text) else { return giveUp() }
      return program.otherValues[values.others].contains(CanonicalValue(document.root))
    }
  }

  /// Where an element of an array is, or the end of a shorter one.
  private func behind(_ count: Int, _ tape: Tape, _ array: Int) -> Int {
    var element = array + 1
    for _ in 0..<count where element < Int(tape[array].next) { element = Int(tape[element].next) }
    return element
  }

  // MARK: Numbers

  private func fits(_ bytes: Text, _ entry: JSONTapeEntry, bound: QuickBound) -> Bool {
    if let whole = bound.whole, !entry.isFractional,
      let number = QuickNumber.whole(bytes.extracting(entry.range))
    {
      return bound.bound.allows(number, whole)
    }
    return bound.bound.allows(DecimalNumber(bytes.extracting(entry.range).string), bound.limit)
  }

  private func isDate(_ bytes: Text, _ entry: JSONTapeEntry, _ format: DateFormat) -> Bool {
    let text = bytes.extracting(entry.range)
    guard let number = QuickNumber.whole(text).map(Double.init) ?? Double(text.string) else {
      return true
    }
    let look = DateLook(number: number)
    return look.format == format && look.problem == nil
  }

  // MARK: Strings

  private mutating func stringFits(
    _ program: QuickProgram, _ bytes: Text, _ entry: JSONTapeEntry, _ rule: QuickRule
  ) -> Bool {
    switch rule {
    case .pattern(let pattern):
      var left = work
      let isMatching = program.patterns[pattern].matchesByWays(
        QuickText.string(bytes, entry), work: &left)
      spend(work - left)
      return work > 0 ? isMatching : giveUp()
    case .format(let format, let isAsserted):
      guard isAsserted || assertsFormats else { return true }
      return QuickFormat.accepts(bytes, entry, format)
        || format.accepts(QuickText.string(bytes, entry))
    case .date(let date, let format):
      return QuickFormat.accepts(bytes, entry, date)
        || program.dates[format].date(from: QuickText.string(bytes, entry)) != nil
    default: return true
    }
  }
}
