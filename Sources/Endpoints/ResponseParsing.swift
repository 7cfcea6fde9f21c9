public import Foundation

/// How the body of a response becomes a result.
///
/// The body is transformed, then decoded from JSON, then made into the result. The result may be
/// another type than the decoded one: a domain model made from a DTO, or a value taken out of an
/// envelope. Both steps do nothing by default.
public protocol ResponseParsing: Sendable {
  /// The type that the transformed body is decoded to.
  associatedtype Decoded: Decodable

  /// The type that the caller gets.
  associatedtype Result = Decoded

  /// Changes the body before it is decoded, such as to cut a prefix off.
  ///
  /// What it throws becomes `EndpointError.undecodable`.
  func transform(_ body: Data) throws -> Data

  /// Makes the result from the decoded value.
  ///
  /// What it throws becomes `EndpointError.undecodable`.
  func result(_ decoded: Decoded) throws -> Result
}

extension ResponseParsing {
  /// Leaves the body as it is.
  public func transform(_ body: Data) throws -> Data { body }
}

extension ResponseParsing where Result == Decoded {
  /// Gives the decoded value itself.
  public func result(_ decoded: Decoded) throws -> Decoded { decoded }
}
