/// A member of an object that the type never asked for; all objects of one shape are one.
///
/// Only the topmost member is told: what stands in a member that is not read is not read either.
/// A dictionary reads all of its members. An object that an initialiser left in the middle is not
/// judged.
public struct UnreadKey: Sendable, Hashable {
  /// The place of the first such member.
  public internal(set) var pointer: JSONPointer

  /// The shape path of the member, such as `$.meals[*].strSource` (RFC 9535).
  public let path: ShapePath

  /// Where the first value begins, in bytes from the beginning of the document.
  public internal(set) var offset: Int

  /// The number of objects that have the member.
  public internal(set) var count: Int

  /// The name of the type that opened the object.
  public let type: String

  /// What stands there, in words.
  public internal(set) var found: String

  /// What is to say about it, in one line that begins in lower case.
  public let message: String

  package init(
    pointer: JSONPointer, path: ShapePath, offset: Int, count: Int, type: String, found: String,
    message: String
  ) {
    self.pointer = pointer
    self.path = path
    self.offset = offset
    self.count = count
    self.type = type
    self.found = found
    self.message = message
  }
}
