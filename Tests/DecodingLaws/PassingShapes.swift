import Foundation
import StrictJSON

// Types that are one value on the wire, and what they do with the failure of that value.

/// A record in the values below.
struct PassedRecord: Decodable, Equatable {
  var id: Int
  var name: String
  var size: Double?
}

/// Nothing, a word, or the records; passes on what the records throw.
enum PassedAnswer<Records: Decodable & Equatable>: Decodable, Equatable {
  case none
  case word(String)
  case records(Records)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .none
    } else if let word = try? container.decode(String.self) {
      guard word != "x" else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "an unknown word")
      }
      self = .word(word)
    } else {
      self = .records(try container.decode(Records.self))
    }
  }
}

/// Asks for other things behind the failure, and then passes it on.
enum PassedLate: Decodable, Equatable {
  case record(PassedRecord)
  case records([PassedRecord])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .record(try container.decode(PassedRecord.self))
    } catch {
      if let records = try? container.decode([PassedRecord].self) {
        self = .records(records)
        return
      }
      // Another key than the record's: of two types that ask for one key, the first to ask is told as its owner.
      _ = try? decoder.container(keyedBy: NoteOnly.self).decode(String.self, forKey: .note)
      throw error
    }
  }

  enum NoteOnly: String, CodingKey { case note }
}

/// Looks into the value by a key, and then reads it as a whole.
enum PassedByKind: Decodable, Equatable {
  case named(PassedRecord)
  case other(PassedAnswer<[Int]>)

  init(from decoder: any Decoder) throws {
    let container = try? decoder.container(keyedBy: NameOnly.self)
    if let container, container.contains(.name) {
      self = .named(try decoder.singleValueContainer().decode(PassedRecord.self))
    } else {
      self = .other(try decoder.singleValueContainer().decode(PassedAnswer<[Int]>.self))
    }
  }

  enum NameOnly: String, CodingKey { case name }
}

/// Throws another error in the place of the one that it catches.
enum PassedChanged: Decodable, Equatable {
  case numbers([Int])

  init(from decoder: any Decoder) throws {
    do {
      self = .numbers(try decoder.singleValueContainer().decode([Int].self))
    } catch DecodingError.typeMismatch(_, let context) {
      throw DecodingError.dataCorrupted(context)
    }
  }
}

/// A word of a few, as raw values are read.
enum PassedWord: String, Decodable, Equatable { case red, green }

/// Asks for the name only where a switch is off.
struct PassedSwitch: Decodable, Equatable {
  var isHidden: Bool
  var word: PassedWord
  var name: String?

  enum CodingKeys: String, CodingKey { case isHidden, word, name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isHidden = try container.decode(Bool.self, forKey: .isHidden)
    word = try container.decode(PassedWord.self, forKey: .word)
    name = isHidden || word == .green ? nil : try container.decode(String.self, forKey: .name)
  }
}

/// A text, or a list, in two properties.
struct PassedForms: Decodable, Equatable {
  var text: String?
  var records: [PassedRecord]

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self.text = text
      records = []
    } else {
      records = try value.decode([PassedRecord].self)
    }
  }
}

/// All of them, in one record and in a list.
struct Passing: Decodable, Equatable {
  var answer: PassedAnswer<[PassedRecord]>
  var twice: PassedAnswer<PassedAnswer<PassedRecord>>
  var late: PassedLate
  var kind: PassedByKind
  var changed: PassedChanged
  var words: [PassedWord]
  var map: [String: PassedAnswer<PassedLate>]
  var optional: PassedAnswer<[PassedRecord]>?
}

extension ShapeCase {
  /// Types that pass the failure of their value on.
  static let passing: [ShapeCase] = [
    ShapeCase(
      Passing.self,
      #"""
      {"answer": [{"id": 1, "name": "n", "size": 1.5}, {"id": 2, "name": "m"}],
       "twice": {"id": 3, "name": "o"}, "late": {"id": 4, "name": "p", "note": "t"},
       "kind": {"id": 5, "name": "q"}, "changed": [6, 7], "words": ["red", "green"],
       "map": {"a": {"id": 8, "name": "r"}, "b": null, "c": "w"}, "optional": [{"id": 9, "name": "s"}]}
      """#),
    ShapeCase(
      PassedAnswer<[PassedRecord]>.self,
      #"[{"id": 1, "name": "n"}, {"id": 2, "name": "m", "size": 2}]"#, named: "PassedAnswer"),
    ShapeCase(
      PassedAnswer<PassedAnswer<PassedLate>>.self, #"{"id": 1, "name": "n", "size": 2}"#,
      named: "PassedTwice"),
    ShapeCase(PassedSwitch.self, #"{"isHidden": false, "word": "red", "name": "n"}"#),
    ShapeCase(PassedForms.self, #"[{"id": 1, "name": "n"}, {"id": 2, "name": "m", "size": 2}]"#),
  ]
}
