/// What all texts of a column begin with, or lead through: the prefix of ids, and the steps of addresses.
struct TextBeginning: Sendable {
  /// The first bytes that all texts have; nil where there was none.
  private var opening: [UInt8]?
  /// The words on the way that all addresses have, such as `charges` and `refunds`; nil where there was none.
  private var steps: Set<String>?

  private static let longestOpening = 12
  private static let shortestOpening = 3
  private static let longestAddress = 400

  mutating func addOpening(_ utf8: String.UTF8View) {
    guard let opening else {
      opening = Array(utf8.prefix(Self.longestOpening))
      return
    }
    let common = zip(opening, utf8).prefix { $0 == $1 }.count
    if common < opening.count { self.opening = Array(opening.prefix(common)) }
  }

  mutating func addSteps(of address: String) {
    guard steps?.isEmpty != true, address.utf8.count <= Self.longestAddress else { return }
    let isWhole = address.first != "/"
    // A version and a shared beginning say nothing of what is at the address.
    let parts = address.split(separator: "/").dropFirst(isWhole ? 2 : 0).filter {
      !$0.contains(where: \.isNumber) && $0 != "api"
    }
    let words = Set(parts.flatMap { NameWords.of(String($0)) })
    steps = steps.map { $0.intersection(words) } ?? words
  }

  /// Whether the openings are one; nil where either side has none that tells anything.
  func hasOpening(of other: TextBeginning) -> Bool? {
    guard let left = telling, let right = other.telling else { return nil }
    return zip(left, right).prefix { $0 == $1 }.count >= Self.shortestOpening
  }

  /// Whether a step is on both ways; nil where either has none.
  func hasSteps(of other: TextBeginning) -> Bool? {
    guard let left = steps, let right = other.steps, !left.isEmpty, !right.isEmpty else {
      return nil
    }
    return !left.isDisjoint(with: right)
  }

  /// Whether both ways have the same steps, and any.
  func hasAllSteps(of other: TextBeginning) -> Bool {
    steps == other.steps && steps?.isEmpty == false
  }

  private var telling: [UInt8]? {
    guard let opening, opening.count >= Self.shortestOpening,
      opening.contains(where: { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 })
    else { return nil }
    return opening
  }
}
