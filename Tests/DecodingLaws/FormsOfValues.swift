import Foundation
import WireDates

// Values of which a type makes something of its own, in the forms that packages for web APIs have.

/// A place on the map that says its kind, and has positions as lists of numbers.
struct Feature: Decodable, Equatable {
  var geometry: Geometry
  var name: String?
  var box: [Double]?

  enum CodingKeys: String, CodingKey { case type, geometry, properties, box = "bbox" }
  enum PropertyKeys: String, CodingKey { case name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(String.self, forKey: .type) == "Feature" else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container, debugDescription: "no feature")
    }
    geometry = try container.decode(Geometry.self, forKey: .geometry)
    let properties = try container.nestedContainer(keyedBy: PropertyKeys.self, forKey: .properties)
    name = try properties.decodeIfPresent(String.self, forKey: .name)
    box = try container.decodeIfPresent([Double].self, forKey: .box)
  }
}

enum Geometry: Decodable, Equatable {
  case point(Position)
  case line([Position])

  enum CodingKeys: String, CodingKey { case type, coordinates }
  enum Kind: String, Decodable { case Point, LineString }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .type) {
    case .Point: self = .point(try container.decode(Position.self, forKey: .coordinates))
    case .LineString: self = .line(try container.decode([Position].self, forKey: .coordinates))
    }
  }
}

struct Position: Decodable, Equatable {
  var longitude: Double
  var latitude: Double

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    longitude = try container.decode(Double.self)
    latitude = try container.decode(Double.self)
  }
}

struct Features: Decodable, Equatable {
  var features: [Feature]
  var total: Int
}

/// Any JSON value.
enum AnyValue: Decodable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([AnyValue])
  case object([String: AnyValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([AnyValue].self) {
      self = .list(value)
    } else if let value = try? container.decode([String: AnyValue].self) {
      self = .object(value)
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no value")
    }
  }
}

struct ToolCall: Decodable, Equatable {
  var id: String
  var arguments: [String: AnyValue]
  var extra: AnyValue
  var index: Int
  var duration: Double
}

/// As a generator writes `oneOf`: each alternative is tried, and unknown members are refused.
enum OneOf: Decodable, Equatable {
  case first(First)
  case second(Second)
  case number(Int)

  struct First: Decodable, Equatable {
    var title: String
    var size: Int

    enum CodingKeys: String, CodingKey { case title, size }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      size = try container.decode(Int.self, forKey: .size)
      try decoder.refuseMembers(except: ["title", "size"])
    }
  }

  struct Second: Decodable, Equatable {
    var label: String
    var extra: [String: Int]

    enum CodingKeys: String, CodingKey { case label }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      label = try container.decode(String.self, forKey: .label)
      extra = try decoder.otherMembers(except: ["label"])
    }
  }

  init(from decoder: any Decoder) throws {
    var errors: [any Error] = []
    do {
      self = .first(try First(from: decoder))
      return
    } catch { errors.append(error) }
    do {
      self = .second(try Second(from: decoder))
      return
    } catch { errors.append(error) }
    do {
      self = .number(try decoder.singleValueContainer().decode(Int.self))
      return
    } catch { errors.append(error) }
    throw DecodingError.typeMismatch(
      Self.self,
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "none of \(errors.count) alternatives"))
  }
}

/// As a generator writes `anyOf`: all alternatives that can be read are kept.
struct AnyOf: Decodable, Equatable {
  var value1: OneOf.First?
  var value2: String?

  init(from decoder: any Decoder) throws {
    var errors: [any Error] = []
    do { value1 = try OneOf.First(from: decoder) } catch { errors.append(error) }
    do {
      value2 = try decoder.singleValueContainer().decode(String.self)
    } catch { errors.append(error) }
    guard value1 != nil || value2 != nil else {
      throw DecodingError.valueNotFound(
        Self.self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "the anyOf structure has no alternative that can be read"))
    }
  }
}

extension Decoder {
  fileprivate func refuseMembers(except known: Set<String>) throws {
    let container = try container(keyedBy: AnyKey.self)
    guard let unknown = container.allKeys.first(where: { !known.contains($0.stringValue) }) else {
      return
    }
    throw DecodingError.dataCorruptedError(
      forKey: unknown, in: container, debugDescription: "a member that is not known")
  }

  fileprivate func otherMembers(except known: Set<String>) throws -> [String: Int] {
    let container = try container(keyedBy: AnyKey.self)
    var members: [String: Int] = [:]
    for key in container.allKeys where !known.contains(key.stringValue) {
      members[key.stringValue] = try container.decode(Int.self, forKey: key)
    }
    return members
  }
}

struct Generated: Decodable, Equatable {
  var one: OneOf
  var others: [OneOf]
  var any: AnyOf
  var id: Int
  var note: String?
}

/// A list that leaves out what it cannot read.
@propertyWrapper struct LossyList<Element: Decodable & Equatable>: Decodable, Equatable {
  var wrappedValue: [Element]

  init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wrappedValue = []
    while !container.isAtEnd {
      if let element = try? container.decode(Element.self) {
        wrappedValue.append(element)
      } else {
        _ = try container.decode(AnyValue.self)
      }
    }
  }
}

/// A number, or its digits.
@propertyWrapper
struct Lenient<Value: Decodable & Equatable & LosslessStringConvertible>:
  Decodable, Equatable
{
  var wrappedValue: Value

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      wrappedValue = try container.decode(Value.self)
    } catch {
      guard let value = Value(try container.decode(String.self)) else { throw error }
      wrappedValue = value
    }
  }
}

/// Has a value of its own where the document has none.
@propertyWrapper struct OrEmpty: Decodable, Equatable {
  var wrappedValue: String

  init(wrappedValue: String) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(String.self)
  }
}

extension KeyedDecodingContainer {
  func decode(_ type: OrEmpty.Type, forKey key: Key) throws -> OrEmpty {
    try decodeIfPresent(type, forKey: key) ?? OrEmpty(wrappedValue: "")
  }
}

struct Wrappers: Decodable, Equatable {
  @LossyList var items: [Item]
  @Lenient var count: Int
  @Lenient var ratio: Double
  @OrEmpty var nick: String
  var id: Tagged<Wrappers, Int>
  var flags: Flags
  var level: Level
  var name: String

  struct Flags: OptionSet, Decodable { let rawValue: Int }
  enum Level: Int, Decodable { case low = 1, high }
}

/// A raw value that belongs to a type.
struct Tagged<Owner, Raw: Decodable & Equatable>: Decodable, Equatable {
  var raw: Raw

  init(from decoder: any Decoder) throws {
    do {
      raw = try decoder.singleValueContainer().decode(Raw.self)
    } catch {
      raw = try Raw(from: decoder)
    }
  }
}

/// A date in one of several formats.
struct FlexibleDate: Decodable, Equatable {
  var date: Date

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Double.self) {
      date = Date(timeIntervalSince1970: seconds)
      return
    }
    let text = try container.decode(String.self)
    for format in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle().year().month().day()] {
      if let found = try? format.parse(text) {
        date = found
        return
      }
    }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date: \(text)")
  }
}

struct Invoice: Decodable, Equatable {
  var issued: FlexibleDate
  var due: FlexibleDate?
  var total: Decimal
  var id: UUID
  var link: URL
  var seal: Data
  var lines: [Line]

  struct Line: Decodable, Equatable {
    var label: String
    var amount: Decimal
    var day: FlexibleDate
  }
}

/// A message whose content is a text or a list of parts, each with its kind.
struct Message: Decodable, Equatable {
  var role: Role
  var content: Content
  var name: String?
  var index: Int

  enum Role: String, Decodable { case user, system }

  enum Content: Decodable, Equatable {
    case text(String)
    case parts([Part])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .text(try container.decode(String.self))
      } catch DecodingError.typeMismatch {
        self = .parts(try container.decode([Part].self))
      }
    }
  }

  enum Part: Decodable, Equatable {
    case text(Text)
    case image(Image)

    struct Text: Decodable, Equatable {
      var text: String
    }

    struct Image: Decodable, Equatable {
      var link: URL
      var width: Int
    }

    enum CodingKeys: String, CodingKey { case type }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try Text(from: decoder))
      case "image": self = .image(try Image(from: decoder))
      case let other:
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container, debugDescription: "no part: \(other)")
      }
    }
  }
}

struct Chat: Decodable, Equatable {
  var id: String
  var created: Int
  var messages: [Message]
  var usage: [String: Int]
  var model: OpenEnum<Model>

  enum Model: String { case small, large }
}

/// A list of values of several types, each at its place.
struct Measurement: Decodable, Equatable {
  var name: String
  var values: [Double]
  var isFinal: Bool
  var note: String?

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    name = try container.decode(String.self)
    var numbers = try container.nestedUnkeyedContainer()
    values = []
    while !numbers.isAtEnd { values.append(try numbers.decode(Double.self)) }
    isFinal = try container.decode(Bool.self)
    note = try container.decodeIfPresent(String.self)
  }
}

struct Station: Decodable, Equatable {
  var rows: [Measurement]
  var place: String
  var height: Double
  var opened: Int
  var owner: String?

  enum CodingKeys: String, CodingKey { case rows, meta }
  enum MetaKeys: String, CodingKey { case place, height, history }
  enum HistoryKeys: String, CodingKey { case opened, owner }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let meta = try container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
    place = try meta.decode(String.self, forKey: .place)
    height = try meta.decode(Double.self, forKey: .height)
    let history = try meta.nestedContainer(keyedBy: HistoryKeys.self, forKey: .history)
    opened = try history.decode(Int.self, forKey: .opened)
    owner = try history.decodeIfPresent(String.self, forKey: .owner)
    rows = try container.decode([Measurement].self, forKey: .rows)
  }
}

/// A tree of terms.
indirect enum Term: Decodable, Equatable {
  case constant(Double)
  case negated(Term)
  case sum(left: Term, right: Term)
}

struct Formula: Decodable, Equatable {
  var term: Term
  var other: Term
  var name: String
  var scale: Double
}

/// Has keys in another spelling, and a date that may be empty.
struct Shipment: Decodable, Equatable {
  var orderNumber: Int
  var sentAt: Date?
  var shipTo: Recipient
  var lineItems: [LineItem]
  var isGift: Bool

  struct Recipient: Decodable, Equatable {
    var fullName: String
    var postCode: String
  }

  struct LineItem: Decodable, Equatable {
    var unitPrice: Double
    var itemCount: Int
  }

  enum CodingKeys: CodingKey { case orderNumber, sentAt, shipTo, lineItems, isGift }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    orderNumber = try container.decode(Int.self, forKey: .orderNumber)
    if let text = try container.decodeIfPresent(String.self, forKey: .sentAt), !text.isEmpty {
      guard let date = DateFormat.iso8601.date(from: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .sentAt, in: container, debugDescription: "no date")
      }
      sentAt = date
    }
    shipTo = try container.decode(Recipient.self, forKey: .shipTo)
    lineItems = try container.decode([LineItem].self, forKey: .lineItems)
    isGift = try container.decodeIfPresent(Bool.self, forKey: .isGift) ?? false
  }
}
