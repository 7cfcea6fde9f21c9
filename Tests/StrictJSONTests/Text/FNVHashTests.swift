import StrictJSON
import Testing

@Suite struct FNVHashTests {
  /// The test vectors of FNV-1a.
  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func hashIsThatOfTheStandard(_ text: String, _ value: UInt64) {
    let hash = FNVHash(of: text)
    #expect(hash.value == value)
    var bytes = FNVHash()
    for byte in text.utf8 { bytes.add(UInt64(byte)) }
    #expect(bytes == hash)
  }
}
