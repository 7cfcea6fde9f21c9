package import Foundation
import WireDates

/// A day of the calendar, in UTC: `2026-11-21`.
package struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The day as `yyyy-MM-dd`.
  package let description: String

  private static let format = DateFormat.pattern("yyyy-MM-dd")

  /// Reads a day that is written as `yyyy-MM-dd`; nil for other text and for a day that never was.
  package init?(_ text: String) {
    guard Self.format.date(from: text) != nil else { return nil }
    description = text
  }

  /// The day in which a moment lies.
  package init(_ date: Date) {
    description = Self.format.string(from: date)
  }

  /// The day that comes a number of days later.
  package func adding(days: Int) -> Day {
    guard let date = Self.format.date(from: description) else { return self }
    return Day(date.addingTimeInterval(TimeInterval(days) * 86_400))
  }

  /// Whether one day is before another.
  package static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
