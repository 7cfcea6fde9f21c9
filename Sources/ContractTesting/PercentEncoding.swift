import Foundation

extension String {
  /// The text as one part of an address, with all but the unreserved characters encoded (RFC 3986 section 2.3).
  var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: .urlUnreserved) ?? self
  }
}

extension CharacterSet {
  fileprivate static let urlUnreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
