/// What to do about a finding.
///
/// A report words it where it is printed, because a command in it begins with the name of the program.
package enum NextStep: Sendable, Hashable {
  /// Record the fixtures of an endpoint.
  case record(suite: String, endpoint: String)

  /// Give the endpoint a request to send.
  case addSample

  /// Record a fixture again whose details have no body beside them, or delete them.
  case recordAgainOrDelete

  /// Record a fixture again whose body is another one, or accept the new body.
  case recordAgainOrAccept

  /// Nothing: the answer was not stored, and an older fixture is as it was.
  case fixtureKept

  /// Move fixtures to the folder of their endpoint, or delete them.
  case moveOrDelete

  /// Edit what a person wrote into a contract; no command changes that.
  case editContract

  /// See what changed between two versions of a contract.
  case compare(old: String, new: String)

  /// Change the type that reads the value.
  case changeType(TypePatch)

  /// Nothing more: the patch for another property holds this, too.
  case changedWith(DTOReference)

  /// Make a credential useless and take it out of the file.
  case revokeSecret

  /// Give the waiver the path of one finding.
  case nameOnePath

  /// Repair the cause of the finding that the waiver covered, or let the waiver hold longer.
  case repairOrProlong

  /// Delete the waiver.
  case deleteWaiver
}
