// What a run could not look at.

extension Rule {
  static let runRules: [Rule] = [
    .unexercised, .orphanFixture, .missingFixture, .fixtureChanged, .fixtureStale, .secretFound,
  ]

  /// A check had no data.
  public static let unexercised = Rule(
    id: "unexercised", level: .warning, family: .run,
    summary: "an endpoint was checked without any data",
    explanation: """
      There is no fixture for the endpoint, or none that holds a record, so the check says nothing \
      about its format. Nothing is known to be wrong, and nothing is known to be right. Record a \
      fixture for it with the command `record`.
      """,
    example: .run("an endpoint of a suite that has no fixture under Fixtures/"))

  /// A fixture belongs to no endpoint.
  public static let orphanFixture = Rule(
    id: "orphan-fixture", level: .warning, family: .run,
    summary: "a fixture belongs to no endpoint of any suite",
    explanation: """
      The file lies under Fixtures/ in a folder that no suite or endpoint is named after, or it is a \
      `.http.json` file without the body that it describes, so no check reads it. It was left behind \
      when an endpoint got another name, its folder has a spelling mistake, or a recording was \
      interrupted. Move it to the folder of its endpoint, record it again, or delete it.
      """,
    example: .run("the file Fixtures/shop/orders-old/1001.json, whose endpoint is unknown"))

  /// A sample of the suite has no fixture.
  public static let missingFixture = Rule(
    id: "missing-fixture", level: .warning, family: .run,
    summary: "a sample of a suite has no fixture",
    explanation: """
      The suite names a request, the endpoint has fixtures, and the one of this request is not among \
      them. Somebody deleted it, or the sample is new. What only it shows, such as an empty answer, is \
      not checked. Record it with the command `record`, or take the sample out of the suite.
      """,
    example: .run("a suite with the samples 1001 and 1002, and a fixture of 1001 alone"))

  /// A fixture is old.
  public static let fixtureStale = Rule(
    id: "fixture-stale", level: .info, family: .run,
    summary: "a fixture was recorded long ago",
    explanation: """
      `check --stale-after DAYS` reports fixtures that are older. The server may send something else by \
      now, so a check of them says less each day. A live check shows whether it does; the command \
      `record` takes over what is new, and leaves a fixture alone where nothing but its age has changed.
      """,
    example: .run("a fixture that was recorded 400 days ago, with --stale-after 90"))

  /// A credential lies in a file of the project.
  public static let secretFound = Rule(
    id: "secret-found", level: .breaking, family: .run,
    summary: "a file holds a credential",
    explanation: """
      The command `scan` found a text that has the form of a token, stands beside a name such as \
      password, or looks random beside a name about keys. Who can read the repository can use it. \
      Make it useless first: revoke it where it was issued. Then record the fixture again, which \
      replaces credentials by texts of the same form; what was committed stays in the history of \
      the repository. If the value is no secret, name it in `publicValues` of the suite's redaction.
      """,
    example: .run("a fixture written by hand with a member \"access_token\""))

  /// A fixture is not what was recorded.
  public static let fixtureChanged = Rule(
    id: "fixture-changed", level: .warning, family: .run,
    summary: "a fixture is not the body that was recorded",
    explanation: """
      The `.http.json` file beside the fixture has the SHA-256 of the body that came from the server, \
      and the file has another one. Somebody edited it by hand, a tool laid it out anew, or a \
      recording was interrupted between the two files. A check of it says nothing about the server. \
      Record the fixture again. If it is meant to be written by hand, delete its `.http.json` file.
      """,
    example: .run("a fixture whose bytes were edited after the recording"))
}
