import Foundation
import WireDates

// Where dates are read: values of type `Date` by the strategy of the decoder, the types that are one date on the wire,
// and what a person would not take for the date that a decoder makes of it.

extension Date: LeafType {
  static var placeholders: [Date] {
    [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_000_000_000)]
  }

  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Date {
    let format = session.dateFormat
    // As in JSONDecoder, no closure is given `null`.
    if case .custom(let read) = session.decoder.dateDecodingStrategy, !node.isNull {
      let date = try session.customValue(node, path, read)
      session.remarkDate(node, path, format: format)
      return date
    }
    if let date = session.plainDate(node) ?? session.foundationValue(Date.self, node) {
      session.remarkDate(node, path, format: format)
      return date
    }
    if case .deferredToDate = session.decoder.dateDecodingStrategy {
      throw session.mismatch("a number of seconds since 2001-01-01T00:00:00Z", node, path)
    }
    throw DateProblem(node, format: format).failure(path, session)
  }

  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Date {
    guard run.hasCustomDates else {
      let remarks = run.session.trail.remarks.count
      let date = try run.scalar(Date.self, index, place)
      // A later request that fails, and is swallowed, would take a remark with it that is none of its own.
      if run.session.trail.remarks.count > remarks { run.noteOdd() }
      return date
    }
    return try run.custom(Date.self, index, place)
  }
}

extension DecodingSession {
  /// Decodes a type that is one date.
  func date<Value: Decodable>(
    _ type: Value.Type, _ format: DateFormat?, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> Value {
    do throws(NodeFailure) {
      let date = try DecodingFrame(type, node, path, self).decode(type)
      let info = info(of: type)
      remarkDate(node, path, format: format) {
        info.dateProperty.map { info.holdsDate(date, in: $0) } ?? true
      }
      return date
    } catch {
      throw format.map { DateProblem(node, format: $0).explained(error, path, self) } ?? error
    }
  }

  /// Reads a date as Foundation does, where it is written as nearly all are; nil for all others.
  ///
  /// To ask Foundation for each date takes several times as long as all else.
  fileprivate func plainDate(_ node: JSONValue) -> Date? {
    switch decoder.dateDecodingStrategy {
    case .secondsSince1970: node.plainNumber().map { Date(timeIntervalSince1970: $0) }
    case .millisecondsSince1970: node.plainNumber().map { Date(timeIntervalSince1970: $0 / 1000) }
    case .deferredToDate: node.plainNumber().map { Date(timeIntervalSinceReferenceDate: $0) }
    case .iso8601: node.plainDateInUTC
    default: nil
    }
  }

  /// The format that the strategy for `Date` is known to expect.
  fileprivate var dateFormat: DateFormat? {
    switch decoder.dateDecodingStrategy {
    case .iso8601: .iso8601
    case .secondsSince1970: .unixSeconds
    case .millisecondsSince1970: .unixMilliseconds
    default: nil
    }
  }

  /// Remembers that a type accepted a date which is none, or which is not meant, unless it made no date of it.
  func remarkDate(
    _ node: JSONValue, _ path: DecodingPath, format: DateFormat?,
    _ isDate: () -> Bool = { true }
  ) {
    guard let doubt = DateDoubt(node, format: format), isDate() else { return }
    trail.noteRemark(
      issue(
        .implausibleDate, node, path, expected: doubt.expected, found: doubt.found,
        message: "the decoder accepts \(doubt.found) as a date, but it is \(doubt.reason)"))
  }
}

extension JSONValue {
  /// A date such as `2006-03-24T22:30:00Z`; nil before 1600, where Foundation counts by the Julian
  /// calendar up to 1582.
  fileprivate var plainDateInUTC: Date? {
    guard byteRange.count == 22, let text = string, text.utf8.count == 20, text.utf8.last == 0x5A,
      text >= "1600"
    else { return nil }
    return DateFormat.iso8601.date(from: text)
  }
}

extension FastPass {
  /// Whether there is something to say about a value that was accepted as a date.
  func isDoubtfulDate(_ index: Int, format: DateFormat?) -> Bool {
    let entry = tape[index]
    if entry.kind == .string, isPlainDate(entry) { return false }
    if entry.kind == .number {
      guard let format else { return false }
      if format == .unixSeconds, isPlainTime(index) { return false }
    }
    return DateDoubt(value(index), format: format) != nil
  }

  /// Whether a value is a time from 1970 to 2199 in whole seconds; see ``DateLook``.
  private func isPlainTime(_ index: Int) -> Bool {
    integer(index).map { 0...7_258_118_400 ~= $0 } ?? false
  }

  /// Whether a text is a real ISO 8601 date-time with a zone, of the years 1600 to 2199.
  ///
  /// It spares the look at nearly all dates; a text that it leaves out may be a date all the same.
  private func isPlainDate(_ entry: JSONTapeEntry) -> Bool {
    guard entry.flags.isEmpty else { return false }
    let bytes = bytes
    let text = bytes.span.extracting(Int(entry.offset) + 1..<Int(entry.end) - 1)
    guard let date = PlainDate(text) else { return false }
    return date.form.isDateTime && 1600...2199 ~= date.year && date.fractionDigits <= 9
      && date.offsetHours <= 14
  }
}
