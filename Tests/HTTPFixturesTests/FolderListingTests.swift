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
      for (name, destination) in [("to-a", "a"), ("to-b.json", ".hidden"), ("gone", "nowhere")] {
        try files.createSymbolicLink(
          atPath: folder.appendingPathComponent(name).path, withDestinationPath: destination)
      }
      let expected: [(String, FolderListing.Kind)] = [
        ("a", .folder), ("a/deep.json", .file), ("b.json", .file), ("gone", .linkToNothing),
        ("pipe.json", .pipe), ("to-a", .linkToFolder), ("to-b.json", .file),
      ]
      let listing = try FolderListing.tree(folder)
      #expect(listing.entries.map(\.name) == expected.map(\.0))
      #expect(listing.entries.map(\.kind) == expected.map(\.1))
      #expect(listing.namesWithoutText.isEmpty && listing.linksAround.isEmpty)
    }
  }

  /// A file counts once, unless only the name of the link says that it is wanted.
  @Test func filesBehindLinksAreListedOnce() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let files = FileManager.default
      try files.createDirectory(
        at: folder.appendingPathComponent("in/a"), withIntermediateDirectories: true)
      for name in ["in/a/1.json", "in/data.txt", "in/.hidden.json", "out.json"] {
        try Data().write(to: folder.appendingPathComponent(name))
      }
      for (name, destination) in [
        ("0-same.json", "a/1.json"), ("a/again.json", "1.json"), ("b.json", "../out.json"),
        ("c.json", "b.json"), ("d.json", "data.txt"), ("e.json", ".hidden.json"),
      ] {
        try files.createSymbolicLink(
          atPath: folder.appendingPathComponent("in/\(name)").path,
          withDestinationPath: destination)
      }
      let start = folder.appendingPathComponent("in")
      let listing = try FolderListing.tree(start) { $0.hasSuffix(".json") }
      #expect(listing.entries.map(\.name) == ["a", "a/1.json", "b.json", "d.json", "e.json"])
      let whole = try FolderListing.tree(start)
      #expect(whole.entries.map(\.name) == ["a", "a/1.json", "b.json", "data.txt", "e.json"])
    }
  }

  /// Each folder is listed once: no link leads round in a circle, or out to all that is around it.
  @Test func linksToFoldersAreFollowedOnce() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let files = FileManager.default
      for name in ["in/a/b", "out/deep"] {
        try files.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      for name in ["in/a/b/1.json", "out/2.json", "out/deep/3.json", "beside.json"] {
        try Data().write(to: folder.appendingPathComponent(name))
      }
      for (name, destination) in [
        ("in/0-same", "a/b"), ("in/a/self", "."), ("in/a/up", ".."), ("in/linked", "../out"),
        ("in/x-again", "linked"), ("in/y-around", ".."), ("out/deep/around", "../.."),
        ("whole", "in"),
      ] {
        try files.createSymbolicLink(
          atPath: folder.appendingPathComponent(name).path, withDestinationPath: destination)
      }
      for name in ["in", "whole"] {
        let listing = try FolderListing.tree(folder.appendingPathComponent(name))
        #expect(
          listing.entries.filter { $0.kind == .file }.map(\.name)
            == ["a/b/1.json", "linked/2.json", "linked/deep/3.json"])
        #expect(listing.linksAround == ["linked/deep/around", "y-around"])
      }
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
