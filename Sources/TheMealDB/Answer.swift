/// What the API answers: the records, or the statement that it found nothing.
///
/// The API never uses status 404. It says "nothing" with status 200 and something other than a
/// list under `meals`: null, `"Invalid ID"` or `"no data found"`. Any other text is an error, for
/// a new text may mean something new.
public enum Answer<Records: Sendable>: Sendable {
  /// The records that were found.
  case found(Records)

  /// The statement that nothing was found.
  case nothing(NothingFound)

  /// The records; nil where nothing was found.
  public var records: Records? {
    switch self {
    case .found(let records): records
    case .nothing: nil
    }
  }

  /// Makes other records out of the found ones, and keeps the statement that nothing was found.
  public func map<NewRecords>(_ transform: (Records) -> NewRecords) -> Answer<NewRecords> {
    switch self {
    case .found(let records): .found(transform(records))
    case .nothing(let statement): .nothing(statement)
    }
  }
}

/// The ways in which the API says that it found nothing.
public enum NothingFound: Sendable, Hashable, CaseIterable {
  /// The value null: no recipe has this id or a name with this text.
  case null

  /// The text `Invalid ID`: what was asked for is no id at all.
  case invalidID

  /// The text `no data found`: no recipe passes the filter.
  case noDataFound

  /// Reads a text that is where the records should be; nil for a text we do not know.
  init?(text: String) {
    switch text {
    case "Invalid ID": self = .invalidID
    case "no data found": self = .noDataFound
    default: return nil
    }
  }
}

extension Answer: Decodable where Records: Decodable {
  /// Reads null, one of the known texts, or the records.
  ///
  /// Throws `DecodingError.dataCorrupted` for any other text, and what the records throw.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .nothing(.null)
    } else if let text = try? container.decode(String.self) {
      guard let statement = NothingFound(text: text) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "expected records, null, \"Invalid ID\" or \"no data found\"")
      }
      self = .nothing(statement)
    } else {
      self = .found(try container.decode(Records.self))
    }
  }
}

extension Answer: Equatable where Records: Equatable {}
extension Answer: Hashable where Records: Hashable {}
