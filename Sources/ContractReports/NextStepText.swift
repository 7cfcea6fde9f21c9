import ContractTesting

extension NextStep {
  /// The step in words, with commands of a program of this name.
  func text(program: String) -> String {
    switch self {
    case .record(let suite, let endpoint):
      "record a fixture: \(program) record \(suite)/\(endpoint)"
    case .addSample: "give the endpoint a sample in its suite"
    case .recordAgainOrDelete: "record the fixture again, or delete the file"
    case .recordAgainOrAccept:
      "record it again; if the change is meant, delete the .http.json file beside it or waive this"
    case .fixtureKept: "the answer was not stored; an older fixture, if there is one, is untouched"
    case .moveOrDelete: "move the files to the folder of their endpoint, or delete them"
    case .compare(let old, let new): "see what changed: \(program) diff \(old) \(new)"
    case .changeType(let lines): lines
    case .revokeSecret: "revoke it where it was issued, then record the fixture again"
    case .nameOnePath: "name the path of one finding; check --format json prints them"
    case .repairOrProlong: "repair the cause, or decide on a new day"
    case .deleteWaiver: "delete the waiver"
    }
  }
}
