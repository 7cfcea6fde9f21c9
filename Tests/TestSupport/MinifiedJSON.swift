/// Removes the white space between the tokens of a JSON text, as most servers send it.
public func minifiedJSON(_ bytes: some Sequence<UInt8>) -> [UInt8] {
  var isInString = false
  var isEscaped = false
  return bytes.filter { byte in
    if isInString {
      if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      return true
    }
    isInString = byte == UInt8(ascii: "\"")
    return !" \t\r\n".utf8.contains(byte)
  }
}

/// The same for a text.
public func minifiedJSON(_ text: String) -> String {
  String(decoding: minifiedJSON(text.utf8), as: UTF8.self)
}
