import Foundation
import HTTPFixtures
import Testing

@Suite struct FixtureIDTests {
  @Test(arguments: ["52958", "c-Dessert", "a_b", "x=1,y=2+3", String(repeating: "a", count: 100)])
  func safeNameStaysAsItIs(name: String) {
    #expect(FixtureID.safeName(name) == name)
  }

  @Test(arguments: [
    "../../etc/passwd", "..", ".", ".hidden", "a/b", "a\\b", "a\u{0}b", "a\nb", "\u{1B}[2J", "a b",
    "crème", "\u{202E}gpj", "1.http", "1.pending", "1.pending.http", "a:b", "~", "*?",
    String(repeating: "a", count: 101), String(repeating: "é", count: 5000), " ", "🍰",
  ])
  func hostileTextBecomesASafeName(text: String) throws {
    let name = FixtureID.safeName(text)
    #expect(try name.wholeMatch(of: Regex("[A-Za-z0-9_+=,-]{1,100}")) != nil)
    #expect(name != text)
    #expect(FixtureID.safeName(name) == name)
    let id = FixtureID(suite: text, endpoint: text, caseName: text)
    let root = URL(fileURLWithPath: "/fixtures", isDirectory: true)
    let url = FixtureStore(root: root).bodyURL(of: id).standardizedFileURL
    #expect(url.path == "/fixtures/\(name)/\(name)/\(name).json")
  }

  @Test func differentTextsKeepDifferentNames() {
    let texts = ["a b", "a/b", "a.b", "a\u{0}b", "a-b", "", "default."]
    #expect(Set(texts.map(FixtureID.safeName)).count == texts.count)
    #expect(FixtureID.safeName("") == "default")
  }

  /// A case is named after values, of which one may be a credential.
  @Test(arguments: [
    "sk_live_51HqLyjWDarjtT1zdp7dc9aB", "q-sk_live_51HqLyjWDarjtT1zdp7dc9aB",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a-tea",
    "https://me:hunter2hunter2@a.example/" + String(repeating: "a", count: 100),
  ])
  func credentialIsInNoName(_ text: String) {
    let id = FixtureID(suite: "a", endpoint: "b", caseName: text)
    for part in ["51HqLyj", "16C7e42F", "hunter2"] { #expect(!id.caseName.contains(part)) }
    #expect(FixtureID(suite: "a", endpoint: "b", caseName: id.caseName) == id)
    let other = text.replacingOccurrences(of: "q", with: "r")
      .replacingOccurrences(of: "16C7e", with: "17C8e")
    #expect(other == text || FixtureID(suite: "a", endpoint: "b", caseName: other) != id)
  }

  @Test func fixturesAreSorted() {
    let stored = FixtureID(suite: "a", endpoint: "b", caseName: "1")
    let pending = FixtureID(suite: "a", endpoint: "b", caseName: "1", state: .pending)
    let other = FixtureID(suite: "a", endpoint: "b", caseName: "2")
    #expect([other, pending, stored].sorted() == [stored, pending, other])
    #expect("\(stored)" == "a/b/1")
    #expect("\(pending)" == "a/b/1 (pending)")
    #expect(pending.with(.stored) == stored)
  }
}
