import Foundation
import StrictJSON
import WireDates

/// The rules that few schemas have.
extension QuickCheck {
  mutating func fits(_ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ place: Int, rule: Int)
    -> Bool
  {
    switch program.rules[rule] {
    case .reference(let schema): return fits(program, bytes, tape, place, schema: schema)
    case .values(let values): return isOne(of: program.values[values], bytes, tape[place])
    case .bound(let bound):
      let entry = tape[place]
      return entry.valueKind != .number || fits(bytes, entry, bound: program.bounds[bound])
    case .format(let format, let isAsserted):
      let entry = tape[place]
      guard isAsserted || assertsFormats else { return true }
      return entry.valueKind != .string || QuickFormat.accepts(bytes, entry, format)
        || format.accepts(QuickText.string(bytes, entry))
    case .date(let date, let keyword):
      let entry = tape[place]
      return entry.valueKind != .string || QuickFormat.accepts(bytes, entry, date)
        || stringFits(bytes, entry, program.keywords[keyword])
    case .keyword(let keyword):
      return fits(program, bytes, tape, place, keyword: program.keywords[keyword])
    }
  }

  private func fits(_ bytes: Text, _ entry: JSONTapeEntry, bound: QuickBound) -> Bool {
    if let whole = bound.whole, !entry.isFractional,
      let number = QuickNumber.whole(bytes.extracting(entry.range))
    {
      return bound.bound.allows(number, whole)
    }
    return bound.bound.allows(DecimalNumber(bytes.extracting(entry.range).string), bound.limit)
  }

  private mutating func fits(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, keyword: Keyword
  ) -> Bool {
    switch tape[index].valueKind {
    case .null, .bool: break
    case .number:
      guard numberFits(bytes, tape[index], keyword) else { return false }
    case .string:
      guard stringFits(bytes, tape[index], keyword) else { return false }
    case .array:
      guard arrayFits(program, bytes, tape, index, keyword) else { return false }
    case .object:
      guard objectFits(program, bytes, tape, index, keyword) else { return false }
    }
    return combinationFits(program, bytes, tape, index, keyword)
  }

  private mutating func isOne(
    of values: QuickValues, _ bytes: Text, _ entry: JSONTapeEntry
  ) -> Bool {
    spend(entry.range.count)
    switch entry.valueKind {
    case .null, .bool, .string:
      let text = bytes.extracting(entry.range)
      for other in values.texts
      where other.count == text.count && QuickText.equal(text, other.span, from: 0, after: 0) {
        return true
      }
      if !entry.isEscaped { return false }
    case .number, .array, .object: break
    }
    return canonical(bytes, entry).map(values.values.contains) ?? giveUp()
  }

  /// The value in a form that can be compared; nil where it cannot be read by itself.
  private func canonical(_ bytes: Text, _ entry: JSONTapeEntry) -> CanonicalValue? {
    let text = Array(bytes.extracting(entry.range).string.utf8)
    return (try? JSONDocument(text)).map { CanonicalValue($0.root) }
  }

  // MARK: Combinations

  private mutating func combinationFits(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, _ keyword: Keyword
  ) -> Bool {
    switch keyword {
    case .any(let schemas):
      for schema in schemas where fits(program, bytes, tape, index, schema: schema) {
        return !isUndecided
      }
      return false
    case .exactlyOne(let schemas):
      var count = 0
      for schema in schemas where fits(program, bytes, tape, index, schema: schema) { count += 1 }
      return count == 1 && !isUndecided
    case .not(let schema):
      return !fits(program, bytes, tape, index, schema: schema) && !isUndecided
    case .condition(let schema, let then, let otherwise):
      let next = fits(program, bytes, tape, index, schema: schema) ? then : otherwise
      guard !isUndecided else { return false }
      return next.map { fits(program, bytes, tape, index, schema: $0) } ?? true
    default: return true
    }
  }

  // MARK: Scalars

  private func numberFits(_ bytes: Text, _ entry: JSONTapeEntry, _ keyword: Keyword) -> Bool {
    switch keyword {
    case .multiple(let divisor, _):
      return DecimalNumber(bytes.extracting(entry.range).string).isMultiple(of: divisor)
    case .dateFormat(let format, isAsserted: true) where format.isNumeric:
      let text = bytes.extracting(entry.range)
      let whole = QuickNumber.whole(text).map { Double($0) }
      guard let number = whole ?? Double(text.string) else { return true }
      let look = DateLook(number: number)
      return look.format == format && look.problem == nil
    default: return true
    }
  }

  private mutating func stringFits(
    _ bytes: Text, _ entry: JSONTapeEntry, _ keyword: Keyword
  ) -> Bool {
    switch keyword {
    case .length(let bound, let limit):
      return bound.allows(length(bytes, entry), limit)
    case .pattern(let pattern):
      var left = work
      let isMatching = pattern.matches(QuickText.string(bytes, entry), work: &left)
      spend(work - left)
      return work > 0 ? isMatching : giveUp()
    case .dateFormat(let format, isAsserted: true) where !format.isNumeric:
      return format.date(from: QuickText.string(bytes, entry)) != nil
    default: return true
    }
  }

  /// The number of code points of a string.
  private func length(_ bytes: Text, _ entry: JSONTapeEntry) -> Int {
    if entry.isEscaped { return QuickText.string(bytes, entry).unicodeScalars.count }
    guard entry.isBeyondASCII else { return entry.content.count }
    var length = 0
    for index in entry.content where bytes[index] & 0xC0 != 0x80 { length += 1 }
    return length
  }

  // MARK: Arrays

  private mutating func arrayFits(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, _ keyword: Keyword
  ) -> Bool {
    switch keyword {
    case .itemCount(let bound, let limit):
      return bound.allows(children(tape, index).count, limit)
    case .items(let schema, let after):
      for element in children(tape, index).dropFirst(after)
      where !fits(program, bytes, tape, element, schema: schema) { return false }
    case .prefixItems(let schemas):
      for (element, schema) in zip(children(tape, index), schemas)
      where !fits(program, bytes, tape, element, schema: schema) { return false }
    case .contains(let schema, let minimum, let maximum):
      var count = 0
      for element in children(tape, index) where fits(program, bytes, tape, element, schema: schema)
      {
        count += 1
      }
      return count >= minimum && count <= maximum ?? Int.max && !isUndecided
    case .uniqueItems:
      let elements = children(tape, index)
      guard elements.count > 1 else { return true }
      spend(tape[index].range.count)
      var known = Set<CanonicalValue>()
      for element in elements {
        guard let value = canonical(bytes, tape[element]) else { return giveUp() }
        if !known.insert(value).inserted { return false }
      }
    default: break
    }
    return true
  }

  /// Where the elements of an array stand on the tape, or the keys of an object.
  private func children(_ tape: Tape, _ index: Int) -> [Int] {
    let isObject = tape[index].valueKind == .object
    var places: [Int] = []
    var place = index + 1
    while place < Int(tape[index].next) {
      places.append(place)
      place = Int(tape[isObject ? place + 1 : place].next)
    }
    return places
  }

  // MARK: Objects

  private mutating func objectFits(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, _ keyword: Keyword
  ) -> Bool {
    switch keyword {
    case .memberCount(let bound, let limit):
      return bound.allows(children(tape, index).count, limit)
    case .required(let names):
      return names.allSatisfy(self.names(bytes, tape, index).contains)
    case .dependentRequired(let lists):
      return dependentFit(program, bytes, tape, index, lists, [])
    case .dependentSchemas(let schemas):
      return dependentFit(program, bytes, tape, index, [:], schemas)
    case .dependencies(let lists, let schemas):
      return dependentFit(program, bytes, tape, index, lists, schemas)
    case .patternProperties(let schemas):
      for key in children(tape, index) {
        let name = QuickText.string(bytes, tape[key])
        for (pattern, schema) in schemas where matches(pattern, name) {
          if !fits(program, bytes, tape, key + 1, schema: schema) { return false }
        }
      }
      return !isUndecided
    case .additionalProperties(let schema, let except, let patterns):
      for key in children(tape, index) {
        let name = QuickText.string(bytes, tape[key])
        if except.contains(ExactText(name)) { continue }
        var isMatching = false
        for pattern in patterns where !isMatching { isMatching = matches(pattern, name) }
        if !isMatching, !fits(program, bytes, tape, key + 1, schema: schema) { return false }
      }
      return !isUndecided
    case .propertyNames(let schema):
      // A key stands on the tape as any other string.
      for key in children(tape, index) where !fits(program, bytes, tape, key, schema: schema) {
        return false
      }
    default: break
    }
    return true
  }

  private mutating func matches(_ pattern: Pattern, _ name: String) -> Bool {
    var left = work
    let isMatching = pattern.matches(name, work: &left)
    spend(work - left)
    if work <= 0 { isUndecided = true }
    return isMatching
  }

  private func names(_ bytes: Text, _ tape: Tape, _ index: Int) -> Set<ExactText> {
    Set(children(tape, index).map { ExactText(QuickText.string(bytes, tape[$0])) })
  }

  private mutating func dependentFit(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int,
    _ lists: [ExactText: [ExactText]],
    _ schemas: [(name: ExactText, schema: Int)]
  ) -> Bool {
    let names = names(bytes, tape, index)
    for (name, needed) in lists where names.contains(name) && !needed.allSatisfy(names.contains) {
      return false
    }
    for (name, schema) in schemas where names.contains(name) {
      if !fits(program, bytes, tape, index, schema: schema) { return false }
    }
    return true
  }
}
