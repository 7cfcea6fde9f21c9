import Foundation

// Types whose `init(from:)` the compiler writes.

struct Flat: Decodable, Equatable {
  var integer: Int
  var text: String
  var double: Double
  var flag: Bool
  var list: [Int]
  var note: String?
  var wide: Int64
  var byte: UInt8
  var name: String
  var float: Float
}

struct Coordinates: Decodable, Equatable {
  var latitude: Double
  var longitude: Double
}

struct Address: Decodable, Equatable {
  var street: String
  var zip: String
  var coordinates: Coordinates
}

struct User: Decodable, Equatable {
  struct Company: Decodable, Equatable {
    var name: String
    var motto: String?
  }
  var id: Int
  var name: String
  var address: Address
  var company: Company
}

struct Item: Decodable, Equatable {
  var id: Int
  var name: String
  var price: Double
  var tags: [String]
}

struct Items: Decodable, Equatable {
  var total: Int
  var items: [Item]
}

enum Color: String, Decodable, Equatable { case red, green, blue }
enum Level: Int, Decodable, Equatable { case low = 10, middle = 20, high = 30 }
enum Single: String, Decodable, Equatable { case only }

struct Paint: Decodable, Equatable {
  var color: Color
  var accent: Color?
  var level: Level
  var levels: [Level]
  var single: Single
  var name: String
}

struct Scores: Decodable, Equatable {
  var scores: [String: Int]
  var places: [String: Coordinates]
  var owner: String
}

enum Axis: String, Decodable, CodingKeyRepresentable { case x, y, z }
enum Floor: Int, Decodable, CodingKeyRepresentable { case ground, first, second }

struct Keyed: Decodable, Equatable {
  var numbers: [Int: String]
  var axes: [Axis: Int]
  var floors: [Floor: String]
  var count: Int
}

struct Containers: Decodable, Equatable {
  var set: Set<Int>
  var range: ClosedRange<Int>
  var flat: [UUID: Int]
  var optional: [String?]
  var grid: [[Int]]
  var contiguous: ContiguousArray<Bool>
  var deep: [String: [[String: Int?]]]
  var count: Int
}

struct Optionals: Decodable, Equatable {
  var twice: Int??
  var list: [Int??]
  var text: String?
  var address: Address?
  var place: Coordinates?
  var count: Int
}

struct Tree: Decodable, Equatable {
  var value: Int
  var children: [Tree]
}

struct Page<Element: Decodable & Equatable>: Decodable, Equatable {
  var number: Int
  var results: [Element]
  var next: String?
}

struct Numbers: Decodable, Equatable {
  var tiny: Int8
  var small: Int16
  var middle: Int32
  var word: UInt
  var half: UInt16
  var quarter: UInt32
  var wide: UInt64
  var huge: Int128
  var vast: UInt128
  var double: Double
  var float: Float
  var graphic: CGFloat
}

struct Values: Decodable, Equatable {
  var amount: Decimal
  var id: UUID
  var data: Data
  var link: URL
  var links: [URL]
  var other: URL?
  var note: String
}

struct Times: Decodable, Equatable {
  var first: Date
  var second: Date?
  var list: [Date]
  var byName: [String: Date]
  var count: Int
}

@propertyWrapper struct Trimmed: Decodable, Equatable {
  var wrappedValue: String

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    guard trimmed.count >= 3 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "too short"))
    }
    wrappedValue = trimmed
  }
}

@propertyWrapper struct EmptyByDefault: Decodable, Equatable {
  var wrappedValue: String

  init(wrappedValue: String) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(String.self)
  }
}

extension KeyedDecodingContainer {
  func decode(_ type: EmptyByDefault.Type, forKey key: Key) throws -> EmptyByDefault {
    try decodeIfPresent(type, forKey: key) ?? EmptyByDefault(wrappedValue: "")
  }
}

struct Wrapped: Decodable, Equatable {
  @Trimmed var title: String
  @EmptyByDefault var nick: String
  @Trimmed var subtitle: String
  @EmptyByDefault var motto: String
  var count: Int
}

struct Email: Decodable, Equatable {
  let user: String
  let host: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: "@")
    guard parts.count == 2 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no address")
    }
    user = String(parts[0])
    host = String(parts[1])
  }
}

struct Contact: Decodable, Equatable {
  var name: String
  var email: Email
  var backup: Email?
  var others: [Email]
  var age: Int
}

enum Event: Decodable, Equatable {
  case login(user: String, at: Int)
  case logout(reason: String)
  case ping
}

struct Events: Decodable, Equatable {
  var events: [Event]
  var count: Int
}

struct Recipes: Decodable, Equatable { var meals: [Recipe]? }

struct Recipe: Decodable, Equatable {
  var id: String
  var name: String
  var category: String
  var thumbnail: URL?
  var ingredient1: String?
  var ingredient2: String?
  var ingredient3: String?
  var measure1: String?
  var measure2: String?
  var measure3: String?
  var modified: Date?
  var isFavourite = false

  enum CodingKeys: String, CodingKey {
    case id = "idMeal"
    case name = "strMeal"
    case category = "strCategory"
    case thumbnail = "strMealThumb"
    case ingredient1 = "strIngredient1"
    case ingredient2 = "strIngredient2"
    case ingredient3 = "strIngredient3"
    case measure1 = "strMeasure1"
    case measure2 = "strMeasure2"
    case measure3 = "strMeasure3"
    case modified = "dateModified"
  }
}

final class Node: Decodable, Equatable {
  var value: Int
  var next: Node?
  var label: String

  static func == (left: Node, right: Node) -> Bool {
    left.value == right.value && left.next == right.next && left.label == right.label
  }
}

struct Nodes: Decodable, Equatable {
  var first: Node
  var list: [Node]
  var count: Int
}

/// Read with strategies for keys.
struct Renamed: Decodable, Equatable {
  struct Inner: Decodable, Equatable {
    var userName: String
    var x: [Int]
  }
  var userName: String
  var innerThing: Inner
  var x: [String: Int]
  var list: [Inner]
  var axes: [Axis: Int]
  var floors: [Int: Int]

  /// Knows the properties in capitals, and looks at the way to the key.
  static let custom = JSONDecoder.KeyDecodingStrategy.custom { path in
    let name = path.last?.stringValue ?? ""
    switch name {
    case "USERNAME": return NamedKey(stringValue: "userName")
    case "INNERTHING" where path.count == 1: return NamedKey(stringValue: "innerThing")
    default: return NamedKey(stringValue: name)
    }
  }

  struct NamedKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
