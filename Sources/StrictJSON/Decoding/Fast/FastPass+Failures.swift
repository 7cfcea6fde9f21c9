/// The errors of a fast pass, with the paths and words that `JSONDecoder` would give them.
extension FastPass {
  func codingPath(_ index: Int, _ shape: ShapeNode) -> [any CodingKey] {
    session.path(to: index, at: shape, in: storage, hasOwners: false).codingPath
  }

  func mismatch(_ type: any Any.Type, _ index: Int, _ shape: ShapeNode) -> DecodingError {
    failure(
      type, index, shape, kind: tape[index].kind == .null ? .nullValue : .typeMismatch)
  }

  func endOfArray(_ type: any Any.Type, _ array: Int, _ shape: ShapeNode) -> DecodingError {
    failure(type, array, shape, kind: .nullValue)
  }

  func missing(_ key: any CodingKey, in object: Int, _ shape: ShapeNode) -> DecodingError {
    errorsMade += 1
    return .keyNotFound(key, context(object, shape))
  }

  func failure(
    _ type: any Any.Type, _ index: Int, _ shape: ShapeNode, kind: DecodingIssue.Kind?
  ) -> DecodingError {
    errorsMade += 1
    let context = context(index, shape)
    return switch kind {
    case .missingKey?: .keyNotFound(NameKey(""), context)
    case .nullValue?: .valueNotFound(type, context)
    case .typeMismatch?: .typeMismatch(type, context)
    default: .dataCorrupted(context)
    }
  }

  /// The error of a number that does not fit its type.
  func unfit(_ error: UnfitNumber) -> UnfitNumber {
    errorsMade += 1
    return error
  }

  private func context(_ index: Int, _ shape: ShapeNode) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath(index, shape),
      debugDescription: "the value could not be decoded", underlyingError: FailureMark())
  }
}

/// Stands in an error of a fast pass as the underlying one, by which it is known again when it comes out of
/// an initialiser.
final class FailureMark: Error {
  /// Finds the mark in an error.
  static func find(in error: any Error) -> FailureMark? {
    (error as? DecodingError)?.underlyingError as? FailureMark
  }
}

extension DecodingError {
  /// Where the error is and what it says; nil for a kind that is not known.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The error that this one was made of.
  var underlyingError: (any Error)? { context?.underlyingError }
}
