/// The documents of the examples; each rule changes one value of them.
enum ExampleText {
  /// An order of a shop with one more member.
  static func order(_ member: String) -> String {
    #"{"id": "1001", "name": "Tea", \#(member)}"#
  }

  /// An order with numbered items and their amounts, which are JSON texts.
  static func slots(_ slots: [(item: String, amount: String)]) -> String {
    let items = slots.enumerated().map { #""item\#($0 + 1)": \#($1.item)"# }
    let amounts = slots.enumerated().map { #""amount\#($0 + 1)": \#($1.amount)"# }
    return order((items + amounts).joined(separator: ", "))
  }

  /// Records enough to tell what always comes from chance.
  static func sources(_ value: String) -> String {
    let records = (1...20).map { #"{"id": "\#($0)", "source": \#(value)}"# }
    return "[\(records.joined(separator: ", "))]"
  }

  /// Records of which every second has tags; the others write in this way that they have none.
  static func tags(_ nothing: String) -> String {
    let records = (1...40).map { number in
      #"{"id": "\#(number)", "tags": \#(number % 2 == 0 ? #""new""# : nothing)}"#
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

  /// The contract of an order; types and the annotation are JSON texts.
  static func contract(
    required: String = #""id", "name""#, id: String = #""string""#, placed: String? = nil,
    annotation: String? = nil
  ) -> String {
    let placed = placed.map { #", "placed": {"type": "string", "x-date-format": "\#($0)"}"# } ?? ""
    return """
      {"$schema": "https://json-schema.org/draft/2020-12/schema",
       "type": "object", "required": [\(required)],\(annotation.map { " \($0)," } ?? "")
       "properties": {"id": {"type": \(id)}, "name": {"type": "string"}\(placed)}}
      """
  }
}
