// What is wrong with a waiver; one rule a fault.

extension Rule {
  static let waiverRules: [Rule] = [
    .waiverExpired, .waiverUnused, .waiverTooBroad, .waiverIncomplete,
  ]

  /// A waiver has had its day.
  public static let waiverExpired = Rule(
    id: "waiver-expired", level: .warning, family: .run,
    summary: "a waiver is past its last day",
    explanation: """
      A waiver accepts a finding until a day, so that somebody looks at it again. The day is over, \
      and the finding counts as it did before. Repair the cause and delete the waiver, or decide \
      once more and write a new day.
      """,
    example: .run("a waiver in waivers.json with \"expires\": \"2020-01-31\""))

  /// A waiver covers nothing.
  public static let waiverUnused = Rule(
    id: "waiver-unused", level: .warning, family: .run,
    summary: "a waiver covers no finding",
    explanation: """
      The endpoint of the waiver was checked and nothing was found that the waiver is about: the \
      cause was repaired, or the rule, the endpoint or the path has a slip of the pen. A waiver \
      that stays behind would hide the problem when it comes back. Delete it, or correct it.
      """,
    example: .run("a waiver in waivers.json for a path at which nothing is wrong"))

  /// A waiver would cover findings that do not exist yet.
  public static let waiverTooBroad = Rule(
    id: "waiver-too-broad", level: .warning, family: .run,
    summary: "a waiver names no place, and so it waives nothing",
    explanation: """
      A waiver is a decision about one finding. With the path * or without a path and an endpoint \
      it would also hide what goes wrong tomorrow, so the tool does not use it. Name the shape \
      path of the finding. Behind a name, * stands for the number of a slot: \
      $.orders[*].item* names all items.
      """,
    example: .run("a waiver in waivers.json with \"path\": \"*\""))

  /// A waiver is not filled in.
  public static let waiverIncomplete = Rule(
    id: "waiver-incomplete", level: .warning, family: .run,
    summary: "a waiver lacks its reason, its owner or its last day, and so it waives nothing",
    explanation: """
      Somebody must say why a finding is accepted, who answers for it, and until when. \
      `check --waive` leaves reason and owner empty on purpose. Fill them in.
      """,
    example: .run("a waiver in waivers.json with \"reason\": \"\""))
}
