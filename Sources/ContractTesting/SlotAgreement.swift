import JSONSchema
import StrictJSON

/// What the contract says about findings of slot families: which of them are as agreed.
///
/// In a family such as `strIngredient1…20` the unused slots come behind the used ones, and the
/// contract lists what they hold: `""`, `" "`, `null`. A strict look at one document reports each
/// `null` among them, which is true and no news. A `null` between used slots is news, and so is one
/// whose partner is used.
struct SlotAgreement {
  /// What the contract says about an issue.
  enum Verdict {
    /// Nothing.
    case news
    /// It has the same.
    case agreed
    /// Another issue tells the same.
    case told
  }

  private let shape: Shape
  /// The families of the objects at a place; nil where the contract has none.
  private var tables: [ShapePath: AgreedSlots?] = [:]

  /// The number of places that are remembered.
  var count: Int { tables.count }

  /// The most places that are remembered: objects under keys that are data have one each.
  static let mostTables = 1_000

  init(_ contract: Contract) {
    shape = contract.shape
  }

  /// Judges the issues of a document, each in its place.
  mutating func verdicts(on issues: [DecodingIssue], in document: JSONDocument) -> [Verdict] {
    // The object of the issue before mostly has the next one too.
    var last: SlotObject?
    return issues.map { issue in
      guard issue.kind == .nullSlot || issue.kind == .unpairedSlot,
        let name = issue.pointer.tokens.last
      else { return .news }
      let above = issue.pointer.tokens.dropLast()
      if last?.place.elementsEqual(above) != true { last = object(at: Array(above), in: document) }
      guard let last, let slot = last.table.positions[name] else { return .news }
      if issue.kind == .nullSlot { return last.isUnusedAsAgreed(slot) ? .agreed : .news }
      if last.partnerIsNullAmongUsed(slot) { return .told }
      return last.lacksPartnerAsAgreed(slot) ? .agreed : .news
    }
  }

  private mutating func object(at place: [String], in document: JSONDocument) -> SlotObject? {
    let pointer = JSONPointer(tokens: place)
    guard let object = document.value(at: pointer),
      let table = table(of: ShapePath(of: pointer, in: document))
    else { return nil }
    return SlotObject(object, at: place, table)
  }

  private mutating func table(of path: ShapePath) -> AgreedSlots? {
    if let known = tables[path] { return known }
    let table = shape.shape(at: path)?.object.map { AgreedSlots($0.slotFamilies) }
    if tables.count >= Self.mostTables { tables = [:] }
    tables[path] = .some(table)
    return table
  }
}

/// The slot families of an object, and which slot a name is.
private struct AgreedSlots {
  /// The position of the family among all, and the place of the number in its range.
  struct Slot {
    let row: Int
    let place: Int
  }

  let families: [SlotFamily]
  /// The position of the partner of each family.
  let partners: [Int?]
  let positions: [String: Slot]

  init(_ families: [SlotFamily]) {
    self.families = families
    partners = families.indices.map { families.partner(of: $0) }
    let all = families.enumerated().flatMap { row, family in
      family.memberNames.enumerated().map { ($1, Slot(row: row, place: $0)) }
    }
    positions = Dictionary(all, uniquingKeysWith: { first, _ in first })
  }

  /// The slot that belongs to another one; nil where there is none.
  func partner(of slot: Slot) -> Slot? {
    guard let row = partners[slot.row] else { return nil }
    let number = families[slot.row].range.lowerBound + slot.place
    let range = families[row].range
    return range.contains(number) ? Slot(row: row, place: number - range.lowerBound) : nil
  }

  /// Whether the family comes before its partner: the ingredients, not their measures.
  func leads(_ slot: Slot) -> Bool { partners[slot.row].map { slot.row < $0 } ?? true }
}

/// An object that has slots, with what they hold.
private struct SlotObject {
  let place: [String]
  let table: AgreedSlots
  /// What the slots of each family hold; nil for one that is not there.
  private let contents: [[Content?]]
  /// The place of the last used slot of each family; nil where none is.
  private let lastUsed: [Int?]

  private enum Content: Equatable {
    case used
    case unused(SlotFamily.Empty)
  }

  /// Reads all slots at once: a list has thousands of objects with a null in most of their slots.
  init(_ object: JSONValue, at place: [String], _ table: AgreedSlots) {
    self.place = place
    self.table = table
    var contents = table.families.map { [Content?](repeating: nil, count: $0.range.count) }
    var lastUsed = [Int?](repeating: nil, count: table.families.count)
    for member in object.members {
      // Of a key that is there twice the first one is read.
      guard let slot = table.positions[member.key], contents[slot.row][slot.place] == nil else {
        continue
      }
      let empty = SlotFamily.Empty(member.value)
      contents[slot.row][slot.place] = empty.map { Content.unused($0) } ?? .used
      if empty == nil { lastUsed[slot.row] = max(lastUsed[slot.row] ?? 0, slot.place) }
    }
    self.contents = contents
    self.lastUsed = lastUsed
  }

  /// What an unused slot holds; nil for one that is used or not there.
  private func empty(_ slot: AgreedSlots.Slot) -> SlotFamily.Empty? {
    if case .unused(let empty)? = contents[slot.row][slot.place] { empty } else { nil }
  }

  /// The slot is not used, nor are those behind it, nor its partner.
  func isUnusedAsAgreed(_ slot: AgreedSlots.Slot) -> Bool {
    guard let empty = empty(slot), table.families[slot.row].empties.contains(empty) else {
      return false
    }
    // A text of the following family may be missing between others; its partner says so.
    if table.leads(slot), let used = lastUsed[slot.row], used > slot.place { return false }
    return table.partner(of: slot).map { contents[$0.row][$0.place] != .used } ?? true
  }

  /// The slot leads and its partner holds what unused slots hold: an ingredient without a measure.
  func lacksPartnerAsAgreed(_ slot: AgreedSlots.Slot) -> Bool {
    guard table.leads(slot), let partner = table.partner(of: slot), let empty = empty(partner)
    else { return false }
    return table.families[partner.row].empties.contains(empty)
  }

  /// The slot of the leading family is `null` though this one is used; it is reported itself.
  func partnerIsNullAmongUsed(_ slot: AgreedSlots.Slot) -> Bool {
    guard !table.leads(slot), let partner = table.partner(of: slot) else { return false }
    return empty(partner) == .null
  }
}
