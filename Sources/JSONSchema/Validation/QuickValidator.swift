package import StrictJSON

/// A fast check of many documents, one after another, against one contract.
package struct QuickValidator: Sendable {
  private let program: QuickProgram
  private var check: QuickCheck

  /// Makes a check against a contract.
  package init(_ schema: Schema, formats: FormatAssertion) {
    program = schema.quick
    check = QuickCheck(formats)
  }

  /// Whether the document that was read last is valid for sure, and allocates nothing for it.
  ///
  /// Where it is not, ``Schema/validate(_:formats:)`` must be asked.
  package mutating func verdict(on reader: JSONRecordReader) -> QuickVerdict {
    let (bytes, tape) = (reader.bytes.span, reader.tape.span)
    check.numberKeys(by: reader.versionOfKeys)
    guard tape.count > 0, check.accepts(program, bytes, tape, 0, size: bytes.count) else {
      return .unknown
    }
    return check.provesDistinctKeys(objectCount: reader.objectCount)
      ? .validWithDistinctKeys : .valid
  }
}

/// What a fast look at a document tells.
package enum QuickVerdict: Sendable {
  /// Nothing that is sure.
  case unknown
  /// The document is valid.
  case valid
  /// It is valid, and in none of its objects is a key twice.
  case validWithDistinctKeys
}
