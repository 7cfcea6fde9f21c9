/// A credential in a body, by its place and by what tells that it is one; its value is not in it.
package struct FoundSecret: Sendable, Hashable {
  /// What tells that a text is a credential.
  package enum Reason: Sendable, Hashable {
    /// It has the form of the tokens that somebody issues, such as GitHub.
    case token(issuer: String)
    /// The name of the member, of the field or of the parameter says so.
    case name(String)
    /// It looks random and stands beside a name about keys and access.
    case random(name: String)
    /// It is the user, or the password, of an address.
    case user
    /// It is the segment of a path that a suite declares.
    case pathSegment
    /// It stands behind `Basic` or `Bearer`.
    case authorization
    /// It is a block such as `-----BEGIN PRIVATE KEY-----`.
    case keyBlock
    /// It is one that the environment gave to the suite.
    case known
    /// It is the rest of a word whose beginning was cut off.
    case rest
  }

  /// The reason.
  package let reason: Reason

  /// The place in the body, as offsets of its UTF-8.
  package let range: Range<Int>

  /// The steps to the value in a JSON document: names and indices; empty outside of one.
  package var steps: [Step] = []

  /// A step down in a JSON document.
  package enum Step: Sendable, Hashable {
    case member(String), element(Int)
  }
}
