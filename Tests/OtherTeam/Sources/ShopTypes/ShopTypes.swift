import Foundation

/// The orders of a page, read with the types that the build makes of the contract.
public func order(_ json: Data) throws -> OrderWire {
  try JSONDecoder().decode(OrderWire.self, from: json)
}
