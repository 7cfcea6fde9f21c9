/// An encoding of a JSON text that is not UTF-8; by RFC 8259 section 8.1 no two systems use one.
///
/// Without a byte order mark UTF-16 and UTF-32 show by their zero bytes, because the first character of a
/// JSON text is ASCII (RFC 4627 section 3).
package struct TextEncoding {
  /// The number of bytes of a code unit, 2 or 4.
  private let width: Int
  private let isBigEndian: Bool
  private let hasByteOrderMark: Bool

  /// Finds the encoding from the first bytes; nil for what may be UTF-8.
  package init?(otherThanUTF8 bytes: [UInt8]) {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0x00, 0x00, 0xFE, 0xFF]) {
      self.init(width: 4, isBigEndian: true, hasByteOrderMark: true)
    } else if start.starts(with: [0xFF, 0xFE, 0x00, 0x00]) {
      self.init(width: 4, isBigEndian: false, hasByteOrderMark: true)
    } else if start.starts(with: [0xFE, 0xFF]) {
      self.init(width: 2, isBigEndian: true, hasByteOrderMark: true)
    } else if start.starts(with: [0xFF, 0xFE]) {
      self.init(width: 2, isBigEndian: false, hasByteOrderMark: true)
    } else {
      switch start.map({ $0 == 0 }) {
      case [true, true, true, false]: self.init(width: 4, isBigEndian: true)
      case [false, true, true, true]: self.init(width: 4, isBigEndian: false)
      case [true, false, true, false], [true, false]: self.init(width: 2, isBigEndian: true)
      case [false, true, false, true], [false, true]: self.init(width: 2, isBigEndian: false)
      default: return nil
      }
    }
  }

  private init(width: Int, isBigEndian: Bool, hasByteOrderMark: Bool = false) {
    self.width = width
    self.isBigEndian = isBigEndian
    self.hasByteOrderMark = hasByteOrderMark
  }

  /// The same text in UTF-8, without a byte order mark; nil where `JSONDecoder` does not read it.
  ///
  /// As there, a code unit that is cut at the end is left out.
  package func utf8(of bytes: [UInt8]) -> [UInt8]? {
    // It takes this mark for the one of UTF-16, and then finds zeros.
    if width == 4, hasByteOrderMark, !isBigEndian { return nil }
    let end = bytes.count / width * width
    let starts = stride(from: hasByteOrderMark ? width : 0, to: end, by: width)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isText = true
    func append(_ scalar: UInt32) {
      guard let scalar = Unicode.Scalar(scalar) else {
        isText = false
        return
      }
      result += Array(String(scalar).utf8)
    }
    var lead: UInt32?
    for start in starts {
      let unit = unit(bytes, at: start)
      guard width == 2 else {
        append(unit)
        continue
      }
      if let first = lead {
        guard UTF16.isTrailSurrogate(UInt16(truncatingIfNeeded: unit)) else { return nil }
        append(0x1_0000 + (first & 0x3FF) << 10 + unit & 0x3FF)
        lead = nil
      } else if UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: unit)) {
        lead = unit
      } else {
        append(unit)
      }
    }
    return isText && lead == nil ? result : nil
  }

  private func unit(_ bytes: [UInt8], at start: Int) -> UInt32 {
    (0..<width).reduce(0) { unit, index in
      unit << 8 | UInt32(bytes[start + (isBigEndian ? index : width - 1 - index)])
    }
  }
}

extension TextEncoding: CustomStringConvertible {
  /// The encoding in words.
  package var description: String {
    "UTF-\(width * 8), \(isBigEndian ? "big" : "little") endian"
      + (hasByteOrderMark ? "" : ", without a byte order mark")
  }
}

extension JSONDocument {
  /// Reads a document in any encoding that `JSONDecoder` reads: UTF-8, UTF-16 or UTF-32, each with a byte
  /// order mark or without.
  ///
  /// The document is the text in UTF-8, and so are its places.
  package init(inAnyEncoding bytes: [UInt8]) throws(JSONSyntaxError) {
    guard let encoding = TextEncoding(otherThanUTF8: bytes), let text = encoding.utf8(of: bytes)
    else {
      try self.init(bytes, byteOrderMark: .skip)
      return
    }
    try self.init(text, byteOrderMark: .skip)
  }
}
