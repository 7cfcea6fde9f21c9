import SchemaDrift
import StrictJSON

/// Where the places of an old format really are in a new one.
///
/// A path is a list of names; `*` stands for any element, any key of a map and any slot.
struct MappingTruth {
  typealias Path = [String]

  struct Pair: Hashable {
    let from: Path
    let to: Path

    /// Whether the pair only follows from another one: the same tail below both of its ends.
    func follows(from other: Pair) -> Bool {
      from.starts(with: other.from) && to.starts(with: other.to)
        && from.dropFirst(other.from.count).elementsEqual(to.dropFirst(other.to.count))
    }

    /// Whether a stated pair names another one: name by name, `*` for any name.
    func covers(_ other: Pair) -> Bool {
      Self.covers(from, other.from) && Self.covers(to, other.to)
    }

    private static func covers(_ stated: Path, _ real: Path) -> Bool {
      stated.count == real.count && zip(stated, real).allSatisfy { $0 == $1 || $0 == "*" }
    }
  }

  /// The pairs that should be found: the path changed, and evidence can show it.
  var wanted: Set<Pair> = []
  /// The pairs that are right to state and not needed.
  var allowed: Set<Pair> = []

  private static let unscored: Set<String> = [
    "replaced", "type changed", "value changed", "object->array",
  ]

  init(wanted: Set<Pair>, allowed: Set<Pair>) {
    self.wanted = wanted
    self.allowed = allowed
  }

  /// Reads a table of old path, new path and kind, with a line of headings.
  init(table: String) {
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 3, fields[0] != "-", fields[1] != "-",
        !["removed", "added"].contains(fields[2])
      else { continue }
      let pair = Pair(from: Self.path(fields[0]), to: Self.path(fields[1]))
      if Self.unscored.contains(fields[2]) || pair.from == pair.to {
        allowed.insert(pair)
      } else {
        wanted.insert(pair)
      }
    }
  }

  private static func path(_ text: String) -> Path {
    var path: Path = []
    var name = ""
    var bracket: String?
    for character in text.dropFirst() {
      switch character {
      case ".":
        if !name.isEmpty { path.append(name) }
        name = ""
      case "[":
        if !name.isEmpty { path.append(name) }
        name = ""
        bracket = ""
      case "]":
        bracket = nil
        path.append("*")
      default:
        if bracket == nil { name.append(character) }
      }
    }
    if !name.isEmpty { path.append(name) }
    return path.map { $0.hasPrefix("{") ? "*" : $0 }
  }

  static func path(_ path: ShapePath) -> Path {
    path.steps.map { step in
      switch step {
      case .member(let name): name
      case .elements, .values: "*"
      }
    }
  }
}

/// How well a stated mapping agrees with the truth.
struct MappingScore {
  struct Claim {
    let pair: MappingTruth.Pair
    let confidence: Change.Confidence?
    let isRight: Bool
  }

  private(set) var claims: [Claim] = []
  private(set) var missed: [MappingTruth.Pair] = []
  private(set) var recall = 1.0
  private(set) var precision = 1.0

  var f1: Double { precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0 }

  init(_ mapping: [PathMapping], _ truth: MappingTruth) {
    let known = truth.wanted.union(truth.allowed)
    let isOfRecord = !known.contains { $0.from.first == "*" }
    var confidences: [MappingTruth.Pair: Change.Confidence] = [:]
    var told = Set<MappingTruth.Pair>()
    for entry in mapping {
      guard let from = entry.from, let to = entry.to else { continue }
      var pair = MappingTruth.Pair(from: MappingTruth.path(from), to: MappingTruth.path(to))
      if isOfRecord {
        pair = MappingTruth.Pair(
          from: pair.from.first == "*" ? Array(pair.from.dropFirst()) : pair.from,
          to: pair.to.first == "*" ? Array(pair.to.dropFirst()) : pair.to)
      }
      guard pair.from != pair.to else { continue }
      told.insert(pair)
      if let confidence = entry.confidence { confidences[pair] = confidence }
    }
    let leaves = truth.wanted.filter { pair in
      !truth.wanted.contains {
        $0 != pair && $0.from.starts(with: pair.from) && $0.to.starts(with: pair.to)
      }
        && !truth.allowed.contains {
          $0 != pair && $0.from.starts(with: pair.from) && $0.to.starts(with: pair.to)
        }
    }
    let right = told.filter { pair in known.contains { pair.covers($0) || $0.covers(pair) } }
    let wrong = told.subtracting(right).filter { pair in
      !known.contains { pair.follows(from: $0) }
    }
    let hit = leaves.filter { pair in told.contains { $0.covers(pair) } }
    missed = leaves.subtracting(hit).sorted { $0.from.lexicographicallyPrecedes($1.from) }
    claims = (right.map { ($0, true) } + wrong.map { ($0, false) }).map {
      Claim(pair: $0.0, confidence: confidences[$0.0], isRight: $0.1)
    }.sorted { $0.pair.from.lexicographicallyPrecedes($1.pair.from) }
    recall = leaves.isEmpty ? 1 : Double(hit.count) / Double(leaves.count)
    precision =
      claims.isEmpty
      ? (leaves.isEmpty ? 1 : 0) : Double(right.count) / Double(claims.count)
  }
}
