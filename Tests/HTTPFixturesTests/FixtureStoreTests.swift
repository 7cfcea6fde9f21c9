import Endpoints
import Foundation
import HTTPFixtures
import TestSupport
import Testing

@Suite struct FixtureStoreTests {
  static let cookies = FixtureID(suite: "themealdb", endpoint: "recipe", caseName: "52958")

  @Test func writtenFixtureReadsBack() async throws {
    try await withStore { store in
      let exchange = try exchange(body: #"{"meals":null}"#)
      try store.write(exchange, as: Self.cookies)
      let fixture = try store.read(Self.cookies)
      #expect(fixture.id == Self.cookies)
      #expect(fixture.body == exchange.body)
      #expect(fixture.details == exchange.details)
      #expect(fixture.isAsRecorded == true)
      #expect(fixture.bodyURL.path == "\(store.root.path)/themealdb/recipe/52958.json")
      #expect(try Data(contentsOf: fixture.bodyURL) == Data(exchange.body))
    }
  }

  /// A disk that is full between the two files leaves neither new details beside an old body, nor details alone.
  @Test func detailsOfABodyThatCannotBeWrittenAreTakenBack() async throws {
    try await withStore { store in
      let exchange = try exchange(body: #"{"meals":null}"#)
      let details = store.detailsURL(of: Self.cookies)
      // A folder cannot be replaced by a file.
      let inside = store.bodyURL(of: Self.cookies).appendingPathComponent("inside")
      try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
      #expect(throws: FixtureError.self) { try store.write(exchange, as: Self.cookies) }
      #expect(!FileManager.default.fileExists(atPath: details.path))
      try Data("known".utf8).write(to: details)
      #expect(throws: FixtureError.self) { try store.write(exchange, as: Self.cookies) }
      #expect(try String(contentsOf: details, encoding: .utf8) == "known")
    }
  }

  @Test func detailsAreAStableText() async throws {
    try await withStore { store in
      try store.write(try exchange(body: "abc"), as: Self.cookies)
      let text = try String(contentsOf: store.detailsURL(of: Self.cookies), encoding: .utf8)
      #expect(
        text == """
          {
            "headers" : {
              "content-type" : "application/json",
              "etag" : "1"
            },
            "method" : "GET",
            "recordedAt" : "2026-11-21T08:00:00Z",
            "sha256" : "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "status" : 200,
            "url" : "https://a.example/lookup.php?i=52958"
          }

          """)
    }
  }

  /// The diff of a second recording shows what the server changed, and no times.
  @Test func unchangedExchangeTouchesNoFile() async throws {
    try await withStore { store in
      let files = { [store.bodyURL(of: Self.cookies), store.detailsURL(of: Self.cookies)] }
      let texts = { try files().map { try String(contentsOf: $0, encoding: .utf8) } }
      try store.write(try exchange(body: "{}"), as: Self.cookies)
      let first = try texts()
      let later = try exchange(body: "{}", recordedAt: Date(timeIntervalSince1970: 1_800_000_000))
      try store.write(later, as: Self.cookies)
      #expect(try texts() == first)
      try store.write(
        try exchange(body: "[]", recordedAt: Date(timeIntervalSince1970: 1_800_000_000)),
        as: Self.cookies)
      #expect(try texts()[0] == "[]")
      #expect(try texts()[1].contains("2027-01-15"))
    }
  }

  /// The file beside a body in another layout has the digests of both.
  @Test func storedLayoutHasBothDigests() async throws {
    try await withStore { store in
      let url = try #require(URL(string: "https://a.example/x"))
      let exchange = { (received: String, time: TimeInterval) in
        Exchange(
          method: .get, url: url, status: 200, headers: [:], body: Array("{}\n".utf8),
          received: Array(received.utf8), recordedAt: Date(timeIntervalSince1970: time))
      }
      try store.write(exchange("{}", 0), as: Self.cookies)
      let fixture = try store.read(Self.cookies)
      #expect(fixture.isAsRecorded == true)
      #expect(fixture.details?.receivedSHA256 == SHA256.hexadecimalDigest(of: Array("{}".utf8)))
      try store.write(exchange("{ }", 1), as: Self.cookies)
      #expect(try store.read(Self.cookies).details == fixture.details)
      try store.write(exchange("{}\n", 0), as: Self.cookies)
      #expect(try store.read(Self.cookies).details == fixture.details)
    }
  }

  /// A file that an older version wrote is read, and says the content with the next recording.
  @Test func contentOfTheRequestIsAddedOnce() async throws {
    try await withStore { store in
      let url = try #require(URL(string: "https://a.example/query"))
      let exchange = { (content: String?, time: TimeInterval) in
        Exchange(
          method: .post, url: url,
          content: RequestContent(content.map { Array($0.utf8) }, mediaType: "application/json"),
          status: 200, headers: [:], body: Array("{}".utf8),
          recordedAt: Date(timeIntervalSince1970: time))
      }
      try store.write(exchange(nil, 0), as: Self.cookies)
      #expect(try store.read(Self.cookies).details?.request == nil)
      try store.write(exchange(#"{"q": 1}"#, 1), as: Self.cookies)
      let details = try store.read(Self.cookies).details
      #expect(details?.request?.mediaType == "application/json")
      #expect(details == exchange(#"{"q":1}"#, 1).details)
      try store.write(exchange(#"{ "q" : 1 }"#, 2), as: Self.cookies)
      #expect(try store.read(Self.cookies).details == details)
    }
  }

  @Test func pendingFixturesAreListedApart() async throws {
    try await withStore { store in
      let exchange = try exchange(body: "{}")
      for name in ["b", "c-Dessert", "a"] {
        try store.write(
          exchange, as: FixtureID(suite: "s", endpoint: "e", caseName: name))
      }
      try store.write(
        exchange, as: FixtureID(suite: "s", endpoint: "e", caseName: "b", state: .pending))
      let folder = store.root.appendingPathComponent("s/e")
      try Data("half".utf8).write(to: folder.appendingPathComponent(".partial-1.json"))
      try Data("x".utf8).write(to: folder.appendingPathComponent("notes.txt"))
      #expect(
        try store.fixtures(suite: "s", endpoint: "e").map(\.caseName) == ["a", "b", "c-Dessert"])
      #expect(
        try store.pending(suite: "s", endpoint: "e").map(\.description) == ["s/e/b (pending)"])
      #expect(try store.suites() == ["s"])
      #expect(try store.endpoints(suite: "s") == ["e"])
    }
  }

  @Test func missingFoldersHoldNoFixtures() async throws {
    try await withStore { store in
      let suites = try store.suites()
      let endpoints = try store.endpoints(suite: "s")
      let fixtures = try store.fixtures(suite: "s", endpoint: "e")
      #expect(suites.isEmpty && endpoints.isEmpty && fixtures.isEmpty)
      #expect(!store.contains(Self.cookies))
      #expect(throws: FixtureError.self) { try store.read(Self.cookies) }
    }
  }

  @Test func detailsWithoutABodyAreListed() async throws {
    try await withStore { store in
      let folder = store.root.appendingPathComponent("s/e")
      for name in ["b.http.json", "a.http.json", "c.json", "c.http.json", "d.pending.http.json"] {
        try AtomicFile.write(Array("{}".utf8), to: folder.appendingPathComponent(name))
      }
      let listing = try store.listing(suite: "s", endpoint: "e")
      #expect(listing.strayDetails == ["a.http.json", "b.http.json", "d.pending.http.json"])
      #expect(listing.stored.map(\.file) == ["s/e/c.json"] && listing.folder == "s/e")
    }
  }

  @Test func bodyWithoutDetailsIsAFixture() async throws {
    try await withStore { store in
      try AtomicFile.write(Array("{}".utf8), to: store.bodyURL(of: Self.cookies))
      let fixture = try store.read(Self.cookies)
      #expect(fixture.details == nil)
      #expect(fixture.isAsRecorded == nil)
    }
  }

  @Test func nameThatAPersonGaveIsFoundAgain() async throws {
    try await withStore { store in
      let url = store.root.appendingPathComponent("s/e/crème v1.2.json")
      try AtomicFile.write(Array("{}".utf8), to: url)
      let id = try #require(try store.fixtures(suite: "s", endpoint: "e").first)
      #expect(try store.read(id).body == Array("{}".utf8))
    }
  }

  @Test(arguments: [
    ("", "does not describe an exchange"), ("{", "does not describe an exchange"),
    ("{}", "the key \"method\" is missing"), (#"{"method":1}"#, "does not describe an exchange"),
  ])
  func brokenDetailsAreAnErrorWithTheFile(text: String, reason: String) async throws {
    try await withStore { store in
      try store.write(try exchange(body: "{}"), as: Self.cookies)
      let url = store.detailsURL(of: Self.cookies)
      try Data(text.utf8).write(to: url)
      let error = #expect(throws: FixtureError.self) { try store.read(Self.cookies) }
      guard case .broken(url.path, _) = error else {
        Issue.record("unexpected error \(error.debugDescription)")
        return
      }
      #expect(error?.description.contains(reason) == true)
    }
  }

  @Test func editedBodyIsNotAsRecorded() async throws {
    try await withStore { store in
      try store.write(try exchange(body: "{}"), as: Self.cookies)
      try Data("[]".utf8).write(to: store.bodyURL(of: Self.cookies))
      #expect(try store.read(Self.cookies).isAsRecorded == false)
    }
  }

  @Test func acceptedRecordingReplacesTheFixture() async throws {
    try await withStore { store in
      try store.write(try exchange(body: "old"), as: Self.cookies)
      let new = try exchange(body: "new")
      try store.write(new, as: Self.cookies.with(.pending))
      try store.accept(Self.cookies)
      #expect(try store.read(Self.cookies).body == Array("new".utf8))
      #expect(try store.read(Self.cookies).details == new.details)
      #expect(try store.pending(suite: "themealdb", endpoint: "recipe") == [])
      #expect(throws: FixtureError.self) { try store.accept(Self.cookies) }
    }
  }

  @Test func acceptedBodyWithoutDetailsDropsTheOldDetails() async throws {
    try await withStore { store in
      try store.write(try exchange(body: "old"), as: Self.cookies)
      try AtomicFile.write(
        Array("new".utf8), to: store.bodyURL(of: Self.cookies.with(.pending)))
      try store.accept(Self.cookies)
      #expect(try store.read(Self.cookies).body == Array("new".utf8))
      #expect(try store.read(Self.cookies).details == nil)
    }
  }

  @Test func removedFixtureIsGone() async throws {
    try await withStore { store in
      try store.write(try exchange(body: "{}"), as: Self.cookies)
      try store.remove(Self.cookies)
      try store.remove(Self.cookies)
      #expect(!store.contains(Self.cookies))
      #expect(!FileManager.default.fileExists(atPath: store.detailsURL(of: Self.cookies).path))
    }
  }

  private func exchange(
    body: String, recordedAt: Date = Date(timeIntervalSince1970: 1_795_248_000)
  ) throws -> Exchange {
    Exchange(
      method: .get, url: try #require(URL(string: "https://a.example/lookup.php?i=52958")),
      status: 200, headers: ["Content-Type": "application/json", "ETag": "1"],
      body: Array(body.utf8), recordedAt: recordedAt)
  }

  private func withStore(_ body: (FixtureStore) async throws -> Void) async throws {
    try await TestFolders.withTemporaryFolder { folder in
      try await body(FixtureStore(root: folder.appendingPathComponent("Fixtures")))
    }
  }
}
