// What a run could not look at.

extension Rule {
  static let runRules: [Rule] = [
    .unexercised, .orphanFixture,
  ]

  /// A check had no data.
  public static let unexercised = Rule(
    id: "unexercised", level: .warning, family: .run,
    summary: "an endpoint was checked without any data",
    explanation: """
      There is no fixture for the endpoint, or none that holds a record, so the check says nothing \
      about its format. Nothing is known to be wrong, and nothing is known to be right. Record a \
      fixture for it with `mealdb-contract record`.
      """,
    example: .run("an endpoint of a suite that has no fixture under Fixtures/"))

  /// A fixture belongs to no endpoint.
  public static let orphanFixture = Rule(
    id: "orphan-fixture", level: .warning, family: .run,
    summary: "a fixture belongs to no endpoint of any suite",
    explanation: """
      The file lies under Fixtures/ in a folder that no suite or endpoint is named after, so no \
      check reads it. It was left behind when an endpoint got another name, or its folder has a \
      spelling mistake. Move it to the folder of its endpoint, or delete it.
      """,
    example: .run("the file Fixtures/themealdb/recipes-old/52958.json, whose endpoint is unknown"))
}
