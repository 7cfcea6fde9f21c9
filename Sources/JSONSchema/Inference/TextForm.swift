package import WireDates

/// A form that all the texts of a place can share: what `format` or `x-format` says.
public enum TextForm: String, Sendable, Hashable, CaseIterable, Comparable {
  /// A colour of CSS such as `#ff8800`.
  case color
  /// A country code of two capital letters (ISO 3166-1 alpha-2).
  case country
  /// An RFC 3339 date-time, with or without a fraction.
  case dateTime = "date-time"
  /// An e-mail address.
  case email
  /// A number in text, such as an id `"52958"`.
  case numeric
  /// An id of 24 lower-case hexadecimal digits, as MongoDB makes them.
  case objectID = "object-id"
  /// An absolute `http` or `https` URL.
  case uri
  /// A UUID.
  case uuid

  /// Orders forms by their names.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Whether `format` of JSON Schema has a name for the form.
  var isStandardFormat: Bool {
    switch self {
    case .dateTime, .email, .uri, .uuid: true
    case .color, .country, .numeric, .objectID: false
    }
  }

  /// The number of texts from which a form is stated so that others are refused.
  ///
  /// Nothing but a date or a UUID looks like one. A list of a few URLs may go on with other texts.
  var evidenceNeeded: Int {
    switch self {
    case .color, .country, .dateTime, .numeric, .objectID, .uuid: 3
    case .email: 10
    case .uri: 20
    }
  }

  /// No date, number, or UUID is longer.
  static let longestShortForm = 64

  /// Whether a text has the form.
  package func fits(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return !bytes.isEmpty && fits(bytes.span)
  }

  /// Whether a text, which is not empty, has the form.
  func fits(_ text: TextBytes) -> Bool {
    if self == .uri { return text[0] | 0x20 == UInt8(ascii: "h") && Self.isWebURL(text) }
    guard text.count <= Self.longestShortForm else { return false }
    return switch self {
    case .color: text[0] == UInt8(ascii: "#") && Self.isColor(text)
    case .country: text.count == 2 && CountryCodes.contains(text)
    case .dateTime: text.count >= 20 && Self.isDateTime(text)
    case .email: text.contains(UInt8(ascii: "@")) && StringFormat.email.accepts(text.string)
    case .numeric: Self.isNumeric(text)
    case .objectID: text.count == 24 && Self.isObjectID(text)
    case .uri: false
    case .uuid: text.count == 36 && StringFormat.uuid.accepts(text.string)
    }
  }

  /// The date formats of a text which is a real date; none for every other text.
  ///
  /// There is one, but for a date such as `03/04/2006`, in which the day or the month may be first, and
  /// for `May 3, 2006`, in which the name of the month may be short or whole.
  static func dateFormats(of text: TextBytes) -> [DateFormat] {
    guard text.count <= longestShortForm, DateGuess.canBeDate(text) else { return [] }
    if let date = DateGuess.plainDate(text) { return date.formats }
    return dateFormats(of: text.string)
  }

  /// The same for a text that may well be a date.
  private static func dateFormats(of text: String) -> [DateFormat] {
    let look = DateLook(text: text)
    guard look.problem == nil else { return [] }
    guard let format = look.format, look.ambiguousFormats.isEmpty else {
      return look.ambiguousFormats
    }
    // The look names the form. Whether the date is accepted is for the format itself to say.
    guard !format.isNumeric, format.date(from: text) != nil else { return [] }
    guard format == .iso8601 || format == .iso8601Fractional else { return [format] }
    // ISO 8601 writes an offset in ways that the format `date-time` of JSON Schema refuses.
    if StringFormat.dateTime.accepts(text) { return [format] }
    return basicOffset.date(from: text) == nil ? [] : [basicOffset]
  }

  private static let basicOffset = DateFormat.pattern("yyyy-MM-dd'T'HH:mm:ssZ")

  private static func isDateTime(_ text: TextBytes) -> Bool {
    DateGuess.plainDate(text)?.form.isDateTime ?? StringFormat.dateTime.accepts(text.string)
  }

  /// Reads `http://` or `https://`, a host, and what may follow it.
  private static func isWebURL(_ text: TextBytes) -> Bool {
    guard let index = endOfWebScheme(text), index < text.count, !isEndOfHost(text[index]) else {
      return false
    }
    return isPlainInURL(text, from: index) || StringFormat.uri.accepts(text.string)
  }

  /// The place behind `http://` or `https://`; nil for what begins in another way.
  private static func endOfWebScheme(_ text: TextBytes) -> Int? {
    guard text.count >= 8 else { return nil }
    let word = text.wholeWord(at: 0)
    // The letters may be capitals.
    if word | 0x0000_0020_2020_2020 == 0x2F2F_3A73_7074_7468 { return 8 }
    return (word | 0x2020_2020) & 0x00FF_FFFF_FFFF_FFFF == 0x002F_2F3A_7074_7468 ? 7 : nil
  }

  /// Whether a text is a web URL of plain characters, in which `/` may be written as `\/`.
  ///
  /// It says no to many other URLs.
  static func isPlainWebURL(_ text: TextBytes) -> Bool {
    guard text.count > 12, text.wholeWord(at: 0) & 0xFFFF_FFFF | 0x2020_2020 == 0x7074_7468 else {
      return false
    }
    var index = text[4] | 0x20 == UInt8(ascii: "s") ? 5 : 4
    guard text[index] == UInt8(ascii: ":") else { return false }
    index += 1
    for _ in 0..<2 {
      if text[index] == UInt8(ascii: "\\") { index += 1 }
      guard text[index] == UInt8(ascii: "/") else { return false }
      index += 1
    }
    return ASCII.isLetter(text[index]) && isPlainInURL(text, from: index)
  }

  private static func isEndOfHost(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// Whether a text has only letters, digits and `-._~/?=&`, or `\/` for `/`, from a place on.
  ///
  /// These may stand at every place of a URL behind its scheme. Eight bytes are looked at together;
  /// the place is at least the eighth.
  private static func isPlainInURL(_ text: TextBytes, from start: Int) -> Bool {
    var index = start
    while index < text.count {
      let left = text.count &- index
      var word = text.wholeWord(at: min(index, text.count &- 8))
      if left < 8 {
        // The last word begins earlier. What was looked at before makes room for letters.
        let seen = UInt64(truncatingIfNeeded: 8 &* (8 &- left))
        word = word &>> seen | ByteLanes.all("a") &<< UInt64(truncatingIfNeeded: 8 &* left)
      }
      var others =
        (~ByteLanes.between("a", "z", in: word | ByteLanes.all(" "))
          & ~ByteLanes.between("-", "9", in: word) | word) & ByteLanes.highBits
      if others != 0 {
        // `=` and `?` differ in one bit.
        let signs =
          ByteLanes.equal("?", in: word | ByteLanes.all("\u{2}")) | ByteLanes.equal("_", in: word)
          | ByteLanes.equal("&", in: word) | ByteLanes.equal("~", in: word)
        others &= ~signs | word
      }
      guard others == 0 else {
        // A byte before the first other one is plain.
        index &+= others.trailingZeroBitCount / 8
        guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
          text[index + 1] == UInt8(ascii: "/")
        else { return false }
        index &+= 2
        continue
      }
      index &+= 8
    }
    return true
  }

  /// Reads `#` and 3, 6 or 8 hexadecimal digits.
  private static func isColor(_ text: TextBytes) -> Bool {
    guard [4, 7, 9].contains(text.count) else { return false }
    for index in 1..<text.count where !ASCII.isHexDigit(text[index]) { return false }
    return true
  }

  /// Reads hexadecimal digits, at least one of them a letter.
  private static func isObjectID(_ text: TextBytes) -> Bool {
    !text.allSatisfy(ASCII.isDigit)
      && text.allSatisfy { ASCII.isDigit($0) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
  }

  /// Reads an optional sign, digits, and an optional fraction, with nothing around them.
  private static func isNumeric(_ text: TextBytes) -> Bool {
    var index = text[0] == UInt8(ascii: "-") ? 1 : 0
    var digits = 0
    var hasPoint = false
    while index < text.count {
      if ASCII.isDigit(text[index]) {
        digits += 1
      } else {
        guard text[index] == UInt8(ascii: "."), !hasPoint, digits > 0 else { return false }
        hasPoint = true
        digits = 0
      }
      index += 1
    }
    return digits > 0
  }
}

/// The forms that all the texts of a place have so far.
///
/// A form that one text lacks is never looked for again.
struct TextForms: Sendable {
  private(set) var bits: UInt8

  static let all = TextForms(bits: UInt8((1 << TextForm.allCases.count) - 1))

  init(bits: UInt8) { self.bits = bits }

  init(_ forms: [TextForm]) {
    self.init(bits: 0)
    for form in forms { bits |= Self.bit(form) }
  }

  private static func bit(_ form: TextForm) -> UInt8 {
    switch form {
    case .color: 1
    case .dateTime: 2
    case .email: 4
    case .numeric: 8
    case .objectID: 16
    case .uri: 32
    case .uuid: 64
    case .country: 128
    }
  }

  var isEmpty: Bool { bits == 0 }

  /// Whether there is no form but one, or none at all.
  func isWithoutOthers(than form: TextForm) -> Bool { bits & ~Self.bit(form) == 0 }

  func contains(_ form: TextForm) -> Bool { bits & Self.bit(form) != 0 }

  mutating func formIntersection(_ other: TextForms) { bits &= other.bits }

  /// Drops the forms that a text lacks.
  mutating func keep(formsOf text: TextBytes) {
    if bits == Self.bit(.uri) {
      if !TextForm.uri.fits(text) { bits = 0 }
      return
    }
    for form in TextForm.allCases where contains(form) && !form.fits(text) {
      bits &= ~Self.bit(form)
    }
  }
}

extension DateFormat {
  /// Whether inference gives the format to dates that are written in it.
  ///
  /// A person may state a format that inference takes for another one, or for none. Then only
  /// validation can tell whether it is kept.
  package var isInferable: Bool {
    let example = Array(example.utf8)
    return isNumeric || TextForm.dateFormats(of: example.span) == [self]
  }
}
