extension String {
  /// Whether the text has only characters of ASCII; most strings know it without a look.
  package var isASCII: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      var span = utf8Span
      return span.checkForASCII()
    }
    return utf8.allSatisfy { $0 < 0x80 }
  }
}
