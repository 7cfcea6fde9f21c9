import StrictJSON

extension JSONValue {
  /// The value as a short text for messages: its source, of at most 60 characters.
  ///
  /// A longer container is named only, as its beginning says little.
  var excerpt: String {
    let longest = Self.longestExcerpt
    let isContainer = kind == .array || kind == .object
    if isContainer, byteRange.count > 4 * longest { return kind.description }
    let source = source
    guard source.count > longest else { return source }
    return isContainer ? kind.description : source.prefix(longest) + "…"
  }

  private static let longestExcerpt = 60

  /// The elements of an array as a short text: the whole array, or as many of the first ones as are short enough.
  var excerptOfElements: String {
    guard byteRange.count > Self.longestExcerpt else { return source }
    var texts: [String] = []
    var room = Self.longestExcerpt
    for element in elements {
      let text = element.excerpt
      room -= text.count
      guard room >= 0 || texts.isEmpty else { break }
      texts.append(text)
    }
    let more = count - texts.count
    return texts.joined(separator: ", ") + (more > 0 ? " and \(more) others" : "")
  }
}
