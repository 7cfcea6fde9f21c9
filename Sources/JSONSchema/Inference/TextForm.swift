package import WireDates

/// A form that all the texts of a place can share: what `format` or `x-format` says.
public enum TextForm: String, Sendable, Hashable, CaseIterable, Comparable {
  /// An RFC 3339 date-time, with or without a fraction.
  case dateTime = "date-time"
  /// An e-mail address.
  case email
  /// A number in text, such as an id `"52958"`.
  case numeric
  /// An absolute `http` or `https` URL.
  case uri
  /// A UUID.
  case uuid

  /// Orders forms by their names.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Says whether `format` of JSON Schema has a name for the form.
  var isStandardFormat: Bool { self != .numeric }

  /// The number of texts from which a form is stated so that others are refused.
  ///
  /// Nothing but a date or a UUID looks like one. A list of a few URLs may go on with other texts.
  var evidenceNeeded: Int {
    switch self {
    case .dateTime, .uuid, .numeric: 3
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
    if utf8.count == 36, StringFormat.uuid.accepts(text) { forms.append(.uuid) }
    if utf8.contains(UInt8(ascii: "@")), StringFormat.email.accepts(text) { forms.append(.email) }
    if utf8.count >= 20, StringFormat.dateTime.accepts(text) { forms.append(.dateTime) }
    return forms
  }

  /// The date formats of a text which is a real date; none for every other text.
  ///
  /// There is one, but for a date such as `03/04/2006`, in which the day or the month may be first.
  static func dateFormats(of text: String) -> [DateFormat] {
    guard text.utf8.count <= longestShortForm else { return [] }
    let look = DateLook(text: text)
    guard look.problem == nil else { return [] }
    guard let format = look.format else {
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

  private static let basicOffset = DateFormat.pattern("yyyy-MM-dd'T'HH:mm:ssZ")

  private static func isWebURL(_ text: String) -> Bool {
    let lowercased = text.prefix(8).lowercased()
    guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") else { return false }
    let host = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    return !host.isEmpty && StringFormat.uri.accepts(text)
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
