/// Where a document came from.
public enum DocumentSource: Sendable, Hashable {
  /// A file, by its name relative to the root folder, or `-` for standard input.
  case file(String)

  /// A live request, by its address without credentials.
  case address(String)

  /// The name or the address, as reports print it.
  public var name: String {
    switch self {
    case .file(let name), .address(let name): name
    }
  }
}
