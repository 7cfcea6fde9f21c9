import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// Summaries as documents that machines exchange.
@Suite(.computing) struct ShapeSummaryTests {
  private func written(_ summary: ShapeSummary) -> String { JSONWriter.pretty(summary.document) }

  private func read(_ text: String) throws -> ShapeSummary {
    let document = try JSONDocument(
      Array(text.utf8), maximumDepth: ShapeSummary.maximumDocumentDepth)
    return try #require(ShapeSummary(document))
  }

  @Test(arguments: Array(UInt64(1)...30))
  func summaryReadAndWrittenAgainIsTheSame(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    let texts = (0..<12).map { _ in random.document() }
    let whole = try Samples.summary(texts)
    #expect(written(try read(written(whole))) == written(whole))
    #expect(written(try Samples.summary(random.shuffled(texts))) == written(whole))

    var joined = try read(written(Samples.summary(Array(texts[..<5]))))
    joined.merge(try read(written(Samples.summary(Array(texts[5...])))))
    #expect(written(joined) == written(whole))
    #expect(Samples.contract(joined) == Samples.contract(whole))
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: [
      "themealdb/search/2020_search-empty-name_25meals_trybe.json",
      "spacex/v4/docs/rockets_all.json",
    ])
  func partsOfRecordedSamplesJoinThroughDocuments(file: String) throws {
    let samples = try Samples.corpusSamples(file)
    var whole = ShapeSummary()
    var parts = [ShapeSummary(), ShapeSummary()]
    for (index, sample) in samples.enumerated() {
      whole.add(sample)
      parts[index % 2].add(sample)
    }
    var joined = try read(written(parts[1]))
    joined.merge(try read(written(parts[0])))
    #expect(Samples.contract(joined) == Samples.contract(whole))
  }

  /// A summary that was read goes on counting records where it stopped.
  @Test func readSummaryGoesOnCounting() throws {
    var summary = try read(written(Samples.summary([#"[{"a": 1}]"#])))
    summary.add(try Samples.document(#"[{"a": 2}]"#))
    let whole = try Samples.summary([#"[{"a": 1}]"#, #"[{"a": 2}]"#])
    #expect(written(summary) == written(whole))
  }

  @Test(arguments: [
    "{}", "[]", #"{"x-summary": 3, "records": 0, "root": {"present": [0, 0]}}"#,
    #"{"x-summary": 2, "records": 0}"#, #"{"x-summary": 2, "records": 0, "root": {}}"#,
    #"{"x-summary": 2, "records": 1, "root": {"present": [1, 2]}}"#,
    #"{"x-summary": 2, "records": 1, "root": {"present": [1, 1], "types": {"text": [1, 1]}}}"#,
    #"{"x-summary": 2, "records": 1, "root": {"present": [1, 1], "members": [{"name": "a"}]}}"#,
    #"{"x-summary": 2, "records": 1, "root": {"present": [-1, 1]}}"#,
  ])
  func whatIsNoSummaryIsRefused(text: String) throws {
    #expect(ShapeSummary(try Samples.document(text)) == nil)
  }

  @Test func theDeepestSummaryIsRead() throws {
    let depth = JSONDocument.defaultMaximumDepth
    let text =
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    let summary = try Samples.summary([text])
    #expect(written(try read(written(summary))) == written(summary))
  }

  @Test func memoryDoesNotGrowWithTheSamples() throws {
    func size(_ count: Int) throws -> Int {
      var summary = ShapeSummary()
      for index in 0..<count {
        summary.add(
          try Samples.document(
            #"{"id": \#(index + 100), "name": "name \#(index)", "tags": ["a\#(index)"]}"#))
      }
      return written(summary).utf8.count
    }
    #expect(try size(1000) <= size(100) + 40)
  }
}
