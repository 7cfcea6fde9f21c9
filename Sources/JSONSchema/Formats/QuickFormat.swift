import StrictJSON
import WireDates

/// Knows the usual spellings of dates and of addresses from their bytes.
///
/// A yes is certain. A no means that the format itself must be asked, with a `String`: this knows
/// no day after the 28th, no leap second and no escape but `\/`.
enum QuickFormat {
  static func accepts(
    _ bytes: Span<UInt8>, _ entry: JSONTapeEntry, _ format: StringFormat
  ) -> Bool {
    let text = bytes.extracting(entry.content)
    switch format {
    case .dateTime: return PlainDate(text)?.form.isDateTime ?? false
    case .date: return PlainDate(text)?.form == .day
    case .uri, .uriReference, .iri, .iriReference: return TextForm.isPlainWebURL(text)
    default: return false
    }
  }

  static func accepts(_ bytes: Span<UInt8>, _ entry: JSONTapeEntry, _ form: PlainDate.Form?) -> Bool
  {
    form.map { PlainDate(bytes.extracting(entry.content))?.form == $0 } ?? false
  }
}

extension PlainDate.Form {
  /// The form in which a format writes its dates; nil for any other.
  init?(_ format: DateFormat) {
    switch format {
    case .iso8601: self = .iso8601
    case .iso8601Fractional: self = .iso8601Fractional
    case .pattern("yyyy-MM-dd HH:mm:ss"): self = .dayAndTime
    case .pattern("yyyy-MM-dd"): self = .day
    case .pattern, .unixSeconds, .unixMilliseconds: return nil
    }
  }
}
