/// The hash function SHA-256 of FIPS 180-4.
///
/// https://doi.org/10.6028/NIST.FIPS.180-4
package enum SHA256: Sendable {
  /// The digest of some bytes as 64 hexadecimal digits in lower case.
  package static func hexadecimalDigest(of bytes: [UInt8]) -> String {
    var text = ""
    text.reserveCapacity(64)
    for word in digest(of: bytes) {
      for shift in stride(from: 28, through: 0, by: -4) {
        text.unicodeScalars.append(Unicode.Scalar(hexadecimalDigits[Int(word >> shift) & 15]))
      }
    }
    return text
  }

  private static func digest(of bytes: [UInt8]) -> [UInt32] {
    var state = initialState
    var schedule = [UInt32](repeating: 0, count: 64)
    let wholeBlockEnd = bytes.count / 64 * 64
    for start in stride(from: 0, to: wholeBlockEnd, by: 64) {
      mix(bytes, from: start, into: &state, &schedule)
    }
    // The rest, a one bit, zeros, and the length in bits, to the end of a block (5.1.1).
    var tail = Array(bytes[wholeBlockEnd...])
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bitCount = UInt64(bytes.count) &* 8
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    for start in stride(from: 0, to: tail.count, by: 64) {
      mix(tail, from: start, into: &state, &schedule)
    }
    return state
  }

  /// Mixes one block of 64 bytes into the state (6.2.2).
  private static func mix(
    _ bytes: [UInt8], from start: Int, into state: inout [UInt32], _ schedule: inout [UInt32]
  ) {
    // `while` and operators without a check: loops over ranges took most of the time without optimisation.
    var index = 0
    while index < 16 {
      let byte = start &+ index &* 4
      schedule[index] =
        UInt32(bytes[byte]) &<< 24 | UInt32(bytes[byte &+ 1]) &<< 16
        | UInt32(bytes[byte &+ 2]) &<< 8 | UInt32(bytes[byte &+ 3])
      index &+= 1
    }
    while index < 64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let earlyMix = rotated(early, by: 7) ^ rotated(early, by: 18) ^ early &>> 3
      let lateMix = rotated(late, by: 17) ^ rotated(late, by: 19) ^ late &>> 10
      schedule[index] = schedule[index - 16] &+ earlyMix &+ schedule[index - 7] &+ lateMix
      index &+= 1
    }
    let constants = roundConstants
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    index = 0
    while index < 64 {
      let eMix = rotated(e, by: 6) ^ rotated(e, by: 11) ^ rotated(e, by: 25)
      let choice = e & f ^ ~e & g
      let first = h &+ eMix &+ choice &+ constants[index] &+ schedule[index]
      let aMix = rotated(a, by: 2) ^ rotated(a, by: 13) ^ rotated(a, by: 22)
      let second = aMix &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
      index &+= 1
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() {
      state[index] &+= value
    }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

  /// The first 32 bits of the fractions of the square roots of the first 8 primes (5.3.3).
  private static let initialState: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes (4.2.2).
  private static let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
