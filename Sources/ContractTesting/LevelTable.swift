import SchemaDrift
import StrictJSON

/// How much a change of format matters: the one place where drift gets its levels.
///
/// The level comes from what the app reads. Without a type that reads, it is the rule's own level,
/// which is what a cautious client would choose. A change that the samples do not carry (a `null`
/// in one of three) is only worth a mention.
struct LevelTable {
  /// What the types asked for, by shape path; nil where no type is known.
  let reads: [String: DecodingRead]?

  init(reads: [DecodingRead]?) {
    self.reads = reads.map { reads in
      Dictionary(reads.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The read that a change hits: at the path itself, or the first one below it.
  func read(at path: String) -> DecodingRead? {
    guard let reads else { return nil }
    if let read = reads[path] { return read }
    return reads.values.filter { $0.path.hasPrefix(path + ".") || $0.path.hasPrefix(path + "[") }
      .min { ($0.isRequired ? 0 : 1, $0.path) < ($1.isRequired ? 0 : 1, $1.path) }
  }

  /// The level of a change under a rule.
  func level(of rule: Rule, isSignificant: Bool, path: String) -> Level {
    if !isSignificant { return .info }
    guard reads != nil, rule != .keyAdded else { return rule.level }
    guard let read = read(at: path) else { return .info }
    switch rule {
    case .keyRemoved, .becameOptional, .becameNullable, .becameAlwaysNull:
      return read.isRequired ? .breaking : min(rule.level, .warning)
    case .dateFormatChanged, .epochUnitChanged:
      return read.valueType == "String" ? min(rule.level, .warning) : .breaking
    default:
      return rule.level
    }
  }
}
