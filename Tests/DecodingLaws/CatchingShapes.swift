import Foundation
import StrictJSON

// Types whose initialisers look at what they catch, as code in apps does.

/// Tells apart by the kind of an error what is absent and what is wrong.
struct Catching: Decodable, Equatable {
  struct Leaf: Decodable, Equatable {
    var id: Int
    var name: String
  }

  /// Throws an error of its own.
  struct Bounded: Decodable, Equatable {
    struct TooSmall: Error {}
    var value: Int
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
      guard value > 0 else { throw TooSmall() }
    }
  }

  var leaf: Leaf?
  var leaves: [Leaf]
  var sizes: [Bounded]
  var amount: Double
  var place = ""
  var late = 0
  var counted: [Int] = []
  var data: Data?

  enum CodingKeys: String, CodingKey { case leaf, leaves, sizes, amount, late, list, data }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      leaf = try container.decode(Leaf.self, forKey: .leaf)
    } catch DecodingError.keyNotFound(let key, _) {
      place = key.stringValue
    } catch DecodingError.typeMismatch(_, let context)
      where context.codingPath.last?.stringValue == "id"
    {
      place = "id"
    }
    do {
      leaves = try container.decode([Leaf].self, forKey: .leaves)
    } catch DecodingError.valueNotFound {
      leaves = []
    }
    do {
      sizes = try container.decode([Bounded].self, forKey: .sizes)
    } catch is Bounded.TooSmall {
      sizes = []
    }
    do {
      amount = Double(try container.decode(Int.self, forKey: .amount))
    } catch DecodingError.typeMismatch {
      amount = -1
    }
    do {
      late = try container.superDecoder(forKey: .late).singleValueContainer().decode(Int.self)
    } catch DecodingError.valueNotFound {
      late = -1
    }
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    while true {
      do {
        counted.append(try list.decode(Int.self))
      } catch DecodingError.valueNotFound where list.isAtEnd {
        break
      }
    }
    do {
      data = try container.decodeIfPresent(Data.self, forKey: .data)
    } catch DecodingError.typeMismatch {
      data = nil
    }
  }
}

/// Reads each animal as the class that its kind names.
struct Zoo: Decodable, Equatable {
  class Animal: Decodable {
    var kind: String
  }

  final class Bird: Animal {
    var wings: Int
    enum CodingKeys: String, CodingKey { case wings }
    required init(from decoder: any Decoder) throws {
      wings = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wings)
      try super.init(from: decoder)
    }
  }

  var animals: [Animal] = []

  static func == (left: Zoo, right: Zoo) -> Bool {
    left.animals.map { "\(type(of: $0)) \($0.kind) \(($0 as? Bird)?.wings ?? 0)" }
      == right.animals.map { "\(type(of: $0)) \($0.kind) \(($0 as? Bird)?.wings ?? 0)" }
  }

  init(from decoder: any Decoder) throws {
    var kinds = try decoder.unkeyedContainer()
    var values = try decoder.unkeyedContainer()
    while !kinds.isAtEnd {
      let kind = try kinds.decode([String: Loose].self)["kind"]
      let type: Animal.Type = kind == .text("bird") ? Bird.self : Animal.self
      animals.append(try values.decode(type))
    }
  }
}

/// Any JSON, by every way that a container offers.
indirect enum Everything: Decodable, Equatable {
  case null
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([Everything])
  case map([String: Everything])

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      self = .map(try Self.map(container))
    } else if var container = try? decoder.unkeyedContainer() {
      self = .list(try Self.list(&container))
    } else {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if container.decodeNil() {
        self = .null
      } else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "nothing fits")
      }
    }
  }

  private static func map(_ container: KeyedDecodingContainer<AnyKey>) throws -> [String:
    Everything]
  {
    var result: [String: Everything] = [:]
    for key in container.allKeys {
      if let text = try? container.decode(String.self, forKey: key) {
        result[key.stringValue] = .text(text)
      } else if let nested = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key) {
        result[key.stringValue] = .map(try map(nested))
      } else if var nested = try? container.nestedUnkeyedContainer(forKey: key) {
        result[key.stringValue] = .list(try list(&nested))
      } else {
        result[key.stringValue] = try container.decode(Everything.self, forKey: key)
      }
    }
    return result
  }

  private static func list(_ container: inout any UnkeyedDecodingContainer) throws -> [Everything] {
    var result: [Everything] = []
    while !container.isAtEnd {
      if let nested = try? container.nestedContainer(keyedBy: AnyKey.self) {
        result.append(.map(try map(nested)))
      } else {
        result.append(try container.decode(Everything.self))
      }
    }
    return result
  }
}

extension ShapeCase {
  /// Types that look at what they catch, or try all ways.
  static let catching: [ShapeCase] = [
    ShapeCase(
      Catching.self,
      #"""
      {"leaf": {"id": 1, "name": "n"}, "leaves": [{"id": 2, "name": "m"}], "sizes": [1, 2],
       "amount": 3, "late": 4, "list": [5, 6], "data": "AQID"}
      """#),
    ShapeCase(Zoo.self, #"[{"kind": "bird", "wings": 2}, {"kind": "cat"}]"#),
    ShapeCase(
      Everything.self, #"{"a": [1, "x", null, {"b": []}, [true]], "c": {"d": null}, "e": 1.5}"#,
      readsAllKeys: true),
  ]
}
