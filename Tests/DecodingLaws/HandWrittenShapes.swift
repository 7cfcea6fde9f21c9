import Foundation

// Types with an `init(from:)` of their own.

/// Flattens nested objects, with key names that are the names of its properties.
struct Launch: Decodable, Equatable {
  var flight: Int
  var rocketName: String
  var block: Int
  var site: String?
  var patch: URL

  enum CodingKeys: String, CodingKey {
    case flight = "flight_number", rocket, links, site = "launch_site"
  }
  enum RocketKeys: String, CodingKey { case rocket_name, core = "first_stage" }
  enum CoreKeys: String, CodingKey { case block }
  enum LinkKeys: String, CodingKey { case patch = "mission_patch" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    flight = try container.decode(Int.self, forKey: .flight)
    let rocket = try container.nestedContainer(keyedBy: RocketKeys.self, forKey: .rocket)
    rocketName = try rocket.decode(String.self, forKey: .rocket_name)
    let core = try rocket.nestedContainer(keyedBy: CoreKeys.self, forKey: .core)
    block = try core.decode(Int.self, forKey: .block)
    let links = try container.nestedContainer(keyedBy: LinkKeys.self, forKey: .links)
    patch = try links.decode(URL.self, forKey: .patch)
    site = try container.decodeIfPresent(String.self, forKey: .site)
  }
}

/// Walks an array of objects itself.
struct Payloads: Decodable, Equatable {
  var names: [String]
  var count: Int

  enum CodingKeys: String, CodingKey { case payloads, count }
  enum PayloadKeys: String, CodingKey { case id = "payload_id", mass }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var payloads = try container.nestedUnkeyedContainer(forKey: .payloads)
    names = []
    while !payloads.isAtEnd {
      let payload = try payloads.nestedContainer(keyedBy: PayloadKeys.self)
      names.append(try payload.decode(String.self, forKey: .id))
      _ = try payload.decodeIfPresent(Double.self, forKey: .mass)
    }
    count = try container.decode(Int.self, forKey: .count)
  }
}

enum IntegerOrText: Decodable, Equatable {
  case integer(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither of both")
    }
  }
}

struct Caught: Decodable, Equatable {
  var value: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      value = String(try container.decode(Int.self))
    } catch {
      value = try container.decode(String.self)
    }
  }
}

struct Dog: Decodable, Equatable {
  var bark: String
  var age: Int
}

struct Cat: Decodable, Equatable {
  var meow: String
  var lives: Int
}

enum Pet: Decodable, Equatable {
  case dog(Dog)
  case cat(Cat)

  init(from decoder: any Decoder) throws {
    if let dog = try? Dog(from: decoder) {
      self = .dog(dog)
    } else {
      self = .cat(try Cat(from: decoder))
    }
  }
}

struct Unions: Decodable, Equatable {
  var id: IntegerOrText
  var other: IntegerOrText?
  var caught: Caught
  var pets: [Pet]
  var count: Int
}

/// Chooses its keys by an enumeration.
enum Shape: Decodable, Equatable {
  case circle(radius: Double)
  case rectangle(width: Double, height: Double)

  enum CodingKeys: String, CodingKey { case type, radius, width, height }
  enum Kind: String, Decodable { case circle, rectangle }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .type) {
    case .circle:
      self = .circle(radius: try container.decode(Double.self, forKey: .radius))
    case .rectangle:
      self = .rectangle(
        width: try container.decode(Double.self, forKey: .width),
        height: try container.decode(Double.self, forKey: .height))
    }
  }
}

struct Shapes: Decodable, Equatable {
  var shapes: [Shape]
  var count: Int
}

/// Looks like a plain struct, and chooses its keys by a text.
struct Figure: Decodable, Equatable {
  var type: String
  var radius: Double
  var width: Double
  var name: String

  enum CodingKeys: String, CodingKey { case type, radius, width, name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decode(String.self, forKey: .type)
    radius = 0
    width = 0
    if type == "circle" {
      radius = try container.decode(Double.self, forKey: .radius)
    } else {
      width = try container.decode(Double.self, forKey: .width)
    }
    name = try container.decode(String.self, forKey: .name)
  }
}

struct Failable<Value: Decodable & Equatable>: Decodable, Equatable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? decoder.singleValueContainer().decode(Value.self)
  }
}

struct Lossy: Decodable, Equatable {
  var items: [Failable<Item>]
  var age: Int?
  var count: Int

  enum CodingKeys: String, CodingKey { case items, age, count }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    items = try container.decode([Failable<Item>].self, forKey: .items)
    age = try? container.decode(Int.self, forKey: .age)
    count = try container.decode(Int.self, forKey: .count)
  }
}

class Base: Decodable, Equatable {
  var id: Int
  var kind: String

  static func == (left: Base, right: Base) -> Bool {
    left.id == right.id && left.kind == right.kind
  }
}

/// Its superclass stands in a member of its own.
final class NestedChild: Base {
  var extra: String
  var size: Int

  enum CodingKeys: String, CodingKey { case extra, size }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    extra = try container.decode(String.self, forKey: .extra)
    size = try container.decode(Int.self, forKey: .size)
    try super.init(from: container.superDecoder())
  }
}

/// Its superclass reads the same object.
final class FlatChild: Base {
  var extra: String
  var size: Int

  enum CodingKeys: String, CodingKey { case extra, size }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    extra = try container.decode(String.self, forKey: .extra)
    size = try container.decode(Int.self, forKey: .size)
    try super.init(from: decoder)
  }
}

struct Point: Decodable, Equatable {
  var x: Double
  var y: Double

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(Double.self)
    y = try container.decodeIfPresent(Double.self) ?? 0
  }
}

struct Points: Decodable, Equatable {
  var origin: Point
  var list: [Point]
  var count: Int
}

struct Span: Decodable, Equatable {
  struct Backwards: Error {}
  var start: Int
  var end: Int
  var name: String

  enum CodingKeys: String, CodingKey { case start, end, name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    start = try container.decode(Int.self, forKey: .start)
    end = try container.decode(Int.self, forKey: .end)
    name = try container.decode(String.self, forKey: .name)
    guard end > start else { throw Backwards() }
  }
}

struct Versioned: Decodable, Equatable {
  var title: String
  var count: Int

  enum CodingKeys: String, CodingKey { case second, name, count }
  enum SecondKeys: String, CodingKey { case title }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if container.contains(.second) {
      let second = try container.nestedContainer(keyedBy: SecondKeys.self, forKey: .second)
      title = try second.decode(String.self, forKey: .title)
    } else {
      title = try container.decode(String.self, forKey: .name)
    }
    count = try container.decode(Int.self, forKey: .count)
  }
}

struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

struct Dynamic: Decodable, Equatable {
  var fields: [String: Int] = [:]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys where key.stringValue.hasPrefix("f_") {
      fields[key.stringValue] = try container.decode(Int.self, forKey: key)
    }
  }
}

struct NullChecked: Decodable, Equatable {
  var value: Int
  var text: String

  enum CodingKeys: String, CodingKey { case value, text }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decodeNil(forKey: .value) ? 0 : container.decode(Int.self, forKey: .value)
    text = try container.decode(String.self, forKey: .text)
  }
}

struct Fallback: Decodable, Equatable {
  var name: String
  var size: Int
  var count: Int

  enum CodingKeys: String, CodingKey { case name, title, size, count }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name =
      try container.decodeIfPresent(String.self, forKey: .name)
      ?? container.decode(String.self, forKey: .title)
    size = try container.decodeIfPresent(Int.self, forKey: .size) ?? 3
    count = try container.decode(Int.self, forKey: .count)
  }
}

struct Branches: Decodable, Equatable {
  var versions: [Versioned]
  var spans: [Span]
  var dynamic: Dynamic
  var checks: [NullChecked]
  var fallbacks: [Fallback]
  var count: Int
}

struct Loop: Decodable, Equatable {
  var items: [Item]
  var count: Int

  enum CodingKeys: String, CodingKey { case items, count }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decode(Int.self, forKey: .count)
    var elements = try container.nestedUnkeyedContainer(forKey: .items)
    items = []
    while !elements.isAtEnd { items.append(try elements.decode(Item.self)) }
  }
}

enum Expression: Decodable, Equatable {
  case number(Int)
  indirect case sum(Expression, Expression)

  enum CodingKeys: String, CodingKey { case number, sum }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if container.contains(.number) {
      self = .number(try container.decode(Int.self, forKey: .number))
    } else {
      var terms = try container.nestedUnkeyedContainer(forKey: .sum)
      self = .sum(try terms.decode(Expression.self), try terms.decode(Expression.self))
    }
  }
}

/// Accepts `true`, 1 and "yes".
struct Switch: Decodable, Equatable {
  var isOn: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      isOn = flag
    } else if let number = try? container.decode(Int.self) {
      isOn = number != 0
    } else {
      switch try container.decode(String.self) {
      case "yes": isOn = true
      case "no": isOn = false
      default:
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no switch")
      }
    }
  }
}

struct Switches: Decodable, Equatable {
  var first: Switch
  var second: Switch
  var expression: Expression
  var count: Int
}
