import StrictJSON

extension JSONValue {
  /// The value as a short text for messages: its source, of at most 60 characters.
  ///
  /// A longer container is named only, as its beginning says little.
  var excerpt: String {
    let longest = 60
    let isContainer = kind == .array || kind == .object
    if isContainer, byteRange.count > 4 * longest { return kind.description }
    let source = source
    guard source.count > longest else { return source }
    return isContainer ? kind.description : source.prefix(longest) + "…"
  }
}
