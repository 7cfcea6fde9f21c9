import SchemaDrift
import StrictJSON
import Testing
import WireDates

/// The same records with texts that are all written in another way, and texts that change by themselves.
@Suite struct WritingTests {
  /// A record is `{"id": …, "name": …, "a": …}`, or has another member than `a`.
  private static func side(
    _ numbers: some Sequence<Int>, key: String = "a", _ value: (Int) -> String
  ) throws -> Drift.Side {
    let records = numbers.map { number in
      let text = JSONWriter.quoted(value(number))
      return
        #"{"id": \#(1000 + number), "name": "\#(word(number * 31 + 3)) \#(number)", "\#(key)": \#(text)}"#
    }
    return Drift.Side(
      documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  private static func word(_ seed: Int) -> String {
    let syllables = ["ka", "lo", "mi", "ra", "ten", "vor", "sil", "bas", "dun", "eri", "fal"]
    var rest = seed &* 7919 + 104_729
    return (0..<5).reduce(into: "") { word, _ in
      word += syllables[rest % syllables.count]
      rest /= syllables.count
    }
  }

  private static func rules(_ old: Drift.Side, _ new: Drift.Side) -> [String] {
    Drift.between(old, new).changes.filter(\.evidence.isSignificant).map(\.rule.rawValue)
  }

  // MARK: Dates

  /// The ways in which one instant is written.
  enum Written: String, CaseIterable {
    case iso = "yyyy-MM-dd'T'HH:mm:ssXXX"
    case sql = "yyyy-MM-dd HH:mm:ss"
    case twitter = "EEE MMM dd HH:mm:ss Z yyyy"
    case halves = "MM/dd/yyyy hh:mm:ss a"
    case short = "MMM dd, yyyy"
    case long = "dd MMMM yyyy"
    case time = "HH:mm:ss"
    case minutes = "HH:mm"
    case timeInHalves = "hh:mm a"
    case seconds
    case milliseconds
    case dotNet

    func text(_ number: Int) -> String {
      let seconds = 1_340_000_000 + number * 7_654_321
      let date = DateFormat.unixSeconds.date(from: Double(seconds))
      switch self {
      case .seconds: return "\(seconds)"
      case .milliseconds: return "\(seconds)000"
      case .dotNet: return "/Date(\(seconds)000)/"
      default: return date.map(DateFormat.pattern(rawValue).string) ?? ""
      }
    }
  }

  @Test(arguments: Written.allCases, Written.allCases)
  func aDateInAnotherFormIsTold(old: Written, new: Written) throws {
    let rules = Self.rules(
      try Self.side(0..<20, { old.text($0) }), try Self.side((0..<20).reversed(), { new.text($0) }))
    let isEpoch = Set([old, new]) == [.seconds, .milliseconds]
    #expect(
      rules == (old == new ? [] : isEpoch ? ["epoch-unit-changed"] : ["date-format-changed"]))
  }

  /// Three records that are the same say it, and ones of a key with another name.
  @Test(arguments: [3, 20], ["a", "release_date"])
  func aYearThatBecameADateIsTold(count: Int, key: String) throws {
    let drift = Drift.between(
      try Self.side(0..<count) { "\(1970 + $0 * 7 % 50)" },
      try Self.side(0..<count, key: key) { "\(1970 + $0 * 7 % 50)-0\($0 % 9 + 1)-1\($0 % 10)" })
    let change = try #require(drift.changes.first { $0.rule == .dateFormatChanged })
    #expect(change.old == .dateText(.year) && change.new == .dates(.pattern("yyyy-MM-dd")))
  }

  /// Without the records, texts of which none was a date say it.
  @Test func firstDatesAreTold() throws {
    let old = Drift.Side(shape: try Self.side(0..<20) { Written.seconds.text($0) }.shape)
    let new = Drift.Side(shape: try Self.side(0..<20) { Written.iso.text($0) }.shape)
    #expect(Self.rules(old, new) == ["date-format-changed"])
    let few = Drift.Side(shape: try Self.side(0..<3) { Written.iso.text($0) }.shape)
    #expect(Self.rules(Drift.Side(shape: try Self.side(0..<3) { "no \($0)" }.shape), few) == [])
  }
}
