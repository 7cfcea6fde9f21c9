/// The documents of the examples; each rule changes one value of them.
enum ExampleText {
  static func recipes(_ members: String) -> String {
    #"{"meals": [{\#(members)}]}"#
  }

  /// A recipe; the values are JSON texts, except the thumbnail.
  static func recipe(
    id: String = #""52958""#, name: String = #""Cookies""#, thumbnail: String? = nil,
    slots: [(number: String, ingredient: String, measure: String)] = []
  ) -> String {
    var members = [
      #""idMeal": \#(id)"#, #""strMeal": \#(name)"#, #""strCategory": "Dessert""#,
      #""strInstructions": "Mix and bake.""#,
    ]
    if let thumbnail { members.append(#""strMealThumb": "\#(thumbnail)""#) }
    members += slots.map { #""strIngredient\#($0.number)": \#($0.ingredient)"# }
    members += slots.map { #""strMeasure\#($0.number)": \#($0.measure)"# }
    return recipes(members.joined(separator: ", "))
  }

  /// Records enough to tell what always comes from chance.
  static func sources(_ value: String) -> String {
    let records = (1...20).map { #"{"idMeal": "\#($0)", "strSource": \#(value)}"# }
    return "[\(records.joined(separator: ", "))]"
  }

  /// Records of which every second has tags; the others write in this way that they have none.
  static func tags(_ nothing: String) -> String {
    let records = (1...40).map { number in
      #"{"idMeal": "\#(number)", "strTags": \#(number % 2 == 0 ? #""Baking""# : nothing)}"#
    }
    return "[\(records.joined(separator: ", "))]"
  }

  /// A list of records, each state in as many of them.
  static func states(_ states: [String], times: Int) -> String {
    let records = states.flatMap { state in
      (1...times).map { #"{"id": "\#(state) \#($0)", "state": "\#(state)"}"# }
    }
    return "[\(records.joined(separator: ", "))]"
  }

  static func example(status: String = "open", level: String = "3") -> String {
    #"{"status": "\#(status)", "level": \#(level), "day": "2006-03-24T22:30:00Z"}"#
  }

  /// An answer of a made-up API.
  static func example(
    status: String = "open", level: String = "3", votes: String? = nil
  ) -> String {
    let votes = votes.map { #", "votes": \#($0)"# } ?? ""
    return #"{"status": "\#(status)", "level": \#(level), "day": "2006-03-24T22:30:00Z"\#(votes)}"#
  }

  /// The contract of the answer above; the type and the annotation are JSON texts.
  static func contract(
    required: String = #""status", "level", "day""#, level: String = #""integer""#,
    until: String? = nil, annotation: String? = nil
  ) -> String {
    let until = until.map { #", "until": {"type": "string", "x-date-format": "\#($0)"}"# } ?? ""
    return """
      {"$schema": "https://json-schema.org/draft/2020-12/schema",
       "type": "object", "required": [\(required)],\(annotation.map { " \($0)," } ?? "")
       "properties": {
         "status": {"type": "string"}, "level": {"type": \(level)},
         "day": {"type": "string", "format": "date-time"}\(until)}}
      """
  }

  static func launch(
    unix: String = "1143239400", utc: String = #""2006-03-24T22:30:00.000Z""#
  ) -> String {
    """
    {
      "flight_number": 1, "mission_name": "FalconSat", "upcoming": false,
      "launch_date_unix": \(unix), "launch_date_utc": \(utc),
      "launch_date_local": "2006-03-25T10:30:00+12:00", "launch_success": false,
      "rocket": {
        "rocket_name": "Falcon 1",
        "second_stage": { "payloads": [ { "payload_id": "FalconSAT-2" } ] }
      },
      "launch_site": { "site_name": "Kwajalein Atoll" },
      "links": { "mission_patch": null }, "timeline": null
    }
    """
  }
}
