package import WireDates

/// A form that all the texts of a place can share: what `format` or `x-format` says.
public enum TextForm: String, Sendable, Hashable, CaseIterable, Comparable {
  /// A colour of CSS such as `#ff8800`.
  case color
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

  /// Says whether `format` of JSON Schema has a name for the form.
  var isStandardFormat: Bool {
    switch self {
    case .dateTime, .email, .uri, .uuid: true
    case .color, .numeric, .objectID: false
    }
  }

  /// The number of texts from which a form is stated so that others are refused.
  ///
  /// Nothing but a date or a UUID looks like one. A list of a few URLs may go on with other texts.
  var evidenceNeeded: Int {
    switch self {
    case .color, .dateTime, .numeric, .objectID, .uuid: 3
    case .email: 10
    case .uri: 20
    }
  }

  /// No date, number, or UUID is longer.
  private static let longestShortForm = 64

  /// The forms that a text has.
  static func forms(of text: String) -> [TextForm] {
    var forms: [TextForm] = []
    let utf8 = text.utf8
    guard let first = utf8.first else { return [] }
    if first | 0x20 == UInt8(ascii: "h"), isWebURL(text) { forms.append(.uri) }
    guard utf8.count <= longestShortForm else { return forms }
    if isNumeric(utf8) { forms.append(.numeric) }
    if first == UInt8(ascii: "#"), isColor(utf8) { forms.append(.color) }
    if utf8.count == 24, isObjectID(utf8) { forms.append(.objectID) }
    if utf8.count == 36, StringFormat.uuid.accepts(text) { forms.append(.uuid) }
    if utf8.contains(UInt8(ascii: "@")), StringFormat.email.accepts(text) { forms.append(.email) }
    if utf8.count >= 20, StringFormat.dateTime.accepts(text) { forms.append(.dateTime) }
    return forms
  }

  /// The date formats of a text which is a real date; none for every other text.
  ///
  /// There is one, but for a date such as `03/04/2006`, in which the day or the month may be first.
  static func dateFormats(of text: String) -> [DateFormat] {
    guard text.utf8.count <= longestShortForm, text.utf8.contains(where: ASCII.isDigit) else {
      return []
    }
    let look = DateLook(text: text)
    guard look.problem == nil else { return [] }
    guard let format = look.format else {
      guard mayBeAmbiguous(text.utf8) else { return [] }
      let formats = ambiguousFormats.filter { $0.date(from: text) != nil }
      return formats.count > 1 ? formats : []
    }
    // The look names the form. Whether the date is accepted is for the format itself to say.
    guard !format.isNumeric, format.date(from: text) != nil else { return [] }
    guard format == .iso8601 || format == .iso8601Fractional else { return [format] }
    // ISO 8601 writes an offset in ways that the format `date-time` of JSON Schema refuses.
    if StringFormat.dateTime.accepts(text) { return [format] }
    return basicOffset.date(from: text) == nil ? [] : [basicOffset]
  }

  private static let ambiguousFormats: [DateFormat] = [
    .pattern("dd/MM/yyyy"), .pattern("MM/dd/yyyy"), .pattern("dd.MM.yyyy"), .pattern("MM.dd.yyyy"),
  ]

  /// Says whether a text is as long as a day with its month and year, and begins like one.
  private static func mayBeAmbiguous(_ utf8: String.UTF8View) -> Bool {
    guard utf8.count == 10, let first = utf8.first, ASCII.isDigit(first) else { return false }
    return utf8.contains(UInt8(ascii: "/")) || utf8.contains(UInt8(ascii: "."))
  }

  private static let basicOffset = DateFormat.pattern("yyyy-MM-dd'T'HH:mm:ssZ")

  private static func isWebURL(_ text: String) -> Bool {
    let lowercased = text.prefix(8).lowercased()
    guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") else { return false }
    let host = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    return !host.isEmpty && StringFormat.uri.accepts(text)
  }

  /// Reads `#` and 3, 6 or 8 hexadecimal digits.
  private static func isColor(_ utf8: String.UTF8View) -> Bool {
    [4, 7, 9].contains(utf8.count) && utf8.dropFirst().allSatisfy(ASCII.isHexDigit)
  }

  /// Reads hexadecimal digits, at least one of them a letter.
  private static func isObjectID(_ utf8: String.UTF8View) -> Bool {
    utf8.contains { $0 > UInt8(ascii: "9") }
      && utf8.allSatisfy { ASCII.isHexDigit($0) && $0 != $0 & ~0x20 || ASCII.isDigit($0) }
  }

  /// Reads an optional sign, digits, and an optional fraction, with nothing around them.
  private static func isNumeric(_ utf8: String.UTF8View) -> Bool {
    var rest = utf8[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      }
  }
}

extension DateFormat {
  /// Says whether inference gives the format to dates that are written in it.
  ///
  /// A person may state a format that inference takes for another one, or for none. Then only
  /// validation can tell whether it is kept.
  package var isInferable: Bool { isNumeric || TextForm.dateFormats(of: example) == [self] }
}
