import JSONSchema
import StrictJSON

/// A place below the records that holds scalars; in all its records it is one column of a table.
struct Column: Sendable {
  let path: ShapePath
  /// The slots that are read as one list; nil for a single place.
  let slots: SlotFamily?
  /// Whether one record can hold several values there.
  let isRepeated: Bool
  /// The texts that came, where so few came so often that there may be no others; else none.
  var words: [String] = []

  /// Whether the values are the keys of a map.
  var isKey: Bool { path.last == ShapePath.mapKey }
}

/// The values of records by place: a table with a row for each record.
struct RecordTable: Sendable {
  /// The records that are looked at; more would tell no more.
  static let maximumRecords = 20_000

  /// A value, and the column in which it stands.
  struct Entry: Hashable, Sendable {
    let column: Int
    let value: ValueMark
  }

  let root: ShapePath
  let columns: [Column]
  /// The columns by their paths.
  let index: [ShapePath: Int]
  /// The entries of each record, each once, sorted by column.
  private(set) var records: [[Entry]] = []
  /// The records themselves.
  private(set) var sources: [Source] = []
  private(set) var profiles: [ColumnProfile]
  /// How many records hold each value of a column.
  private(set) var counts: [[ValueMark: Int]]

  /// A record, with its key where it is the value of a map.
  struct Source: Sendable {
    let value: JSONValue
    let key: String?
  }

  private let tree: ColumnTree

  /// What is read of the values.
  let reading: ValueReading

  /// Makes the table of the records that a side of a comparison has at a place.
  init(root: ShapePath, _ side: Drift.Side, beside other: Drift.Side) {
    let reading = side.reading(beside: other)
    self.init(
      root: root, shape: side.shape, documents: side.documents(reading, at: root), reading: reading)
  }

  init(
    root: ShapePath, shape: Shape, documents: [JSONDocument], reading: ValueReading = .values
  ) {
    self.reading = reading
    self.root = root
    tree = ColumnTree(root: root, shape: shape)
    columns = tree.columns
    index = Dictionary(tree.columns.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in
      first
    }
    profiles = Array(repeating: ColumnProfile(), count: columns.count)
    counts = Array(repeating: [:], count: columns.count)
    var seen = Set<[Entry]>()
    for document in documents {
      Self.visit(root.steps[...], Source(value: document.root, key: nil)) { source in
        guard sources.count < Self.maximumRecords else { return }
        let record = entries(of: source)
        // A record that is there twice is one piece of evidence.
        guard seen.insert(record).inserted else { return }
        records.append(record)
        sources.append(source)
        for entry in record { counts[entry.column][entry.value, default: 0] += 1 }
      }
    }
    guard reading != .values else { return }
    // Of numbers a sketch has no range, but the format has; and of a place with few words it has these.
    for (index, column) in columns.enumerated() {
      if reading == .sketches, !column.words.isEmpty { addWords(of: index) }
      profiles[index].setRange(shape.part(at: column.path.steps)?.observed?.numbers)
    }
  }

  /// Takes the looks of a column from the words that the format lists, each as often as it came on average.
  private mutating func addWords(of column: Int) {
    let words = columns[column].words
    let records = profiles[column].records
    let each = max(1, profiles[column].values / words.count)
    profiles[column] = ColumnProfile()
    profiles[column].records = records
    for word in words {
      for _ in 0..<each { profiles[column].add(text: word) }
      if records == 0, let mark = ValueMark(text: word) { counts[column][known(mark)] = 1 }
    }
  }

  /// The column at a path; nil where there is none, or where the values were not kept.
  ///
  /// A sketch has no values of places where they hardly differ.
  func column(at path: ShapePath) -> Int? {
    guard let column = index[path] else { return nil }
    return reading == .sketches && profiles[column].values == 0 ? nil : column
  }

  /// A mark, as far as this table knows marks.
  func known(_ mark: ValueMark) -> ValueMark { reading == .values ? mark : mark.reduced }

  /// The number of records that hold something in a column.
  func filled(_ column: Int) -> Int { profiles[column].records }

  /// Whether no record has values in both of two columns, and each is in several records.
  func areExclusive(_ column: Int, _ other: Int) -> Bool {
    guard min(filled(column), filled(other)) >= DriftTuning.Confidence.fewestRecords,
      filled(column) + filled(other) <= records.count
    else { return false }
    return !records.contains { record in
      record.contains { $0.column == column } && record.contains { $0.column == other }
    }
  }

  /// Whether no record holds more than one value in a column.
  func isSingle(_ column: Int) -> Bool {
    !columns[column].isRepeated || profiles[column].values == filled(column)
  }

  /// Whether some records hold a value of a column several times, and none two different ones: the currency of all the
  /// items of an order.
  func isSameInEach(_ column: Int) -> Bool {
    !isSingle(column) && counts[column].values.reduce(0, +) <= filled(column)
  }

  /// Whether a record mostly holds more than one value in a column.
  func isSeveral(_ column: Int) -> Bool {
    profiles[column].values * 2 >= filled(column) * 3 && filled(column) > 0
  }

  private static func visit(
    _ steps: ArraySlice<ShapePath.Step>, _ source: Source, _ body: (Source) -> Void
  ) {
    guard let step = steps.first else {
      body(source)
      return
    }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      if let value = source.value[name] { visit(rest, Source(value: value, key: nil), body) }
    case .elements:
      for element in source.value.elements { visit(rest, Source(value: element, key: nil), body) }
    case .values:
      for member in source.value.members {
        visit(rest, Source(value: member.value, key: member.key), body)
      }
    }
  }

  private mutating func entries(of source: Source) -> [Entry] {
    var entries: [Entry] = []
    var touched = Set<Int>()
    tree.walk(source) { column, value in
      guard let mark = profiles[column].add(value, reading) else { return }
      entries.append(Entry(column: column, value: mark))
      touched.insert(column)
    }
    for column in touched { profiles[column].records += 1 }
    entries.sort { ($0.column, $0.value) < ($1.column, $1.value) }
    return entries.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The other spellings of a record's values, by column.
  ///
  /// Some of them are of a part of the value, unless only those of whole values are asked for.
  func spellings(
    of record: Int, in wanted: Set<Int>, areWhole: Bool = false
  ) -> [Int: Set<ValueMark>] {
    var spellings: [Int: Set<ValueMark>] = [:]
    tree.walk(sources[record], in: wanted) { column, value in
      switch value {
      case .scalar(let scalar) where reading != .values:
        let sketch = sketch(of: scalar)
        spellings[column, default: []].formUnion(sketch?.spellings(areWhole: areWhole) ?? [])
      case .key where reading != .values: break
      case .scalar(let scalar):
        spellings[column, default: []].formUnion(
          ValueMark.spellings(of: scalar, areWhole: areWhole))
      case .key(let key):
        spellings[column, default: []].formUnion(ValueMark.spellings(of: key, areWhole: areWhole))
      }
    }
    return spellings.filter { !$0.value.isEmpty }
  }

  /// A few of the marked values of a column, as they are written.
  func words(of marks: Set<ValueMark>, in column: Int, limit: Int) -> [String] {
    var words: [ValueMark: String] = [:]
    for (row, record) in records.enumerated() where words.count < limit {
      guard record.contains(where: { $0.column == column && marks.contains($0.value) }) else {
        continue
      }
      for text in texts(of: row, in: [column])[column] ?? [] {
        if let mark = ValueMark(text: text), marks.contains(mark) { words[mark] = text }
      }
    }
    return Array(words.values)
  }

  /// The table with other values in some columns: those that are made of each record, as marks.
  func replacing(
    _ wanted: Set<Int>, by make: (_ record: Int) -> [Int: Set<ValueMark>]
  ) -> RecordTable {
    var table = self
    for column in wanted { table.counts[column] = [:] }
    for row in records.indices {
      let made = make(row).flatMap { column, marks in
        marks.map { Entry(column: column, value: $0) }
      }
      for entry in made { table.counts[entry.column][entry.value, default: 0] += 1 }
      table.records[row] = (records[row].filter { !wanted.contains($0.column) } + made).sorted {
        ($0.column, $0.value) < ($1.column, $1.value)
      }
    }
    return table
  }

  /// The marks of the times that a record has in some columns; of other values none.
  func moments(of record: Int, in wanted: Set<Int>) -> [Int: Set<ValueMark>] {
    var moments: [Int: Set<ValueMark>] = [:]
    tree.walk(sources[record], in: wanted) { column, value in
      guard case .scalar(let scalar) = value else { return }
      let mark =
        reading == .values ? Moment(of: scalar)?.mark : sketch(of: scalar).flatMap(\.instant)
      if let mark { moments[column, default: []].insert(mark) }
    }
    return moments
  }

  /// Whether a column has what another one has in each record in which both have something, and in one at least.
  func repeats(_ column: Int, _ other: Int) -> Bool {
    let values = { (record: [Entry], column: Int) in
      record.filter { $0.column == column }.map(\.value)
    }
    let both = records.map { (values($0, column), values($0, other)) }
      .filter { !$0.0.isEmpty && !$0.1.isEmpty }
    return !both.isEmpty && both.allSatisfy { $0.0 == $0.1 }
  }

  /// The texts of a record's values, by column.
  func texts(of record: Int, in wanted: Set<Int>) -> [Int: [String]] {
    reading == .values ? plainTexts(of: record, in: wanted) : [:]
  }

  /// The same of values that are there, whatever is read of them.
  private func plainTexts(of record: Int, in wanted: Set<Int>) -> [Int: [String]] {
    var texts: [Int: [String]] = [:]
    tree.walk(sources[record], in: wanted) { column, value in
      switch value {
      case .scalar(let scalar):
        guard let text = scalar.string ?? scalar.numberText, !text.isEmpty else { return }
        texts[column, default: []].append(text)
      case .key(let key): texts[column, default: []].append(key)
      }
    }
    return texts
  }

  /// The sketches of the numbers of a record's values, by column; nil for a value that is none.
  private func sketches(of record: Int, in wanted: Set<Int>) -> [Int: [NumberSketch?]] {
    var sketches: [Int: [NumberSketch?]] = [:]
    tree.walk(sources[record], in: wanted) { column, value in
      guard case .scalar(let scalar) = value, let sketch = sketch(of: scalar) else { return }
      sketches[column, default: []].append(sketch.number)
    }
    return sketches
  }

  /// The numbers of a record's values by column, in their order; of a sketch such as stand for them.
  func numbers(of record: Int, in wanted: Set<Int>) -> [Int: [Double?]] {
    guard reading != .values else {
      return texts(of: record, in: wanted).mapValues { $0.map { NumberScale.number($0) } }
    }
    return sketches(of: record, in: wanted).mapValues { $0.map { $0?.value } }
  }

  /// The sketch of a value, which a sketch of the records has in its place.
  private func sketch(of scalar: JSONValue) -> ValueSketch? {
    reading == .sketches
      ? scalar.string.flatMap { ValueSketch(token: $0) } : ValueSketch(scalar)
  }

  /// What is made of the texts of the columns that hold one value in a record, by column and by record.
  func singleValues<Value>(
    of records: [Int], in columns: Set<Int>, _ make: (String) -> Value?
  ) -> [Int: [Value?]] {
    Self.singles(of: records, { texts(of: $0, in: columns) }, make)
  }

  /// The numbers of such columns, from values that are there.
  func singleNumbers(of records: [Int], in columns: Set<Int>) -> [Int: [Double?]] {
    Self.singles(of: records, { plainTexts(of: $0, in: columns) }) { NumberScale.number($0) }
  }

  /// The sketches of the numbers of such columns.
  func singleSketches(of records: [Int], in columns: Set<Int>) -> [Int: [NumberSketch?]] {
    Self.singles(of: records, { sketches(of: $0, in: columns) }) { $0 }
  }

  private static func singles<Entry, Value>(
    of records: [Int], _ entries: (Int) -> [Int: [Entry]], _ make: (Entry) -> Value?
  ) -> [Int: [Value?]] {
    var values: [Int: [Value?]] = [:]
    for (index, record) in records.enumerated() {
      for (column, entries) in entries(record) {
        guard entries.count == 1, let value = make(entries[0]) else { continue }
        values[column, default: Array(repeating: nil, count: records.count)][index] = value
      }
    }
    return values
  }

  /// The columns of some whose values can tell a pair: many different ones, and no truths.
  func telling(_ columns: Set<Int>) -> Set<Int> {
    columns.filter {
      !profiles[$0].isBoolean && !self.columns[$0].isKey && counts[$0].count > 2
    }
  }
}

extension ColumnProfile {
  /// Adds what is read of a value, and returns its mark; nil where there is nothing.
  fileprivate mutating func add(_ value: ColumnTree.Value, _ reading: ValueReading) -> ValueMark? {
    switch (value, reading) {
    case (.scalar(let scalar), .values):
      guard let mark = ValueMark(scalar) else { return nil }
      add(scalar)
      return mark
    case (.key(let key), .values):
      guard let mark = ValueMark(text: key) else { return nil }
      add(text: key)
      return mark
    case (.scalar(let scalar), .asSketches): return add(ValueSketch(scalar))
    case (.scalar(let scalar), .sketches):
      return add(scalar.string.flatMap { ValueSketch(token: $0) })
    case (.key(let key), .sketches) where key.hasPrefix(RecordSketch.keySketchMark):
      return add(ValueSketch(token: key.dropFirst()))
    case (.key(let key), .asSketches), (.key(let key), .sketches):
      return add(ValueSketch(text: key))
    }
  }

  private mutating func add(_ sketch: ValueSketch?) -> ValueMark? {
    guard let sketch else { return nil }
    add(look: sketch.look)
    return sketch.mark
  }
}

/// The columns of a record as a tree, to find a value's column on the way down.
private struct ColumnTree: Sendable {
  enum Value {
    case scalar(JSONValue)
    case key(String)
  }

  private struct Node: Sendable {
    /// The columns here and below; they follow one another.
    var columns: Range<Int>
    var column: Int?
    var key: Int?
    var element: Int?
    var values: Int?
    var members: [String: Int] = [:]
  }

  private(set) var columns: [Column] = []
  private var nodes: [Node] = []
  private var rootKey: Int?

  init(root: ShapePath, shape: Shape) {
    guard let record = shape.part(at: root.steps) else { return }
    add(record, at: root, slots: nil, isRepeated: false)
    if root.last == .values {
      rootKey = columns.count
      columns.append(
        Column(path: root.appending(ShapePath.mapKey), slots: nil, isRepeated: false))
    }
  }

  @discardableResult private mutating func add(
    _ shape: Shape, at path: ShapePath, slots: SlotFamily?, isRepeated: Bool
  ) -> Int {
    let index = nodes.count
    let first = columns.count
    nodes.append(Node(columns: first..<first))
    defer { nodes[index].columns = first..<columns.count }
    if shape.holdsScalars {
      nodes[index].column = columns.count
      columns.append(
        Column(path: path, slots: slots, isRepeated: isRepeated, words: shape.values))
    }
    if let element = shape.element {
      nodes[index].element = add(
        element, at: path.appending(.elements), slots: nil, isRepeated: true)
    }
    guard let object = shape.object else { return index }
    if object.mapValue != nil, let value = object.anyValue {
      let place = path.appending(.values)
      nodes[index].key = columns.count
      columns.append(
        Column(path: place.appending(ShapePath.mapKey), slots: nil, isRepeated: true))
      nodes[index].values = add(value, at: place, slots: nil, isRepeated: true)
      return index
    }
    var slotNames = Set<String>()
    for family in object.slotFamilies {
      guard let slots = object.part(named: family.name) else { continue }
      let node = add(
        slots, at: path.appending(.member(family.name)), slots: family, isRepeated: true)
      for name in family.memberNames { nodes[index].members[name] = node }
      slotNames.formUnion(family.memberNames)
    }
    for member in object.members where !slotNames.contains(member.name) {
      let node = add(
        member.shape, at: path.appending(.member(member.name)), slots: nil, isRepeated: isRepeated)
      nodes[index].members[member.name] = node
    }
    return index
  }

  /// Calls a closure for each scalar of a record.
  func walk(_ source: RecordTable.Source, _ body: (Int, Value) -> Void) {
    walk(source, columns.indices, body)
  }

  /// Calls a closure for each scalar of a record that stands in one of some columns.
  ///
  /// What lies beside them is not walked: most callers want a column or two of a wide record.
  func walk(
    _ source: RecordTable.Source, in wanted: Set<Int>, _ body: (Int, Value) -> Void
  ) {
    guard let first = wanted.min(), let last = wanted.max() else { return }
    walk(source, first..<last + 1) { column, value in
      if wanted.contains(column) { body(column, value) }
    }
  }

  private func walk(
    _ source: RecordTable.Source, _ wanted: Range<Int>, _ body: (Int, Value) -> Void
  ) {
    guard !nodes.isEmpty else { return }
    if let rootKey, let key = source.key { body(rootKey, .key(key)) }
    walk(source.value, 0, wanted, body)
  }

  private func walk(
    _ value: JSONValue, _ node: Int, _ wanted: Range<Int>, _ body: (Int, Value) -> Void
  ) {
    guard nodes[node].columns.overlaps(wanted) else { return }
    switch value.kind {
    case .array:
      // Where no list is, a sketch has several values of one place.
      for item in value.elements { walk(item, nodes[node].element ?? node, wanted, body) }
    case .object:
      if let values = nodes[node].values {
        for member in value.members {
          if let key = nodes[node].key { body(key, .key(member.key)) }
          walk(member.value, values, wanted, body)
        }
        return
      }
      for member in value.members {
        if let child = nodes[node].members[member.key] { walk(member.value, child, wanted, body) }
      }
    case .null, .bool, .number, .string:
      if let column = nodes[node].column { body(column, .scalar(value)) }
    }
  }
}
