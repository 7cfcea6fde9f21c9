// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// The types that `DTOPatchTests` patches: it reads this file, puts in the lines that are proposed for a
// change, compiles the result, and reads the new documents with it. One member stands in each line.

/// A type without keys of its own, beside a type of the name that a new key suggests.
struct ShelfDTO: Decodable {
  let id: Int
  let title: String
  let author: String?
  let cover: String
  let tags: String
  let pages: Int
  let isbn: String
  let links: [String]
  let loan: LoanDTO
  let rates: [RateDTO]
  let part1: String?
  let part2: String?
  let part3: String?
}

struct LoanDTO: Decodable {
  let by: String
  let day: Int
}

struct RateDTO: Decodable {
  let mean: Double
}

struct Media: Decodable {
  let unrelated: Int
}

/// The same with keys of its own, for other modules.
public struct BoxDTO: Decodable, Sendable {
  public let number: Int
  public let name: String
  public let writer: String?
  public let picture: URL
  public let labels: String
  public let size: Int
  public let code: String
  public let addresses: [URL]
  public let lent: Lent
  public let means: [Mean]
  public let first: String?
  public let second: String?
  public let third: String?

  enum CodingKeys: String, CodingKey {
    case number = "id"
    case name = "title"
    case writer = "author"
    case picture = "cover"
    case labels = "tags"
    case size = "pages"
    case code = "isbn"
    case addresses = "links"
    case lent = "loan"
    case means = "rates"
    case first = "part1"
    case second = "part2"
    case third = "part3"
  }

  public struct Lent: Decodable, Sendable {
    public let person: String
    public let day: Int

    enum CodingKeys: String, CodingKey {
      case person = "by"
      case day
    }
  }

  public struct Mean: Decodable, Sendable {
    public let mean: Double
  }
}

struct Maker: Decodable {
  let first: String
  let last: String
}

/// Keys of its own, of which none is named otherwise than its property.
struct PressDTO: Decodable {
  let id: Int
  let title: String
  let unit_price: Double
  let owner: Maker
  let names: [String: String]

  enum CodingKeys: String, CodingKey {
    case id
    case title
    case unit_price
    case owner
    case names
  }
}

/// Decoded with a strategy for keys.
struct SnakeDTO: Decodable {
  let id: Int
  let title: String
  let unitPrice: Double
  let owner: Maker
  let names: [String: String]
}

@propertyWrapper struct Lossy<Value: Decodable>: Decodable {
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}

/// Property wrappers.
struct TintDTO: Decodable {
  let id: Int
  @Lossy var title: String
  @Lossy var unit_price: Double
  let owner: Maker
  let names: [String: String]
}

class RootDTO: Decodable {
  let id: Int
  let title: String
  let owner: Maker
  let names: [String: String]
}

/// A class below another one.
final class LeafDTO: RootDTO {
  let unit_price: Double

  enum CodingKeys: String, CodingKey {
    case unit_price
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    unit_price = try container.decode(Double.self, forKey: .unit_price)
    try super.init(from: decoder)
  }
}

/// An initialiser and keys of its own.
struct HandDTO: Decodable {
  let id: Int
  let title: String
  let price: Double
  let owner: Maker
  let names: [String: String]

  private enum Keys: String, CodingKey {
    case id
    case title
    case price = "unit_price"
    case owner
    case names
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    id = try container.decode(Int.self, forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    price = try container.decode(Double.self, forKey: .price)
    owner = try container.decode(Maker.self, forKey: .owner)
    names = try container.decode([String: String].self, forKey: .names)
  }
}

/// Types of its own that nothing reads.
struct UsedDTO: Decodable {
  let id: Int
  let title: String
  let unit_price: Double
  let owner: Maker
  let names: [String: String]

  struct Total: Decodable {
    let unrelated: Int?
  }

  enum Name {
    case unrelated
  }
}
