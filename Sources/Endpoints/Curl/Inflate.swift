/// Inflates gzip (RFC 1952) and zlib (RFC 1950) with all their sums checked.
///
/// Written for the rare answer that is compressed without being asked for: what counts is that
/// nothing cut or broken passes, and that memory and time stay bounded. Worked example: in
/// `4B 04 00` the low three bits say "last block, fixed codes"; then come the code of "a" in eight
/// bits and the code for the end in seven.
///
/// https://www.rfc-editor.org/rfc/rfc1951
struct Inflate {
  enum Failure: Error {
    case broken
    case tooLarge
  }

  private let input: [UInt8]
  private let limit: Int
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private var output: [UInt8] = []

  private init(_ input: [UInt8], limit: Int) {
    self.input = input
    self.limit = limit
  }

  /// The content of one or more gzip members.
  static func gzip(_ input: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var inflate = Inflate(input, limit: limit)
    repeat {
      try inflate.readGzipHeader()
      let start = inflate.output.count
      try inflate.readBlocks()
      let content = inflate.output[start...]
      guard try inflate.little(4) == crc32(content),
        try inflate.little(4) == UInt32(truncatingIfNeeded: content.count)
      else { throw .broken }
    } while inflate.position < input.count
    return inflate.output
  }

  /// The content of a zlib stream; some servers send one without its frame as `deflate`, too.
  static func zlib(_ input: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var inflate = Inflate(input, limit: limit)
    let isFramed =
      input.count > 2 && input[0] & 0x0F == 8 && (Int(input[0]) << 8 | Int(input[1])) % 31 == 0
    if isFramed { inflate.position = 2 }
    try inflate.readBlocks()
    if isFramed {
      var sum: UInt32 = 0
      for _ in 0..<4 { sum = sum << 8 | UInt32(try inflate.byte()) }
      guard sum == adler32(inflate.output) else { throw .broken }
    }
    guard inflate.position == input.count else { throw .broken }
    return inflate.output
  }

  // MARK: Frames

  private mutating func readGzipHeader() throws(Failure) {
    guard try byte() == 0x1F, try byte() == 0x8B, try byte() == 8 else { throw .broken }
    let flags = try byte()
    for _ in 0..<6 { _ = try byte() }
    if flags & 4 != 0 { for _ in 0..<(try little(2)) { _ = try byte() } }
    for flag: UInt8 in [8, 16] where flags & flag != 0 { while try byte() != 0 {} }
    if flags & 2 != 0 { _ = try little(2) }
  }

  private mutating func byte() throws(Failure) -> UInt8 {
    guard position < input.count else { throw .broken }
    position += 1
    return input[position - 1]
  }

  private mutating func little(_ count: UInt32) throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<count { value |= UInt32(try byte()) << (8 * index) }
    return value
  }

  private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = crcTable[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    return ~sum
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  // MARK: Blocks

  private mutating func take(_ count: UInt32) throws(Failure) -> Int {
    while bitCount < count {
      bits |= UInt32(try byte()) << bitCount
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return Int(bits & (1 << count - 1))
  }

  private mutating func readBlocks() throws(Failure) {
    let start = output.count
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try readStored()
      case 1: try readCodes(.fixedLengths, .fixedDistances, from: start)
      case 2:
        let (lengths, distances) = try readTables()
        try readCodes(lengths, distances, from: start)
      default: throw .broken
      }
    }
    // The frame goes on at the next whole byte; no more than seven bits are ever left over.
    bits = 0
    bitCount = 0
  }

  private mutating func readStored() throws(Failure) {
    bits = 0
    bitCount = 0
    let count = try little(2)
    guard try little(2) == ~count & 0xFFFF, position + Int(count) <= input.count else {
      throw .broken
    }
    guard output.count + Int(count) <= limit else { throw .tooLarge }
    output += input[position..<position + Int(count)]
    position += Int(count)
  }

  private mutating func readCodes(
    _ lengths: HuffmanCode, _ distances: HuffmanCode, from start: Int
  ) throws(Failure) {
    while true {
      let symbol = try decode(lengths)
      if symbol == 256 { return }
      guard output.count < limit else { throw .tooLarge }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol < 286 else { throw .broken }
      let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
      let code = try decode(distances)
      guard code < 30 else { throw .broken }
      let distance = Self.distanceBases[code] + (try take(Self.distanceBits[code]))
      guard distance <= output.count - start else { throw .broken }
      guard output.count + length <= limit else { throw .tooLarge }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func decode(_ code: HuffmanCode) throws(Failure) -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      value |= try take(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw .broken
  }

  private mutating func readTables() throws(Failure) -> (HuffmanCode, HuffmanCode) {
    let lengthCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let codeCount = try take(4) + 4
    guard lengthCount <= 286, distanceCount <= 30 else { throw .broken }
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<codeCount { codeLengths[Self.codeOrder[index]] = try take(3) }
    let code = try HuffmanCode(codeLengths, mayBeIncomplete: false)
    var all: [Int] = []
    while all.count < lengthCount + distanceCount {
      switch try decode(code) {
      case 16:
        guard let last = all.last else { throw .broken }
        all += repeatElement(last, count: 3 + (try take(2)))
      case 17: all += repeatElement(0, count: 3 + (try take(3)))
      case 18: all += repeatElement(0, count: 11 + (try take(7)))
      case let length: all.append(length)
      }
    }
    guard all.count == lengthCount + distanceCount, all[256] != 0 else { throw .broken }
    return (
      try HuffmanCode(Array(all[..<lengthCount]), mayBeIncomplete: true),
      try HuffmanCode(Array(all[lengthCount...]), mayBeIncomplete: true)
    )
  }

  private static let codeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
  ]
  private static let distanceBits: [UInt32] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
}

/// A canonical Huffman code: how many codes each length has, and their symbols in order.
private struct HuffmanCode {
  let counts: [Int]
  let symbols: [Int]

  /// Makes a code from the length of each symbol's code; 0 for a symbol that does not occur.
  init(_ lengths: [Int], mayBeIncomplete: Bool) throws(Inflate.Failure) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    var left = 1
    for length in 1...15 {
      left = left << 1 - counts[length]
      guard left >= 0 else { throw .broken }
    }
    // Of an incomplete code only the one with a single symbol is allowed.
    guard left == 0 || mayBeIncomplete && counts.reduce(0, +) <= 1 else { throw .broken }
    self.counts = counts
    symbols = lengths.indices.filter { lengths[$0] > 0 }
      .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
  }

  private init(counts: [Int], symbols: [Int]) {
    self.counts = counts
    self.symbols = symbols
  }

  static let fixedLengths: HuffmanCode = {
    var counts = [Int](repeating: 0, count: 16)
    (counts[7], counts[8], counts[9]) = (24, 152, 112)
    return HuffmanCode(
      counts: counts,
      symbols: Array(256..<280) + Array(0..<144) + Array(280..<288) + Array(144..<256))
  }()

  static let fixedDistances: HuffmanCode = {
    var counts = [Int](repeating: 0, count: 16)
    counts[5] = 30
    return HuffmanCode(counts: counts, symbols: Array(0..<30))
  }()
}
