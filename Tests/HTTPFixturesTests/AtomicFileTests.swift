import Foundation
import TestSupport
import Testing

@testable import HTTPFixtures

@Suite struct AtomicFileTests {
  @Test func fileIsWrittenWithTheFoldersAboveIt() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a/b/c.json")
      try AtomicFile.write(Array("one".utf8), to: url)
      #expect(try text(of: url) == "one")
      try AtomicFile.write([], to: url)
      #expect(try text(of: url) == "")
      #expect(try names(in: url.deletingLastPathComponent()) == ["c.json"])
    }
  }

  @Test(arguments: [AtomicFile.Step.writing, .renaming])
  func interruptedWriteLeavesTheOldFile(step: AtomicFile.Step) async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("c.json")
      try AtomicFile.write(Array("old".utf8), to: url)
      try AtomicFile.write(Array("new".utf8), to: url, stoppingBefore: step)
      #expect(try text(of: url) == "old")
      let leftovers = try names(in: folder).filter { $0 != "c.json" }
      #expect(leftovers.count == 1 && leftovers.allSatisfy { $0.hasPrefix(".") })
      try AtomicFile.write(Array("newer".utf8), to: url)
      #expect(try text(of: url) == "newer")
      #expect(try names(in: folder) == ["c.json"])
    }
  }

  @Test func temporaryFileOfALiveWriterIsKept() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let partial = folder.appendingPathComponent(".partial-other")
      try Data("half".utf8).write(to: partial)
      let owner = try FileHandle(forUpdating: partial)
      #expect(flock(owner.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
      let url = folder.appendingPathComponent("c.json")
      try AtomicFile.write(Array("new".utf8), to: url)
      #expect(try names(in: folder) == [".partial-other", "c.json"])
      try owner.close()
      try AtomicFile.write(Array("newer".utf8), to: url)
      #expect(try names(in: folder) == ["c.json"])
    }
  }

  @Test func failedWriteLeavesNothingBehind() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      // A folder cannot be replaced by a file.
      let target = folder.appendingPathComponent("c.json")
      try FileManager.default.createDirectory(
        at: target.appendingPathComponent("inside"), withIntermediateDirectories: true)
      let error = #expect(throws: FixtureError.self) {
        try AtomicFile.write(Array("new".utf8), to: target)
      }
      #expect(error?.description.hasPrefix("\(target.path) cannot be written: ") == true)
      #expect(try names(in: folder) == ["c.json"])
      // Nor can a file be a folder.
      let file = folder.appendingPathComponent("file")
      try Data().write(to: file)
      #expect(throws: FixtureError.self) {
        try AtomicFile.write([1], to: file.appendingPathComponent("c.json"))
      }
    }
  }

  @Test(.waiting, .timeLimit(.minutes(5)))
  func writersAtOnceLeaveOneWholeFile() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("c.json")
      let texts = (0..<6).map { String(repeating: "\($0)", count: 50_000) }
      try AtomicFile.write(Array(texts[0].utf8), to: url)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for text in texts {
          group.addTask {
            for _ in 0..<15 {
              try AtomicFile.write(Array(text.utf8), to: url)
              #expect(texts.contains(try self.text(of: url)))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try names(in: folder) == ["c.json"])
    }
  }

  private func text(of url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
