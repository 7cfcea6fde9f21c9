import Foundation
import StrictJSON

/// The decoders of one type, which are given the same documents: the fast pass, the engine alone, and Foundation.
struct DocumentDecoders {
  /// What the fast pass and Foundation make of a document.
  struct Outcome {
    let report: DecodingReport
    let hasValue: Bool
    let valuesAreEqual: Bool
    /// Why Foundation refuses the document; nil where it accepts it.
    let refusal: (any Error)?
    /// The place that its error names; nil where it names none.
    let foundationPointer: JSONPointer?

    var foundationAccepts: Bool { refusal == nil }
    var foundationError: String { refusal.map { "\($0)" } ?? "" }
  }

  let decode: ([UInt8]) throws(JSONSyntaxError) -> Outcome
  /// The report without the fast pass.
  let engine: ([UInt8]) throws(JSONSyntaxError) -> DecodingReport

  init<Root: Decodable & Equatable>(_ type: Root.Type, _ strict: StrictDecoder) {
    var slow = strict
    slow.usesFastPass = false
    let slowReader = StrictReader(type, decoder: slow)
    engine = { bytes throws(JSONSyntaxError) in slowReader.check(try JSONDocument(bytes)) }
    let reader = StrictReader(type, decoder: strict)
    let foundation = JSONDecoder()
    foundation.dateDecodingStrategy = strict.dateDecodingStrategy
    foundation.keyDecodingStrategy = strict.keyDecodingStrategy
    decode = { bytes throws(JSONSyntaxError) in
      let (value, report) = reader.decode(try JSONDocument(bytes))
      do {
        let expected = try foundation.decode(Root.self, from: Data(bytes))
        return Outcome(
          report: report, hasValue: value != nil, valuesAreEqual: value == expected, refusal: nil,
          foundationPointer: nil)
      } catch {
        return Outcome(
          report: report, hasValue: value != nil, valuesAreEqual: value == nil, refusal: error,
          foundationPointer: Self.pointer(of: error, strict.keyDecodingStrategy))
      }
    }
  }

  /// The place of an error, where that can be known: a strategy for keys changes the names.
  private static func pointer(
    of error: any Error, _ keys: JSONDecoder.KeyDecodingStrategy
  ) -> JSONPointer? {
    guard case .useDefaultKeys = keys, let error = error as? DecodingError else { return nil }
    let (context, key): (DecodingError.Context, (any CodingKey)?) =
      switch error {
      case .keyNotFound(let key, let context): (context, key)
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      @unknown default: fatalError("an error of a new kind")
      }
    // For a number that does not fit there is no path, and for a date that of the value around.
    if case .dataCorrupted = error, context.underlyingError != nil || context.codingPath.isEmpty {
      return nil
    }
    if context.debugDescription.contains("ISO8601") { return nil }
    let path = context.codingPath + (key.map { [$0] } ?? [])
    return JSONPointer(tokens: path.map { key in key.intValue.map(String.init) ?? key.stringValue })
  }
}

extension DocumentDecoders.Outcome {
  /// The law that the decoders break with a document, and how; nil where they keep all.
  func brokenLaw(of shape: ShapeCase, _ engine: DecodingReport) -> String? {
    if foundationAccepts, !report.decodes || !hasValue {
      return "an error where JSONDecoder accepts: \(report.inWords)"
    }
    if !foundationAccepts, report.decodes || hasValue {
      return "none where JSONDecoder refuses: \(foundationError)"
    }
    if !valuesAreEqual { return "another value than that of JSONDecoder" }
    if foundationAccepts, !report.unexplored.allSatisfy(\.isMisuse) {
      return "a part unexplored where JSONDecoder accepts: \(report.inWords)"
    }
    if shape.isSynthesised, report.issues.contains(where: { $0.kind == .tolerated }) {
      return "a failure that no code swallowed: \(report.inWords)"
    }
    if !shape.readsAllKeys, let pointer = foundationPointer,
      !report.stopping.contains(where: { $0.pointer == pointer })
    {
      return "the place \"\(pointer)\" of JSONDecoder's error is missing: \(report.inWords)"
    }
    return report.difference(from: engine).map { "fast pass and engine differ in \($0)" }
  }
}

extension UnexploredPart {
  /// Whether the type's code does what `JSONDecoder` does not bear; that is told of sound documents, too.
  fileprivate var isMisuse: Bool {
    switch cause {
    case .endlessLoop, .strayDecoder: true
    default: false
    }
  }
}
