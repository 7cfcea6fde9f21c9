import StrictJSON
import WireDates

/// The counts of a place as JSON; its members and elements are written by ``ShapeSummary``.
extension SummaryNode {
  /// The counts; those that are 0 are left out.
  var countsDocument: JSONNode {
    var result: JSONNode = ["present": present.document]
    let seen = JSONType.allCases.filter { types[$0].values > 0 }
    result["types"] = .object(seen.map { JSONNode.Member($0.rawValue, types[$0].document) })
    for (name, count) in [
      ("empty", empty), ("emptyObjects", emptyObjects), ("blank", blank), ("texts", texts),
    ] where count > 0 {
      result[name] = Self.number(count)
    }
    if texts > 0, !forms.isEmpty {
      let names = TextForm.allCases.sorted().filter(forms.contains).map(\.rawValue)
      result["forms"] = .array(names.map { .string($0) })
    }
    if !dates.isEmpty { result["dates"] = Self.counts(dates.map { ($0.format.name, $0.count) }) }
    if texts > 0 {
      if !sample.isFull { result["values"] = valuesDocument }
      if !lists.isBroken { result["lists"] = Self.number(lists.separated) }
    }
    if smallestNumber <= largestNumber {
      result["numbers"] = [
        .number(Observation.text(of: smallestNumber)), .number(Observation.text(of: largestNumber)),
      ]
    }
    if types[.array].values > 0 {
      result["lengths"] = [Self.number(smallestLength), Self.number(largestLength)]
      result["tuple"] = .array(
        tuple.types.map { .array($0.sorted().map { .string($0.rawValue) }) })
    }
    return result
  }

  private var valuesDocument: JSONNode {
    .object(
      sample.counts.map { JSONNode.Member($0.text.text, $0.count.document) })
  }

  private static func number(_ value: Int) -> JSONNode { .number(String(value)) }

  private static func counts(_ counts: [(String, Int)]) -> JSONNode {
    .object(
      counts.sorted { ExactText($0.0) < ExactText($1.0) }
        .map { JSONNode.Member($0.0, number($0.1)) })
  }

  // MARK: Reading

  /// Reads a count: a whole number from 0 that can be added up.
  static func count(_ value: JSONValue) -> Int? {
    guard let count = value.numberText.flatMap({ Int($0) }), 0...(1 << 53) ~= count else {
      return nil
    }
    return count
  }

  /// Reads the counts; nil where one is missing or wrong.
  init?(countsDocument value: JSONValue) {
    guard let present = value["present"].flatMap(SummaryCount.init) else { return nil }
    self.init()
    for member in value["types"]?.members ?? value.members where value["types"] != nil {
      guard let type = JSONType(rawValue: member.key), let count = SummaryCount(member.value)
      else { return nil }
      types[type] = count
    }
    types.all = present
    empty = value["empty"].flatMap(Self.count) ?? 0
    emptyObjects = value["emptyObjects"].flatMap(Self.count) ?? 0
    blank = value["blank"].flatMap(Self.count) ?? 0
    texts = value["texts"].flatMap(Self.count) ?? 0
    guard readTexts(value), readRanges(value) else { return nil }
  }

  private mutating func readTexts(_ value: JSONValue) -> Bool {
    if texts > 0 {
      let names = value["forms"]?.elements.map { $0.string.flatMap(TextForm.init) } ?? []
      guard !names.contains(nil) else { return false }
      forms = TextForms(names.compactMap(\.self))
    }
    if let dates = value["dates"] {
      for member in dates.members {
        guard let format = DateFormat(name: member.key), let count = Self.count(member.value)
        else { return false }
        self.dates.append(DateCount(format: format, count: count))
      }
    }
    var counts: [ExactText: SummaryCount] = [:]
    if let values = value["values"] {
      for member in values.members {
        guard let count = SummaryCount(member.value) else { return false }
        counts[ExactText(member.key)] = count
      }
    }
    sample = ValueSample(counts: counts, isFull: texts > 0 && value["values"] == nil)
    lists = ListCount(
      separated: value["lists"].flatMap(Self.count) ?? 0,
      isBroken: texts > 0 && value["lists"] == nil)
    return true
  }

  private mutating func readRanges(_ value: JSONValue) -> Bool {
    if let numbers = value["numbers"] {
      guard let smallest = numbers[0]?.numberText.flatMap(Double.init),
        let largest = numbers[1]?.numberText.flatMap(Double.init), smallest.isFinite,
        largest.isFinite
      else { return false }
      (smallestNumber, largestNumber) = (smallest, largest)
    }
    guard let lengths = value["lengths"] else { return true }
    guard let smallest = lengths[0].flatMap(Self.count),
      let largest = lengths[1].flatMap(Self.count), let list = value["tuple"]
    else { return false }
    (smallestLength, largestLength) = (smallest, largest)
    let positions = list.elements.map { names in
      Set(names.elements.compactMap { $0.string.flatMap(JSONType.init) })
    }
    tuple = TupleTypes(types: positions, arrays: types[.array].values)
    return true
  }
}
