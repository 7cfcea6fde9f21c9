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

  // MARK: Texts

  /// How the texts of a record are written, and the state that says so.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: @Sendable (Int) -> String
    let new: @Sendable (Int) -> String
    let state: Change.State?

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a currency before a number", old: { "\($0 * 7 + 3).5\($0 % 10)" },
      new: { "$\($0 * 7 + 3).5\($0 % 10)" }, state: .rewritten(.affixed(prefix: "$", suffix: ""))),
    Case(
      name: "a currency behind a number", old: { "\($0 * 7 + 3).5\($0 % 10) EUR" },
      new: { "\($0 * 7 + 3).5\($0 % 10)" },
      state: .rewritten(.stripped(prefix: "", suffix: " EUR"))),
    Case(
      name: "HTML", old: { "salt & \(Self.word($0 * 31 + 7)) \($0)" },
      new: { "<p>salt &amp; \(Self.word($0 * 31 + 7)) \($0)</p>" }, state: .rewritten(.markup)),
    Case(
      name: "a number that became words", old: { "\($0 * 7 + 1000)" },
      new: { "\(Self.word($0 * 31 + 7)) \(Self.word($0 * 31 + 8)) and more" },
      state: .look(.phrase)),
    Case(
      name: "a colour in another notation", old: { "#00\($0 + 10)\($0 + 10)" },
      new: { "rgb(0,\($0),\($0 * 2))" }, state: .look(.text)),
    Case(
      name: "capitals", old: { "the \(Self.word($0 * 31 + 7)) of \($0)" },
      new: { "The \(Self.word($0 * 31 + 7).uppercased()) Of \($0)" },
      state: .rewritten(.sameLetters)),
    Case(
      name: "a counter", old: { "\($0 * 71 + 20)" }, new: { "\($0 * 73 + 25)" }, state: nil),
    Case(
      name: "numbers that are no times of the records", old: { "\(1_340_000_000 + $0 * 977)" },
      new: { "\(1_540_000_000 + $0 * 353)" }, state: nil),
    Case(
      name: "scores", old: { "\($0 % 10):1\($0 % 7)" }, new: { "1\($0 % 7):0\($0 % 6)" },
      state: nil),
    Case(
      name: "years of something else", old: { "\(1900 + $0)" },
      new: { "\(2000 - $0)-05-1\($0 % 10) or later" }, state: .look(.phrase)),
    Case(
      name: "an edited text", old: { "the \(Self.word($0 * 31 + 7)) of \($0)" },
      new: { "a \(Self.word($0 * 31 + 8)), for \($0) people" }, state: nil),
    Case(
      name: "a word for no number", old: { "\($0 * 71 + 20)" }, new: { _ in "n/a" }, state: nil),
    Case(
      name: "a few that got a unit", old: { "\($0 * 71 + 20)" },
      new: { $0 % 4 == 0 ? "\($0 * 71 + 20)" : "\($0 * 71 + 20) g" }, state: nil),
  ]

  @Test(arguments: cases)
  func textsThatAreAllWrittenAnewAreTold(sample: Case) throws {
    let drift = Drift.between(
      try Self.side(0..<20, sample.old), try Self.side((0..<20).reversed(), sample.new))
    let changes = drift.changes.filter { $0.rule == .meaningChanged }
    #expect(changes.map(\.new) == [sample.state].compactMap { $0 })
    #expect(changes.count == drift.changes.count)
  }

  /// Of other records nobody knows what their texts were.
  @Test(arguments: cases)
  func textsOfOtherRecordsAreNotCompared(sample: Case) throws {
    let rules = Self.rules(try Self.side(0..<20, sample.old), try Self.side(20..<40, sample.new))
    #expect(rules.filter { $0 == "meaning-changed" } == [])
  }
}
