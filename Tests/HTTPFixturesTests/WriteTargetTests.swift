import Foundation
import TestSupport
import Testing

@testable import HTTPFixtures

/// What a path names stays what it is, whatever is written to it.
@Suite struct WriteTargetTests {
  private func write(_ text: String, _ url: URL) throws(FixtureError) {
    try AtomicFile.write(Array(text.utf8), to: url, fallback: .writeInPlace)
  }

  private func mode(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test(arguments: [0o600, 0o644, 0o755, 0o664])
  func fileKeepsItsMode(_ mode: Int) async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a.json")
      try Data("old".utf8).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
      try write("new", url)
      #expect(try String(contentsOf: url, encoding: .utf8) == "new")
      #expect(try self.mode(url) == mode)
    }
  }

  @Test(arguments: ["target.json", "inner/target.json"])
  func linksAreFollowed(_ destination: String) async throws {
    try await TestFolders.withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
      let target = folder.appendingPathComponent(destination)
      let link = folder.appendingPathComponent("link.json")
      let first = folder.appendingPathComponent("first.json")
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: destination)
      try FileManager.default.createSymbolicLink(
        atPath: first.path, withDestinationPath: "link.json")
      // The first write makes the file that the links lead to.
      for text in ["one", "two"] {
        try write(text, first)
        #expect(try String(contentsOf: target, encoding: .utf8) == text)
        for link in [link, first] {
          let kind = try FileManager.default.attributesOfItem(atPath: link.path)[.type]
          #expect(kind as? FileAttributeType == .typeSymbolicLink)
        }
      }
    }
  }

  @Test func linksInACircleAreAnError() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      for (name, destination) in [("a", "b"), ("b", "a")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appendingPathComponent(name).path, withDestinationPath: destination)
      }
      #expect(throws: FixtureError.self) { try write("x", folder.appendingPathComponent("a")) }
    }
  }

  /// A device is written into; renaming over it would destroy it for the whole machine.
  @Test func deviceStaysADevice() throws {
    #expect(try WriteTarget(path: "/dev/null") == .special("/dev/null"))
    try write("x", URL(fileURLWithPath: "/dev/null"))
    #expect(try WriteTarget(path: "/dev/null") == .special("/dev/null"))
  }

  @Test func pipeIsWrittenInto() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("pipe")
      try TestFolders.makePipe(at: url)
      // A reader that is there already: a writer that waits for one holds a thread of all tests.
      let descriptor = unsafe open(url.path, O_RDONLY | O_NONBLOCK)
      try #require(descriptor >= 0)
      let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try write("through", url)
      #expect(try reader.readToEnd() == Data("through".utf8))
      #expect(FolderListing.kind(of: url.path) == .pipe)
    }
  }

  @Test(arguments: [
    ("/dev/stdout", Int32(1)), ("/dev/stderr", 2), ("/dev/fd/7", 7), ("/proc/self/fd/12", 12),
  ])
  func openDescriptorIsUsedAsItIs(_ path: String, _ descriptor: Int32) throws {
    #expect(try WriteTarget(path: path) == .descriptor(descriptor))
  }

  @Test func folderIsNoTarget() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let error = #expect(throws: SystemError.self) { try WriteTarget(path: folder.path) }
      #expect(error?.code == EISDIR)
    }
  }
}
