package import JSONSchema
import StrictJSON

/// Response against contract: each value that breaks the schema, as a finding.
package struct ContractCheck: Sendable {
  /// The contract.
  package let contract: Contract

  /// Whether `format` refuses values.
  package let formats: FormatAssertion

  /// Makes a check for a contract.
  package init(_ contract: Contract, formats: FormatAssertion) {
    self.contract = contract
    self.formats = formats
  }

  /// Validates the document of a response; nothing where there is none.
  package func run(on reading: ResponseReading) -> [Finding] {
    guard let document = reading.document else { return [] }
    return contract.schema.validate(document, formats: formats).map {
      finding(for: $0, in: reading, document)
    }
  }

  /// Counts the same findings, and makes those that the tally has room for.
  package func report(_ reading: ResponseReading, to tally: inout FindingTally) {
    guard let document = reading.document else { return }
    let found = contract.schema.violations(of: document, formats: formats) { site in
      tally.wants(Self.cause(site))
    }
    for (site, violation) in found {
      tally.append(finding(for: violation, in: reading, document), of: Self.cause(site))
    }
  }

  private static func cause(_ site: ViolationSite) -> FindingCause {
    FindingCause(.schemaViolation, place: site.hash)
  }

  /// A fast check that says which documents fit the contract for sure.
  ///
  /// Where it is not known, ``run(on:)`` must be asked.
  package var quickValidator: QuickValidator { QuickValidator(contract.schema, formats: formats) }

  private func finding(
    for violation: SchemaViolation, in reading: ResponseReading, _ document: JSONDocument
  ) -> Finding {
    let schema = violation.schemaDocument ?? contract.name
    var finding = Finding(
      .schemaViolation,
      "\(violation.keyword): \(violation.message) (\(schema)#\(violation.schema))")
    let pointer =
      violation.member.map { violation.instance.appending($0) } ?? violation.instance
    finding.place = ShapePath(of: pointer, in: document)
    if violation.place != finding.place { finding.site = violation.place }
    finding.keyword = violation.keyword
    finding.isOfOtherObject = violation.isOfOtherObject
    finding.expected = violation.expected
    finding.found = violation.found
    finding.statesValues = true
    // Of two members of the same name the pointer finds the first one only.
    let value = document.value(at: pointer).flatMap {
      violation.member != nil || $0.offset == violation.offset ? $0.byteRange : nil
    }
    return reading.place(
      finding, value ?? violation.offset..<violation.offset + 1, pointer: pointer)
  }
}

extension ShapePath {
  /// Makes the shape path of a place in a document: every array index becomes `[*]`.
  init(of pointer: JSONPointer, in document: JSONDocument) {
    var steps: [Step] = []
    var value: JSONValue? = document.root
    for token in pointer.tokens {
      if value?.kind == .array {
        steps.append(.elements)
        value = Int(token).flatMap { value?[$0] }
      } else {
        steps.append(.member(token))
        value = value?[token]
      }
    }
    self.init(steps: steps)
  }
}
