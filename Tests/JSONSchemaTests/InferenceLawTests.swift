import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// What holds of every contract, whatever the samples are.
@Suite(.computing) struct InferenceLawTests {
  private static let seeds = Array(UInt64(1)...60)

  private func randomTexts(_ seed: UInt64) -> [String] {
    var random = RandomDocuments(seed: seed)
    return (0..<12).map { _ in random.document() }
  }

  @Test(arguments: seeds)
  func contractAcceptsEachOfItsSamples(seed: UInt64) throws {
    let texts = randomTexts(seed)
    let schema = try Schema(inferredFrom: Samples.summary(texts))
    for text in texts {
      #expect(schema.validate(try Samples.document(text), formats: .asserted) == [], "\(text)")
    }
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: Samples.corpusFiles)
  func contractAcceptsEachOfItsRecordedSamples(file: String) throws {
    let samples = try Samples.corpusSamples(file)
    var summary = ShapeSummary()
    for sample in samples { summary.add(sample) }
    let schema = try Schema(inferredFrom: summary)
    for sample in samples {
      #expect(schema.validate(sample, formats: .asserted) == [])
    }
  }

  @Test(arguments: seeds)
  func orderAndPartsOfTheSamplesDoNotMatter(seed: UInt64) throws {
    let texts = randomTexts(seed)
    var random = RandomDocuments(seed: seed &+ 1000)
    let whole = Samples.contract(try Samples.summary(texts))
    let shuffled = random.shuffled(texts)
    #expect(Samples.contract(try Samples.summary(shuffled)) == whole)

    let cuts = [random.below(12), random.below(12)].sorted()
    let parts = try [shuffled[..<cuts[0]], shuffled[cuts[0]..<cuts[1]], shuffled[cuts[1]...]]
      .map { try Samples.summary(Array($0)) }
    var leftFirst = parts[0]
    leftFirst.merge(parts[1])
    leftFirst.merge(parts[2])
    var rightFirst = parts[2]
    rightFirst.merge(parts[1])
    var commuted = rightFirst
    commuted.merge(parts[0])
    var associated = parts[0]
    associated.merge(rightFirst)
    #expect(Samples.contract(leftFirst) == whole)
    #expect(Samples.contract(commuted) == whole)
    #expect(Samples.contract(associated) == whole)
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: Samples.corpusFiles)
  func orderOfRecordedSamplesDoesNotMatter(file: String) throws {
    let samples = try Samples.corpusSamples(file)
    var forwards = ShapeSummary()
    var backwards = ShapeSummary()
    var halves = [ShapeSummary(), ShapeSummary()]
    for (index, sample) in samples.enumerated() {
      forwards.add(sample)
      halves[index % 2].add(sample)
    }
    for sample in samples.reversed() { backwards.add(sample) }
    halves[1].merge(halves[0])
    #expect(Samples.contract(backwards) == Samples.contract(forwards))
    #expect(Samples.contract(halves[1]) == Samples.contract(forwards))
  }

  @Test func aMapThatOutgrowsItsLimitIsTheSameInAnyOrder() throws {
    let texts = (0..<100).map { part in
      let members = (0..<30).map { #""key\#(part * 25 + $0)x": {"a": \#($0), "b": null}"# }
      return #"{"map": {"# + members.joined(separator: ",") + "}}"
    }
    let whole = try Samples.summary(texts)
    var first = try Samples.summary(Array(texts[..<20]))
    let second = try Samples.summary(Array(texts[20...].reversed()))
    first.merge(second)
    #expect(Samples.contract(first) == Samples.contract(whole))
    #expect(Samples.contract(try Samples.summary(texts.reversed())) == Samples.contract(whole))
    let map = try #require(Shape(inferredFrom: whole).object?["map"]?.shape.object)
    #expect(map.members.isEmpty)
    #expect(map.mapValue?.object?.members.map(\.name) == ["a", "b"])
    #expect(map.mapValue?.observed?.present == 3000)
  }

  @Test(arguments: seeds)
  func contractReadAndWrittenAgainIsTheSame(seed: UInt64) throws {
    let summary = try Samples.summary(randomTexts(seed))
    let text = Samples.contract(summary)
    let shape = try Schema(Samples.document(text)).shape
    #expect(shape == Shape(inferredFrom: summary))
    #expect(JSONWriter.pretty(SchemaWriter.contract(for: shape)) == text)
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: Samples.corpusFiles)
  func recordedContractReadAndWrittenAgainIsTheSame(file: String) throws {
    var summary = ShapeSummary()
    for sample in try Samples.corpusSamples(file) { summary.add(sample) }
    let text = Samples.contract(summary)
    let shape = try Schema(Samples.document(text)).shape
    #expect(shape == Shape(inferredFrom: summary))
    #expect(JSONWriter.pretty(SchemaWriter.contract(for: shape)) == text)
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func theDeepestDocumentHasAContract(opening: String, closing: String) throws {
    let depth = JSONDocument.defaultMaximumDepth
    let text =
      String(repeating: opening, count: depth) + (opening == "[" ? "" : "1")
      + String(repeating: closing, count: depth)
    let document = try Samples.document(text)
    let schema = try Schema(inferredFrom: Samples.summary([text]))
    #expect(schema.validate(document, formats: .asserted) == [])
    #expect(schema.shape == Shape(inferredFrom: try Samples.summary([text])))
  }

  /// Places that are looked at as one count their types as the same values in one place do.
  @Test func joinedPlacesCountTheirTypes() throws {
    let texts = try Samples.summary([#""a""#, #""b""#, #""c""#])
    let truths = try Samples.summary(["true", "null"])
    let joined = Shape(inferredFrom: texts).union(Shape(inferredFrom: truths))
    #expect(joined.observed?.types == [.string: 3, .boolean: 1])
    let again = joined.union(Shape(inferredFrom: texts))
    #expect(again.observed?.types == [.string: 6, .boolean: 1])
  }
}
