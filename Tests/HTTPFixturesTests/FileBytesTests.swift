import Foundation
import TestSupport
import Testing

@testable import HTTPFixtures

@Suite struct FileBytesTests {
  @Test(arguments: [0, 1, 4095, 4096, 100_000])
  func fileIsReadToItsEnd(_ size: Int) async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let file = folder.appendingPathComponent("a")
      try Data(bytes).write(to: file)
      #expect(try FileBytes.read(file.path) == bytes)
    }
  }

  #if os(Linux)
    /// A file whose size the system does not know beforehand.
    @Test func fileThatGrowsIsReadToItsEnd() throws {
      let bytes = try #require(try FileBytes.read("/proc/self/status"))
      #expect(String(decoding: bytes, as: UTF8.self).contains("Threads:"))
    }
  #endif

  @Test func whatIsNotThereIsNoError() throws {
    #expect(try FileBytes.read("/nowhere/at-all") == nil)
  }

  @Test func folderIsNoFile() {
    let error = #expect(throws: FixtureError.self) { try FileBytes.read("/") }
    #expect(error?.reason == "it is a folder and no file")
  }
}
