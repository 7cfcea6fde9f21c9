import StrictJSON
import Testing

/// What is told where one form passes on the error of its last alternative, and code around it throws another one.
@Suite struct FormsInFormsTests {
  /// The first type that fits; where none does, the error of the last one.
  enum Passing<First: Decodable, Last: Decodable>: Decodable {
    case first(First)
    case last(Last)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let first = try? container.decode(First.self) {
        self = .first(first)
      } else {
        self = .last(try container.decode(Last.self))
      }
    }
  }

  struct Text: Decodable { let type: String, text: String }
  struct Image: Decodable { let url: String, type: String }

  enum Content: Decodable {
    case line(String)
    case parts([Passing<Text, Image>])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let line = try? container.decode(String.self) {
        self = .line(line)
      } else if let parts = try? container.decode([Passing<Text, Image>].self) {
        self = .parts(parts)
      } else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither")
      }
    }
  }

  /// The error of the form that was not meant is told where `JSONDecoder` reports it, and only there.
  @Test func errorOfAnotherFormIsToldOnlyWhereItIsThrown() throws {
    let part = #"{"type": 17, "text": "a"}"#
    try expectProblems(Passing<Text, Image>.self, part, ["/type", "/url"])
    try expectProblems(Content.self, "[\(part)]", ["", "/0/type"])
  }

  struct Amount: Decodable { let value: Int }
  struct Plain: Decodable { let amount: String, currency: Int, scale: Int }
  struct Rich: Decodable { let amount: Amount, currency: String, scale: String }

  /// A type that holds such a value, and says nothing of what was wrong with it.
  struct Shop: Decodable {
    struct Refused: Error {}

    let price: Passing<Plain, Rich>
    let name: String

    enum CodingKeys: CodingKey { case price, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        price = try container.decode(Passing<Plain, Rich>.self, forKey: .price)
      } catch {
        throw Refused()
      }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  /// Of a problem that is told for another form only, and one around it, the latter is left: a document that is refused has
  /// a problem.
  @Test(arguments: ["{}", "5", "null", #"{"value": "x"}"#])
  func documentThatIsRefusedHasAProblem(_ amount: String) throws {
    let price = #"{"amount": \#(amount), "currency": 1, "scale": 2}"#
    try expectProblems(Shop.self, #"{"price": \#(price), "name": "n"}"#, ["/price/amount"])
  }
}
