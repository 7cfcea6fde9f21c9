import Foundation
import StrictJSON

// Types whose initialisers do what a decoder that only looks at keys and types would not see.

/// Decides by a value what it reads next.
struct Status: Decodable, Equatable {
  var status: String
  var reason: String?

  enum CodingKeys: String, CodingKey { case status, reason, archivedAt }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    status = try container.decode(String.self, forKey: .status)
    if status == "archived" { reason = try container.decode(String.self, forKey: .archivedAt) }
  }
}

/// Reads all in a straight line, and then refuses some values.
struct Bounded: Decodable, Equatable {
  var name: String
  var count: Int

  enum CodingKeys: String, CodingKey { case name, count }

  struct TooMuch: Error {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    count = try container.decode(Int.self, forKey: .count)
    guard name.count < 4, count != 777 else { throw TooMuch() }
  }
}

/// Counts the elements that it was given.
struct Batch: Decodable, Equatable {
  var items: [Int]
  var names: [String: Int]

  enum CodingKeys: String, CodingKey { case items, names }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    items = try container.decode([Int].self, forKey: .items)
    names = try container.decode([String: Int].self, forKey: .names)
    guard items.count <= 3, items != [1] else {
      throw DecodingError.dataCorruptedError(
        forKey: .items, in: container, debugDescription: "too many or odd items")
    }
  }
}

/// Reads one key twice, as two types, and others only where they are there.
struct Twice: Decodable, Equatable {
  var id: String
  var flag: Bool?
  var extras: [String]
  var whole: [String: Loose]

  enum CodingKeys: String, CodingKey { case id, flag, old, items }
  enum OtherKeys: String, CodingKey { case flag, legacy }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let number = try? container.decode(Int.self, forKey: .id) {
      id = String(number)
    } else {
      id = try container.decode(String.self, forKey: .id)
    }
    if container.contains(.old) { _ = try container.decodeNil(forKey: .old) }
    flag = try? container.decodeIfPresent(Bool.self, forKey: .flag)
    extras = container.allKeys.map(\.stringValue).sorted()
    let other = try decoder.container(keyedBy: OtherKeys.self)
    if let legacy = try? other.decode(Int.self, forKey: .legacy) { extras.append("\(legacy)") }
    whole = try decoder.singleValueContainer().decode([String: Loose].self)
  }
}

/// Any value, found by trying one type after the other.
enum Loose: Decodable, Equatable {
  case null, bool(Bool), integer(Int), double(Double), text(String)
  indirect case list([Loose])
  indirect case map([String: Loose])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([Loose].self) {
      self = .list(value)
    } else {
      self = .map(try container.decode([String: Loose].self))
    }
  }
}

/// Knows where it stands, and says so.
struct Placed: Decodable, Equatable {
  var path: [String]
  var value: Int

  enum CodingKeys: String, CodingKey { case value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = container.codingPath.map(\.stringValue)
    value = try container.decode(Int.self, forKey: .value)
  }
}

/// Walks arrays of mixed elements, and swallows what it does not know.
struct Mixed: Decodable, Equatable {
  var texts: [String] = []
  var sizes: [Int] = []
  var inner: [Int] = []

  enum CodingKeys: String, CodingKey { case list, rows }
  enum SizeKeys: String, CodingKey { case size }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    while !list.isAtEnd {
      if let text = try? list.decode(String.self) {
        texts.append(text)
      } else if var nested = try? list.nestedUnkeyedContainer() {
        while !nested.isAtEnd { inner.append(try nested.decode(Int.self)) }
      } else {
        let size = try list.nestedContainer(keyedBy: SizeKeys.self)
        sizes.append(try size.decode(Int.self, forKey: .size))
      }
    }
    var rows = try container.nestedUnkeyedContainer(forKey: .rows)
    for _ in 0..<(rows.count ?? 0) {
      inner.append(
        try rows.superDecoder().container(keyedBy: SizeKeys.self).decode(
          Int.self, forKey: .size))
    }
  }
}

/// A base class and a subclass that read the same object, and a member that is observed.
class Animal: Decodable {
  var name: String { didSet { changes += 1 } }
  var changes = 0

  enum AnimalKeys: String, CodingKey { case name, tag }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnimalKeys.self)
    name = try container.decode(String.self, forKey: .name)
    if let tag = try container.decodeIfPresent(String.self, forKey: .tag) { name = tag }
  }
}

final class Terrier: Animal, Equatable {
  let barks: Bool
  let owner: Loose

  enum DogKeys: String, CodingKey { case barks, owner }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DogKeys.self)
    barks = try container.decode(Bool.self, forKey: .barks)
    owner = try container.decode(Loose.self, forKey: .owner)
    try super.init(from: decoder)
  }

  static func == (left: Terrier, right: Terrier) -> Bool {
    (left.name, left.changes, left.barks) == (right.name, right.changes, right.barks)
      && left.owner == right.owner
  }
}

/// Keys whose spelling is not plain, and numbers that are not.
struct Spelled: Decodable, Equatable {
  var word: String
  var long: Double
  var slot: [Float]
  var amount: Decimal?

  enum CodingKeys: String, CodingKey {
    case word = "é"
    case long = "a key that is longer than two words of eight bytes"
    case slot = "slot"
    case amount = "amount\n"
  }
}

/// Numbered slots, of which some are only read in some records.
struct Slotted: Decodable, Equatable {
  var slots: [String?] = []

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let count = try container.decode(Int.self, forKey: Key("count"))
    for number in 1...max(1, min(count, 5)) {
      slots.append(try container.decodeIfPresent(String.self, forKey: Key("slot\(number)")))
      slots.append(try container.decodeIfPresent(String.self, forKey: Key("size\(number)")))
    }
  }
}

/// A wrapper that swallows a failure, and a member that it wraps.
struct Tolerant: Decodable, Equatable {
  var ages: [Lenient<Age>]
  var place: Lenient<Status>?

  struct Age: Decodable, Equatable {
    var years: Int
    var month: Int
  }

  struct Lenient<Value: Decodable & Equatable>: Decodable, Equatable {
    var value: Value?
    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
  }
}

/// Asks with `try?` for what may be absent, or `null`, or of another type.
struct Sparse: Decodable, Equatable {
  var id: Int
  var text: String?
  var number: Double?
  var flag: Bool?
  var date: Date?
  var list: [Int]?
  var age: Tolerant.Age?
  var isEmpty: Bool?
  var other: String

  enum CodingKeys: String, CodingKey {
    case id, text, number, flag, date, list, age, other, alternative
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    text = try? container.decode(String.self, forKey: .text)
    number = try? container.decode(Double.self, forKey: .number)
    flag = try? container.decode(Bool.self, forKey: .flag)
    date = try? container.decode(Date.self, forKey: .date)
    list = try? container.decode([Int].self, forKey: .list)
    age = try? container.decode(Tolerant.Age.self, forKey: .age)
    isEmpty = try? container.nestedUnkeyedContainer(forKey: .list).isAtEnd
    other =
      try (try? container.decode(String.self, forKey: .other))
      ?? container.decode(String.self, forKey: .alternative)
  }
}

/// Uses decoders of types that gave them away, which then are at another value.
struct Borrowing: Decodable, Equatable {
  struct Kept: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  struct KeptValue: Decodable {
    let container: any SingleValueDecodingContainer
    init(from decoder: any Decoder) throws { container = try decoder.singleValueContainer() }
  }

  struct KeptPart: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws {
      self.decoder = try decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .size)
    }
  }

  var sizes: [Int] = []
  var counts: [Int] = []
  var path: [String] = []

  enum CodingKeys: String, CodingKey { case size, first, list, late, whole }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let first = try container.decode(Kept.self, forKey: .first).decoder
    path = first.codingPath.map(\.stringValue)
    let around = try first.container(keyedBy: CodingKeys.self)
    sizes.append(try around.decode(Int.self, forKey: .size))
    let part = try container.decode(KeptPart.self, forKey: .late).decoder
    sizes.append(try part.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size))
    let whole = try container.decode(KeptValue.self, forKey: .whole).container
    sizes.append(try whole.decode(Size.self).size)
    counts = try container.decode([Counts].self, forKey: .list).flatMap(\.counts)
  }

  struct Size: Decodable {
    let size: Int
  }

  struct Counts: Decodable {
    let counts: [Int]
    init(from decoder: any Decoder) throws {
      let lists = try decoder.singleValueContainer().decode([Kept].self)
      counts = try lists.map { try $0.decoder.unkeyedContainer().count ?? -1 }
    }
  }
}

extension ShapeCase {
  static let hostile: [ShapeCase] = [
    ShapeCase(Status.self, #"{"status": "archived", "archivedAt": "x", "reason": "r"}"#),
    ShapeCase(Status.self, #"{"status": "red", "reason": "r"}"#, named: "Status, open"),
    ShapeCase(Bounded.self, #"{"name": "n", "count": 1}"#),
    ShapeCase(Batch.self, #"{"items": [1, 2, 3], "names": {"a": 1, "b": 2}}"#),
    ShapeCase(
      Twice.self, #"{"id": 1, "flag": true, "old": null, "items": [1], "legacy": 5, "x": {}}"#),
    ShapeCase(Loose.self, #"{"a": [1, 2.5, "x", null, true], "b": {"c": [[]]}}"#),
    ShapeCase(Placed.self, #"{"value": 1, "other": 2}"#),
    ShapeCase(
      Mixed.self, #"{"list": ["a", {"size": 1}, [1, 2]], "rows": [{"size": 2, "x": 1}]}"#),
    ShapeCase(Terrier.self, #"{"name": "n", "tag": "t", "barks": true, "owner": "o", "age": 1}"#),
    ShapeCase(
      Spelled.self,
      #"""
      {"\u00e9": "w", "a key that is longer than two words of eight bytes": 0.1, "slot": [0.1, 3],
       "amount\n": 1.10, "a key that is longer then two words of eight bytes": 1, "sl\u006ft": 1}
      """#),
    ShapeCase(
      Spelled.self,
      "{\"e\u{301}\": \"w\", \"é\": 1, \"a key that is longer than two words of eight bytes\": 1e5,"
        + " \"slot\": []}", named: "Spelled, in two ways"),
    ShapeCase(
      Slotted.self,
      #"""
      {"count": 3, "slot1": "a", "slot2": "", "slot3": "c", "slot4": null, "size1": "1",
       "size2": " ", "size3": "", "size4": "x"}
      """#),
    ShapeCase(
      Tolerant.self,
      #"{"ages": [{"years": 1, "month": 2}, {"years": 3}], "place": {"status": "archived"}}"#),
    ShapeCase(
      Sparse.self,
      #"""
      {"id": 1, "text": "t", "number": null, "flag": true, "date": 7, "list": null,
       "age": {"years": 1, "month": 2}, "alternative": "a"}
      """#),
    ShapeCase(
      Borrowing.self,
      #"""
      {"size": 2, "first": {"size": 1}, "late": {"size": {"size": 3}}, "whole": [],
       "list": [[[1, 2], [3]], []]}
      """#),
  ]
}
