import Foundation
import StrictJSON

/// What the values of a column look like, in sums.
struct ColumnProfile: Sendable {
  /// The records that hold a value.
  var records = 0
  /// The values.
  private(set) var values = 0
  private(set) var booleans = 0
  private(set) var numbers = 0
  private(set) var addresses = 0
  private(set) var numberedAddresses = 0
  private(set) var identifiers = 0
  private(set) var phrases = 0
  private(set) var symbols = 0
  private(set) var digits = 0
  private(set) var logarithmOfLength = 0.0
  private(set) var squareOfLength = 0.0
  private(set) var words = 0
  private(set) var capitals = 0
  private(set) var foreign = 0
  private(set) var dates = 0
  private(set) var compactDates = 0
  private(set) var truths = 0
  private(set) var spans = 0
  /// The texts that were looked at, and not a sketch of them, those with tags, the names of time zones, and mails.
  private(set) var texts = 0
  private(set) var markups = 0
  private(set) var zones = 0
  private(set) var mails = 0
  /// How many numbers each text is made of; 0 where they are not all of as many.
  private(set) var numbersInText: Int?
  private(set) var fractions = 0
  private(set) var range: ClosedRange<Double>?
  /// The range of the numbers in which addresses end.
  private var rangeInAddresses: ClosedRange<Double>?
  /// The hosts of addresses, a few of them.
  private(set) var hosts: Set<UInt64> = []
  /// The short texts by their letters and digits alone, in any case; a few more than a vocabulary has.
  private(set) var vocabulary: Set<UInt64> = []
  /// The file endings of addresses, a few of them.
  private(set) var endings: Set<UInt64> = []
  /// The pattern that all texts have.
  private var mask: TextLook.Mask = .unknown
  private var beginning = TextBeginning()

  mutating func add(_ value: JSONValue) {
    switch value.kind {
    case .bool:
      values += 1
      booleans += 1
      truths += 1
    case .number:
      values += 1
      numbers += 1
      digits += 1
      let number = Double(value.source) ?? 0
      let size = Self.bounded(number).magnitude
      logarithmOfLength += log2(1 + size) / 4
      squareOfLength += log2(1 + size) / 4 * log2(1 + size) / 4
      if size != size.rounded() { fractions += 1 }
      add(number)
      if TextLook.isCompactDate(number) { compactDates += 1 }
      if value.source == "0" || value.source == "1" { truths += 1 }
      if vocabulary.count <= Self.mostWords {
        vocabulary.insert(TextLook.letters(of: value.source.utf8))
      }
    case .string: add(text: value.string ?? "")
    case .null, .array, .object: break
    }
  }

  private mutating func add(_ number: Double) {
    let number = Self.bounded(number)
    range = min(range?.lowerBound ?? number, number)...max(range?.upperBound ?? number, number)
  }

  /// A number beyond the largest one is no further away: no sum and no difference becomes infinite.
  private static func bounded(_ number: Double) -> Double {
    min(max(number, -largest), largest)
  }

  mutating func add(text: String) {
    let utf8 = text.utf8
    guard !utf8.isEmpty else { return }
    values += 1
    texts += 1
    if TextLook.isMarkup(utf8.prefix(Self.longestLook)) { markups += 1 }
    if TextLook.isTimeZone(utf8) { zones += 1 }
    if TextLook.isMail(utf8) { mails += 1 }
    let length = log2(1 + Double(utf8.count))
    logarithmOfLength += length
    squareOfLength += length * length
    var hasForeign = false
    var previous = UInt8(ascii: " ")
    for byte in utf8.prefix(Self.longestLook) {
      if byte >= 0x80 { hasForeign = true }
      if previous == UInt8(ascii: " "), byte != previous { words += 1 }
      previous = byte
    }
    if hasForeign { foreign += 1 }
    beginning.addOpening(utf8)
    if let first = utf8.first, 0x41...0x5A ~= first { capitals += 1 }
    if TextLook.looksLikeDate(utf8) { dates += 1 }
    if TimeSpan(text) != nil { spans += 1 }
    let parts = TextLook.numbers(in: utf8)
    numbersInText = numbersInText.map { $0 == parts ? parts : 0 } ?? parts
    if mask != .mixed {
      let own = TextLook.mask(of: utf8)
      if mask == .unknown { mask = own } else if mask != own { mask = .mixed }
    }
    if utf8.starts(with: "http://".utf8) || utf8.starts(with: "https://".utf8) {
      if hosts.count < Self.mostHosts { hosts.insert(TextLook.host(of: utf8)) }
      if endings.count < Self.mostHosts, let ending = TextLook.ending(of: utf8) {
        endings.insert(ending)
      }
      addAddress(text)
    } else if TextLook.isReference(utf8) {
      addAddress(text)
      if TextLook.hasScheme(utf8), hosts.count < Self.mostHosts {
        hosts.insert(TextLook.host(of: utf8))
      }
    }
    if TextLook.isIdentifier(utf8) { identifiers += 1 }
    if utf8.contains(0x20) { phrases += 1 }
    let number = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    if !number.isEmpty, number.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }) {
      digits += 1
      if utf8.count <= Self.longestNumber, let number = Double(text) {
        add(number)
        if utf8.count == 8, TextLook.isCompactDate(number) { compactDates += 1 }
      }
    }
    if TextLook.isTruth(utf8) { truths += 1 }
    if vocabulary.count <= Self.mostWords, utf8.count <= Self.longestWord {
      vocabulary.insert(TextLook.letters(of: utf8))
    }
    if !utf8.contains(where: { $0 < 0x80 && $0 > 0x20 }) { symbols += 1 }
  }

  private mutating func addAddress(_ text: String) {
    addresses += 1
    beginning.addSteps(of: text)
    let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let step = path.split(separator: UInt8(ascii: "/")).last, step.count < path.count,
      step.count <= Self.longestNumber, step.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Double(String(Substring(step)))
    else { return }
    numberedAddresses += 1
    rangeInAddresses =
      min(
        rangeInAddresses?.lowerBound ?? number, number)...max(
        rangeInAddresses?.upperBound ?? number, number)
  }

  /// Whether one holds addresses that end in numbers, and the other numbers that may be these: `/teams/57` and `57`.
  func isNumberInAddress(of other: ColumnProfile) -> Bool {
    let (addresses, numbers) = isDigits ? (other, self) : (self, other)
    guard addresses.values >= Self.fewestOpenings, numbers.values >= Self.fewestOpenings,
      addresses.numberedAddresses == addresses.values, numbers.isDigits, numbers.fractions == 0,
      let range = addresses.rangeInAddresses, let others = numbers.range
    else { return false }
    return Self.areOfOneSize(range, others)
  }

  /// Whether one holds numbers and the other words that are no numbers and no times.
  func isWordsOrNumbers(besides other: ColumnProfile) -> Bool {
    let words = isNumeric ? other : self
    return isNumeric != other.isNumeric && values > 0 && other.values > 0 && words.isText
      && words.digits == 0 && words.dates == 0
  }

  /// Whether one holds a few whole numbers that come back, and the other a few words that do: codes and what they mean.
  func isCode(of other: ColumnProfile) -> Bool {
    let (words, numbers) = isNumeric ? (other, self) : (self, other)
    return numbers.isNumeric && numbers.fractions == 0 && words.isText && words.digits == 0
      && words.phrases + words.addresses + words.dates == 0
      && [numbers, words].allSatisfy {
        $0.vocabulary.count >= 2 && $0.vocabulary.count <= Self.mostWords
          && $0.values >= Self.fewestOfEachWord * $0.vocabulary.count
      }
  }

  /// Whether the numbers of both lie in one range, or the largest are of one size; numbers that were not kept may be.
  func isOfOneSize(as other: ColumnProfile) -> Bool {
    guard let range, let others = other.range, min(values, other.values) >= 3 else { return true }
    return Self.areOfOneSize(range, others)
  }

  private static func areOfOneSize(
    _ range: ClosedRange<Double>, _ other: ClosedRange<Double>
  ) -> Bool {
    let largest = { (range: ClosedRange<Double>) in
      max(range.lowerBound.magnitude, range.upperBound.magnitude)
    }
    let sizes = [largest(range), largest(other)].sorted()
    return range.overlaps(other) || sizes[1] <= sizes[0] * mostOfOneSize
  }

  // MARK: Sketches

  /// Sets the range of values of which only the looks are known, if all are numbers.
  mutating func setRange(_ range: ClosedRange<Double>?) {
    if isNumeric { self.range = range }
  }

  /// The counts of the looks that a sketch keeps of a value, each in one bit.
  private var looks: [Int] {
    get {
      [
        booleans, numbers, addresses, identifiers, phrases, symbols, digits, capitals, foreign,
        dates,
        fractions,
      ]
    }
    set {
      (booleans, numbers, addresses, identifiers) = (
        newValue[0], newValue[1], newValue[2], newValue[3]
      )
      (phrases, symbols, digits, capitals) = (newValue[4], newValue[5], newValue[6], newValue[7])
      (foreign, dates, fractions) = (newValue[8], newValue[9], newValue[10])
    }
  }

  private static let sizeBits: UInt64 = 5
  private static let maskBits: UInt64 = 5

  /// What the one value of this profile looks like, in 21 bits: each look, the size in halves of a power of
  /// two, and five bits of the pattern.
  var lookOfOne: UInt64 {
    var bits: UInt64 = 0
    for (place, count) in looks.enumerated() where count > 0 { bits |= 1 << UInt64(place) }
    var pattern: UInt64 = 0
    if case .uniform(let bytes) = mask {
      var hash = FNVHash()
      for byte in bytes { hash.add(UInt64(byte)) }
      // No pattern is 0.
      pattern = (hash.value ^ hash.value >> 32) % (1 << Self.maskBits - 1) + 1
    }
    let size = min(UInt64(max(0, 2 * logarithmOfLength).rounded()), 1 << Self.sizeBits - 1)
    return (bits << Self.sizeBits | size) << Self.maskBits | pattern
  }

  /// Whether a look is that of an address, or of a date.
  static func isAddress(look: UInt64) -> Bool { hasLook(2, look) }
  static func isDate(look: UInt64) -> Bool { hasLook(9, look) }

  /// Whether a look has one of ``looks``.
  private static func hasLook(_ place: UInt64, _ look: UInt64) -> Bool {
    look >> (sizeBits + maskBits + place) & 1 == 1
  }

  /// Adds a value of which only the looks are known.
  mutating func add(look: UInt64) {
    values += 1
    let bits = look >> (Self.sizeBits + Self.maskBits)
    looks = looks.enumerated().map { place, count in count + Int(bits >> UInt64(place) & 1) }
    let size = Double(look >> Self.maskBits & (1 << Self.sizeBits - 1)) / 2
    logarithmOfLength += size
    squareOfLength += size * size
    // How many words a phrase has was not kept.
    words += bits >> 4 & 1 == 1 ? 3 : 1
    let pattern = UInt8(truncatingIfNeeded: look & (1 << Self.maskBits - 1))
    let own: TextLook.Mask = pattern == 0 ? .mixed : .uniform([pattern])
    if mask == .unknown { mask = own } else if mask != own { mask = .mixed }
  }

  /// What the values are for sure; nil where they are mixed, or plain.
  var form: ValueLook? {
    guard values > 0 else { return nil }
    let all = { (count: Int) in count == values }
    if all(addresses) { return .address }
    if all(identifiers) { return .identifier }
    if all(symbols) { return .symbol }
    if all(phrases) { return .phrase }
    return nil
  }

  /// The share of the values that have a look.
  func share(of look: ValueLook) -> Double {
    let count =
      switch look {
      case .address: addresses
      case .identifier: identifiers
      case .symbol: symbols
      case .phrase: phrases
      case .number: numbers
      case .digits: digits
      case .text: values - numbers - booleans
      }
    return values == 0 ? 0 : Double(count) / Double(values)
  }

  /// What the values look like; mixed ones are plain.
  var look: ValueLook { form ?? (isNumeric ? .number : isDigits ? .digits : .text) }

  var isDates: Bool { values > 0 && dates == values }
  /// Whether the values are such as are brought up to date in a record, or written anew: numbers, times,
  /// addresses.
  var isUpdated: Bool { values > 0 && digits + dates + addresses >= values }
  /// Whether the values are seconds since 1970, or thousandths of them, by their size.
  var isSeconds: Bool {
    guard isDigits, let range else { return false }
    return [1.0, 1000].contains { range.lowerBound >= 3e8 * $0 && range.upperBound <= 4e9 * $0 }
  }
  /// Whether the values are days such as `20060324`.
  private var isCompactDates: Bool { values >= Self.fewestOpenings && compactDates == values }
  /// Whether one holds times as texts and the other as seconds, or as digits.
  func isSeconds(of other: ColumnProfile) -> Bool {
    isDates && other.isTimeInDigits || isTimeInDigits && other.isDates
  }
  /// Whether one holds spans of time as texts, such as `4:37`, and the other as numbers or in another form.
  func isTimeSpan(of other: ColumnProfile) -> Bool {
    let (texts, others) = isNumeric ? (other, self) : (self, other)
    return texts.areSpans && (others.areSpans || others.isNumeric)
  }
  private var areSpans: Bool { values > 0 && spans == values }
  /// Whether one holds truths, and the other the same in words or numbers.
  func isTruth(of other: ColumnProfile) -> Bool {
    isBoolean != other.isBoolean && isTruth && other.isTruth
  }
  private var isTimeInDigits: Bool { isSeconds || isCompactDates }
  /// Whether the values are texts of several sentences, as descriptions are.
  var isProse: Bool { isOfPhrases && isText && words >= Self.fewestWordsOfProse * values }
  /// Whether most values have several words.
  var isOfPhrases: Bool { phrases * 2 > values }
  var isText: Bool { values > 0 && booleans == 0 && numbers == 0 }
  var isDigits: Bool { values > 0 && digits == values }
  /// Whether one holds texts of several sentences, and the other single words or codes.
  func isProse(besides other: ColumnProfile) -> Bool {
    let (prose, others) = isProse ? (self, other) : (other, self)
    return prose.isProse && others.isText && others.phrases == 0
      && prose.values >= Self.fewestOpenings
  }
  /// Whether one holds parts of one, such as `0.65`, and the other whole numbers far beyond a hundred.
  func isShare(besides other: ColumnProfile) -> Bool {
    let (shares, counts) = fractions > 0 ? (self, other) : (other, self)
    guard let range = shares.range, let others = counts.range, shares.isNumeric, counts.isNumeric,
      min(values, other.values) >= Self.fewestOpenings
    else { return false }
    return shares.fractions * 2 > shares.values && counts.fractions == 0
      && max(range.lowerBound.magnitude, range.upperBound.magnitude) <= 1
      && others.upperBound > Self.mostPercent
  }
  /// Whether all values are texts with tags, as a page has them.
  var isMarkup: Bool { values >= Self.fewestOpenings && markups == values }
  /// Whether all values are digits, or none is.
  var isUniform: Bool { digits == values || digits == 0 }
  var isNumeric: Bool { values > 0 && numbers == values }
  var isBoolean: Bool { values > 0 && booleans == values }
  /// Whether all values are truths, in whatever words.
  var isTruth: Bool { values > 0 && truths == values }

  /// Whether both hold numbers, one of them in text.
  func isNumberInText(of other: ColumnProfile) -> Bool {
    isDigits && other.isDigits && isNumeric != other.isNumeric
  }

  /// Whether all texts of both columns have one pattern, such as `AA-00`; nil where one has none.
  ///
  /// Dates are one pattern, however they are written.
  func hasPattern(of other: ColumnProfile) -> Bool? {
    if isDates, other.isDates, values >= 3, other.values >= 3 { return true }
    guard case .uniform(let left) = mask, case .uniform(let right) = other.mask, values >= 3,
      other.values >= 3
    else { return nil }
    return left == right
  }

  /// Whether the texts of two columns begin alike, as ids do that tell what they are of: `card_`, `R_kgDO`; nil
  /// where one has no such beginning.
  func hasOpening(of other: ColumnProfile) -> Bool? {
    let areWords = { (profile: ColumnProfile) in
      profile.isText && profile.values >= Self.fewestOpenings
        && profile.phrases + profile.addresses + profile.dates + profile.digits == 0
    }
    return areWords(self) && areWords(other) ? beginning.hasOpening(of: other.beginning) : nil
  }

  /// Whether the addresses of both lead to one kind of thing: they have a word on their way in common; nil where one
  /// has no such word.
  func hasSteps(of other: ColumnProfile) -> Bool? {
    guard form == .address, other.form == .address,
      min(values, other.values) >= Self.fewestOpenings
    else { return nil }
    return beginning.hasSteps(of: other.beginning)
  }

  /// Whether the addresses of both lead the same way, but for the ids on it: `/v2/apps/7/routes` and `/v3/apps/9/routes`.
  func hasAllSteps(of other: ColumnProfile) -> Bool {
    form == .address && other.form == .address && beginning.hasAllSteps(of: other.beginning)
  }

  /// Whether all ids of both columns have one length; nil where those of one have several, or are no long ids.
  ///
  ///     "5f9c1e7b2a4d6c8e0f1a2b3c" and "95ef83e4bf27c263093608c76b9fae19" have not
  func hasLength(of other: ColumnProfile) -> Bool? {
    guard let mine = lengthOfIDs, let theirs = other.lengthOfIDs else { return nil }
    return abs(mine - theirs) < Self.sameLength
  }

  /// The logarithm of the length that all values have; nil where they are no long ids of one length.
  private var lengthOfIDs: Double? {
    guard texts == values, values >= Self.fewestOpenings, capitals + foreign + symbols == 0,
      phrases + addresses + dates + digits == 0
    else { return nil }
    let mean = logarithmOfLength / Double(values)
    let variance = squareOfLength / Double(values) - mean * mean
    return mean >= Self.lengthOfID && variance < Self.sameLength * Self.sameLength ? mean : nil
  }

  /// The logarithm of a length of 16, and less than those of any two lengths of ids differ by.
  private static let lengthOfID = 4.0
  private static let sameLength = 0.002

  static let fewestOpenings = 3

  /// The longest beginning of a text that is looked at byte by byte.
  private static let longestLook = 400
  private static let largest = Double.greatestFiniteMagnitude / 4
  private static let mostHosts = 8
  private static let longestNumber = 17
  private static let mostOfOneSize = 10.0
  private static let mostPercent = 100.0
  private static let fewestWordsOfProse = 8

  /// The most words of a vocabulary, such as the kinds of a thing, and the longest one.
  static let mostWords = 16
  private static let longestWord = 24
  private static let fewestOfEachWord = 2

  /// The share of the words of the smaller vocabulary that the other one has, in whatever case; 0 where
  /// either column has too many words to be one.
  func sharedWords(with other: ColumnProfile) -> Double {
    let smaller = min(vocabulary.count, other.vocabulary.count)
    guard smaller >= 2, max(vocabulary.count, other.vocabulary.count) <= Self.mostWords, isText,
      other.isText
    else { return 0 }
    return Double(vocabulary.intersection(other.vocabulary).count) / Double(smaller)
  }

  /// Whether a word is one of a small vocabulary, in whatever case.
  func hasWord(_ word: String) -> Bool {
    vocabulary.count <= Self.mostWords && vocabulary.contains(TextLook.letters(of: word.utf8))
  }
}
