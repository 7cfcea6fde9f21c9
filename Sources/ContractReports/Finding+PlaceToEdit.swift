import ContractTesting

extension Finding {
  /// The line of the sources that must change: of a change of the format, and of what a type says against
  /// its contract, the property is the place; of a fault in a document it is the document.
  var placeToEdit: SwiftSourceIndex.Place? {
    switch rule.family {
    case .drift, .agreement: dto?.place
    case .document, .decoding, .contract, .http, .run: source?.isAddress == true ? dto?.place : nil
    }
  }
}

extension DocumentSource {
  /// Whether the document is an answer that lies in no file.
  fileprivate var isAddress: Bool {
    switch self {
    case .file: false
    case .address: true
    }
  }
}
