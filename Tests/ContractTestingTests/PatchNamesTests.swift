import Testing

@testable import ContractTesting

/// Names of Swift that are made of the keys of an API.
@Suite struct PatchNamesTests {
  /// Scalars that may stand in a name and are neither letter nor number, among others.
  @Test(arguments: [
    ("title", "title"), ("col·lecció", "col_lecció"), ("‿", "__"), ("Type", "type"),
  ])
  func nameOfAKeyNeedsNoBackticks(key: String, name: String) {
    #expect(PatchNames.property(key) { _ in false } == name)
    #expect(PatchNames.property(key) { $0 == name } == name + "Value")
  }

  @Test(arguments: ["", "$", "1", "\u{301}", "·", "self", "init", "👍", "_"])
  func oddKeyHasAName(key: String) {
    let name = PatchNames.property(key) { _ in false }
    #expect(name.wholeMatch(of: #/[\p{L}_][\p{L}\p{N}_]*/#) != nil && name != "_")
    #expect(!PatchNames.written(name).isEmpty)
  }
}
