import Foundation
import TestSupport
import Testing

@testable import HTTPFixtures

@Suite struct FolderListingTests {
  @Test func everyKindIsTold() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let files = FileManager.default
      try Data().write(to: folder.appendingPathComponent("b.json"))
      try files.createDirectory(
        at: folder.appendingPathComponent("a"), withIntermediateDirectories: true)
      try Data().write(to: folder.appendingPathComponent("a/deep.json"))
      try Data().write(to: folder.appendingPathComponent(".hidden"))
      try TestFolders.makePipe(at: folder.appendingPathComponent("pipe.json"))
      for (name, destination) in [("to-a", "a"), ("to-b.json", "b.json"), ("gone", "nowhere")] {
        try files.createSymbolicLink(
          atPath: folder.appendingPathComponent(name).path, withDestinationPath: destination)
      }
      let expected: [(String, FolderListing.Kind)] = [
        ("a", .folder), ("a/deep.json", .file), ("b.json", .file), ("gone", .other),
        ("pipe.json", .pipe), ("to-a", .linkToFolder), ("to-b.json", .file),
      ]
      let listing = try FolderListing.tree(folder)
      #expect(listing.entries.map(\.name) == expected.map(\.0))
      #expect(listing.entries.map(\.kind) == expected.map(\.1))
      #expect(listing.namesWithoutText.isEmpty)
    }
  }

  #if os(Linux)
    /// The file systems of Apple's platforms refuse such names.
    @Test func nameThatIsNoTextIsTold() async throws {
      try await TestFolders.withTemporaryFolder { folder in
        let bytes = Array((folder.path + "/b").utf8) + [0xFF] + Array(".json".utf8) + [0]
        let name = bytes.map { CChar(bitPattern: $0) }
        let descriptor = unsafe open(name, O_CREAT | O_WRONLY, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        let listing = try FolderListing(folder)
        #expect(listing.entries.isEmpty && listing.namesWithoutText == [#"b\xFF.json"#])
      }
    }
  #endif

  @Test func folderThatIsNotThereIsAnError() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let missing = folder.appendingPathComponent("missing")
      let error = #expect(throws: FixtureError.self) { try FolderListing(missing) }
      #expect(error?.description.hasPrefix("\(missing.path) cannot be read: ") == true)
    }
  }
}
