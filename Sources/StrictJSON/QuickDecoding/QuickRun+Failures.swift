/// The errors of a quick run, with the paths and words that `JSONDecoder` would give them.
extension QuickRun {
  func codingPath(_ index: Int, _ place: QuickPlace) -> [any CodingKey] {
    path(to: index, place).codingPath
  }

  func mismatch(_ type: any Any.Type, _ index: Int, _ place: QuickPlace) -> DecodingError {
    failure(
      type, index, place, kind: tape[index].kind == .null ? .nullValue : .typeMismatch)
  }

  func endOfArray(_ type: any Any.Type, _ array: Int, _ place: QuickPlace) -> DecodingError {
    failure(type, array, place, kind: .nullValue)
  }

  func missing(_ key: any CodingKey, in object: Int, _ place: QuickPlace) -> DecodingError {
    errorsMade += 1
    return .keyNotFound(key, context(object, place))
  }

  func failure(
    _ type: any Any.Type, _ index: Int, _ place: QuickPlace, kind: DecodingIssue.Kind?
  ) -> DecodingError {
    errorsMade += 1
    let context = context(index, place)
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

  private func context(_ index: Int, _ place: QuickPlace) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: path(to: index, place).codingPath,
      debugDescription: "the value could not be decoded", underlyingError: QuickFailureMark())
  }
}

/// Stands in an error of a quick run as the underlying one, by which it is known again when it comes out of
/// an initialiser.
final class QuickFailureMark: Error {
  /// Finds the mark in an error.
  static func find(in error: any Error) -> QuickFailureMark? {
    (error as? DecodingError)?.underlyingError as? QuickFailureMark
  }
}

extension DecodingError {
  /// The error that this one was made of.
  var underlyingError: (any Error)? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError
    @unknown default: nil
    }
  }
}
