/// Members whose names differ in a number only, such as `strIngredient1` to `strIngredient20`.
///
/// An API without lists spells a list so. Which slots are used is chance, so the slots of a family
/// share what is known of them: a slot that was null once makes them all nullable. Two families of
/// the same numbers in one object are a pair, the first of them leading: `strMeasure3` is the measure
/// of `strIngredient3`.
///
/// It is in this module because decoding reports `null-slot` and `slot-gap` itself, and contracts state
/// the same families as `x-slots`.
package struct SlotFamily: Sendable, Hashable {
  /// What a slot holds when it is not used.
  package enum Empty: String, Sendable, Hashable, CaseIterable {
    /// `""`
    case empty = ""
    /// White space, such as `" "`.
    case blank = " "
    /// `null`
    case null

    /// Takes what a slot holds; nil where that is text that is not blank, or no text at all.
    package init?(_ value: JSONValue) {
      if value.isNull {
        self = .null
      } else if value.beginsWithMark {
        return nil
      } else if let text = value.string, text.allSatisfy(\.isWhitespace) {
        self = text.isEmpty ? .empty : .blank
      } else {
        return nil
      }
    }
  }

  /// The fewest slots in a row that make a family.
  package static let fewestSlots = 3

  /// The most slots of a family; a contract that names more of them is not believed.
  package static let mostSlots = 1024

  /// The numbers from a first one to a last one; nil where they are none, or too many.
  package static func range(_ first: Int, _ last: Int) -> ClosedRange<Int>? {
    guard first <= last, case let (count, overflows) = last.subtractingReportingOverflow(first),
      !overflows, count < mostSlots
    else { return nil }
    return first...last
  }

  /// The name with `{n}` in the place of the number: `strIngredient{n}`.
  package let name: String

  /// The numbers of the slots.
  package let range: ClosedRange<Int>

  /// The name of the family whose slots belong to these one by one; nil where there is none.
  package var paired: String?

  /// What unused slots hold, as far as seen.
  package var empties: Set<Empty>

  /// What stands in front of the number; nil where the name has no mark.
  private let prefix: String?

  /// What stands behind the number.
  private let suffix: String

  /// Makes a family.
  package init(
    name: String, range: ClosedRange<Int>, paired: String? = nil, empties: Set<Empty> = []
  ) {
    self.name = name
    self.range = range
    self.paired = paired
    self.empties = empties
    // Once a family and by bytes: each null slot of each document is asked for its number.
    let (bytes, mark) = (Array(name.utf8), Array(Self.slotMark.utf8))
    let start = bytes.indices.first { bytes[$0...].starts(with: mark) }
    prefix = start.map { String(decoding: bytes[..<$0], as: UTF8.self) }
    suffix = start.map { String(decoding: bytes[($0 + mark.count)...], as: UTF8.self) } ?? ""
  }

  /// The names of the members, in the order of their numbers.
  package var memberNames: [String] { range.map(memberName) }

  /// The name of a slot.
  package func memberName(_ number: Int) -> String {
    prefix.map { $0 + String(number) + suffix } ?? name
  }

  /// The number of the slot of a name; nil where the family has none.
  package func number(of memberName: String) -> Int? {
    guard let prefix else { return nil }
    let digits = memberName.utf8.count - prefix.utf8.count - suffix.utf8.count
    guard 1...Self.mostDigits ~= digits else { return nil }
    var bytes = memberName.utf8.makeIterator()
    for byte in prefix.utf8 where byte != bytes.next() { return nil }
    var number = 0
    for place in 0..<digits {
      guard let byte = bytes.next(), 0x30...0x39 ~= byte, place > 0 || digits == 1 || byte != 0x30
      else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    for byte in suffix.utf8 where byte != bytes.next() { return nil }
    return range.contains(number) ? number : nil
  }

  /// The most digits of a number that surely fits an `Int`.
  private static let mostDigits = 18

  /// The family in words: `strIngredient1…20`.
  package var description: String { description(of: Array(range)) }

  /// Some of the slots in words: `strIngredient16…20`, or `strIngredient3, 7…9` where they have gaps.
  package func description(of numbers: [Int]) -> String {
    let runs = numbers.sorted().reduce(into: [ClosedRange<Int>]()) { runs, number in
      if let last = runs.last, number <= last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let words = runs.map { run in
      run.count == 1 ? String(run.lowerBound) : "\(run.lowerBound)…\(run.upperBound)"
    }
    return name.replacing(Self.slotMark, with: words.joined(separator: ", "), maxReplacements: 1)
  }

  /// The name of the family that a member would be a slot of; nil for a name without a number.
  package static func familyName(ofSlot memberName: String) -> String? {
    split(memberName)?.template
  }

  /// Slots in words, `strIngredient16…20`; nil where the names are not those of slots of one family.
  package static func description(ofSlots names: [String]) -> String? {
    let slots = names.compactMap(split)
    guard let first = slots.first, slots.count == names.count,
      slots.allSatisfy({ $0.template == first.template })
    else { return nil }
    let numbers = slots.map(\.number)
    guard let least = numbers.min(), let most = numbers.max() else { return nil }
    return SlotFamily(name: first.template, range: least...most).description(of: numbers)
  }

  // MARK: Detection

  /// Finds the families among the names of an object.
  package static func families(among names: [String]) -> [SlotFamily] {
    var order: [String] = []
    var numbers: [String: [Int]] = [:]
    for name in names {
      guard let (template, number) = split(name) else { continue }
      if numbers[template] == nil { order.append(template) }
      numbers[template, default: []].append(number)
    }
    var families: [SlotFamily] = []
    for template in order {
      guard let range = longestRun(numbers[template, default: []].sorted()),
        range.count >= fewestSlots
      else { continue }
      families.append(SlotFamily(name: template, range: range))
    }
    return paired(families)
  }

  /// Pairs two families of the same range, where there are no more than two of it.
  private static func paired(_ families: [SlotFamily]) -> [SlotFamily] {
    families.map { family in
      let others = families.filter { $0.range == family.range && $0.name != family.name }
      var family = family
      family.paired = others.count == 1 ? others[0].name : nil
      return family
    }
  }

  /// Takes the last number out of a name; nil where there is none, or it has a leading zero.
  private static func split(_ name: String) -> (template: String, number: Int)? {
    let bytes = Array(name.utf8)
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    guard let last = bytes.lastIndex(where: isDigit) else { return nil }
    let first = (bytes[...last].lastIndex { !isDigit($0) } ?? -1) + 1
    let digits = String(decoding: bytes[first...last], as: UTF8.self)
    // A name of digits only is data, not a name.
    guard let number = Int(digits), digits == String(number), bytes.count > digits.utf8.count,
      !name.contains(slotMark)
    else { return nil }
    let prefix = String(decoding: bytes[..<first], as: UTF8.self)
    let suffix = String(decoding: bytes[(last + 1)...], as: UTF8.self)
    return (prefix + slotMark + suffix, number)
  }

  private static func longestRun(_ numbers: [Int]) -> ClosedRange<Int>? {
    var longest: ClosedRange<Int>?
    var start = 0
    for index in numbers.indices
    where index + 1 == numbers.count || numbers[index + 1] != numbers[index] + 1 {
      let run = numbers[start]...numbers[index]
      if run.count > longest?.count ?? 0 { longest = run }
      start = index + 1
    }
    return longest
  }

  /// What represents the number in the name of a family.
  package static let slotMark = "{n}"
}

extension JSONValue {
  /// Whether a text begins with a character that is surely no white space, which most texts do.
  fileprivate var beginsWithMark: Bool {
    guard kind == .string, entry.end - entry.offset > 2 else { return false }
    let byte = storage.bytes[Int(entry.offset) + 1]
    return byte > 0x20 && byte < 0x80 && byte != UInt8(ascii: "\\")
  }
}

extension [SlotFamily] {
  /// The position of the family that belongs to the one at a position; nil where there is none.
  package func partner(of position: Int) -> Int? {
    guard let name = self[position].paired else { return nil }
    return firstIndex { $0.name == name }
  }

  /// Whether a family comes before its partner, or has none: the ingredients lead, not their
  /// measures.
  package func leads(_ position: Int) -> Bool {
    partner(of: position).map { position < $0 } ?? true
  }
}
