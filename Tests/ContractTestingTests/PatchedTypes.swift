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
