import StrictJSON

/// A value as a short text for messages.
struct Excerpt {
  let text: String

  private static let longest = 60

  init(of value: JSONValue) {
    switch value.kind {
    case .null, .bool: text = value.source
    case .number, .string, .array, .object: text = Self.shortened(value)
    }
  }

  private static func shortened(_ value: JSONValue) -> String {
    let isContainer = value.kind == .array || value.kind == .object
    // A long container is named only, as its beginning says little.
    if value.byteRange.count > 4 * longest, isContainer { return value.kind.description }
    let source = value.source
    guard source.count > longest else { return source }
    return isContainer ? value.kind.description : source.prefix(longest) + "…"
  }
}
