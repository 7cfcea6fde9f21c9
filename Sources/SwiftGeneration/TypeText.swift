import WireDates

/// Types as they stand in Swift.
struct TypeText {
  let options: GenerationOptions

  func name(_ type: SwiftType) -> String {
    switch type {
    case .bool: "Bool"
    case .integer: "Int"
    case .decimal: "Decimal"
    case .number: "Double"
    case .text: "String"
    case .url: options.isEncodable ? support("WireURL") : "URL"
    case .date(let format): date(format)
    case .any: support("JSONAny")
    case .named(let name): name
    case .list(let element): "[\(name(element))]"
    case .map(let value): "[String: \(name(value))]"
    case .optional(let type): "\(name(type))?"
    case .indirect(let type): "\(support("Indirect"))<\(name(type))>"
    }
  }

  private func date(_ format: DateFormat) -> String {
    switch format {
    case .iso8601, .iso8601Fractional: dateType("ISO8601Date")
    case .unixSeconds: dateType("UnixSecondsDate")
    case .unixMilliseconds: dateType("UnixMillisecondsDate")
    case .pattern(let pattern): "\(dateType("PatternDate"))<\(patternName(pattern))>"
    }
  }

  /// The name of a type of dates: that of the module WireDates, or that of the file.
  func dateType(_ name: String) -> String { options.importsWireDates ? name : support(name) }

  /// The name of the type that names a pattern; another pattern gives another name.
  func patternName(_ pattern: String) -> String {
    let known = [SQLDateTime.pattern: "SQLDateTime", CalendarDay.pattern: "CalendarDay"][pattern]
    if let known { return dateType(known) }
    let words = pattern.unicodeScalars.reduce(into: "") { name, scalar in
      switch scalar {
      case "-": name += "Dash"
      case "/": name += "Slash"
      case ".": name += "Dot"
      case ":": name += "Colon"
      case " ": name += "Space"
      case "'": name += "Quote"
      case _ where scalar.isASCII && scalar.properties.isAlphabetic:
        name.unicodeScalars.append(scalar)
      default: name += "U\(String(scalar.value, radix: 16))"
      }
    }
    return support("Pattern_" + words)
  }

  /// The name of a type that the file has beside those of the contract.
  func support(_ name: String) -> String { options.prefix + name }
}
