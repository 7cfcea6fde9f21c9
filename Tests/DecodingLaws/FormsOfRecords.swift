import Foundation

// Records with an initialiser written by hand, in the forms that packages for web APIs give them.

/// Reads dates and addresses as text first, because the server sends empty text for none.
struct Film: Decodable, Equatable {
  var id: Int
  var title: String
  var tagline: String?
  var releaseDate: Date?
  var homepageURL: URL?
  var runtime: Int?
  var genres: [Genre]
  var vote: Double
  var isAdult: Bool

  struct Genre: Decodable, Equatable {
    var id: Int
    var name: String
  }

  enum CodingKeys: String, CodingKey {
    case id, title, tagline
    case releaseDate = "release_date"
    case homepageURL = "homepage"
    case runtime, genres
    case vote = "vote_average"
    case isAdult = "adult"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let texts = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    tagline = try container.decodeIfPresent(String.self, forKey: .tagline)
    releaseDate = try {
      let text = try texts.decodeIfPresent(String.self, forKey: .releaseDate)
      guard let text, !text.isEmpty else { return nil }
      return try container.decodeIfPresent(Date.self, forKey: .releaseDate)
    }()
    homepageURL = try {
      let text = try texts.decodeIfPresent(String.self, forKey: .homepageURL)
      guard let text, !text.isEmpty else { return nil }
      return try container.decodeIfPresent(URL.self, forKey: .homepageURL)
    }()
    runtime = try container.decodeIfPresent(Int.self, forKey: .runtime)
    genres = try container.decodeIfPresent([Genre].self, forKey: .genres) ?? []
    vote = try container.decodeIfPresent(Double.self, forKey: .vote) ?? 0
    isAdult = try container.decodeIfPresent(Bool.self, forKey: .isAdult) ?? false
  }
}

/// An enumeration that keeps what it does not know.
enum OpenEnum<Known: RawRepresentable & Equatable>: Decodable, Equatable
where Known.RawValue == String {
  case known(Known)
  case unknown(String)

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = Known(rawValue: text).map { .known($0) } ?? .unknown(text)
  }
}

/// A class with lenient properties among strict ones.
class Profile: Decodable, Equatable {
  let id: String
  let name: String?
  let address: String
  let banner: String
  let isLocked: Bool
  let emoji: [Emoji]
  let created: Date
  let followers: Int
  let moved: Profile?

  struct Emoji: Decodable, Equatable {
    var code: String
    var link: URL
  }

  enum CodingKeys: String, CodingKey {
    case id, name, address, banner, emoji, created, moved
    case isLocked = "locked"
    case followers = "followers_count"
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    name = try? container.decodeIfPresent(String.self, forKey: .name)
    address = try container.decode(String.self, forKey: .address)
    banner = (try? container.decodeIfPresent(String.self, forKey: .banner)) ?? ""
    isLocked = try container.decode(Bool.self, forKey: .isLocked)
    emoji = (try? container.decodeIfPresent([Emoji].self, forKey: .emoji)) ?? []
    created = try container.decode(Date.self, forKey: .created)
    followers = try container.decode(Int.self, forKey: .followers)
    moved = try? container.decodeIfPresent(Profile.self, forKey: .moved)
  }

  static func == (left: Profile, right: Profile) -> Bool {
    left.id == right.id && left.address == right.address && left.emoji == right.emoji
      && left.created == right.created && left.moved == right.moved
  }
}

/// A class that holds itself, an open enumeration and an author of class type.
final class Post: Decodable, Equatable {
  let id: String
  let created: Date
  let author: Profile
  let visibility: OpenEnum<Visibility>
  let policy: Policy
  let isSensitive: Bool
  let tags: [Tag]
  let replies: Int
  let repost: Post?

  enum Visibility: String { case open, closed }

  /// Has a case for all other texts.
  enum Policy: String, Decodable {
    case everybody, followers, unknown

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      self = Policy(rawValue: text) ?? .unknown
    }
  }

  struct Tag: Decodable, Equatable {
    var name: String
    var link: URL?
  }

  static func == (left: Post, right: Post) -> Bool {
    left.id == right.id && left.author == right.author && left.visibility == right.visibility
      && left.tags == right.tags && left.repost == right.repost
  }
}

/// The base of others: each property has a value before the document is read.
class Account: Decodable, Equatable {
  var id = -1
  var login: String?
  var link: String?

  enum CodingKeys: String, CodingKey { case id, login, link = "url" }

  static func == (left: Account, right: Account) -> Bool {
    left.id == right.id && left.login == right.login && left.link == right.link
  }
}

final class Member: Account {
  var email: String
  var score: Double

  enum CodingKeys: String, CodingKey { case email, score }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    email = try container.decode(String.self, forKey: .email)
    score = try container.decodeIfPresent(Double.self, forKey: .score) ?? 1
    try super.init(from: decoder)
  }
}

struct Project: Decodable, Equatable {
  let owner: Account
  let lead: Member
  let name: String
  let isPrivate: Bool
  let stars: Int
  let pushed: Date?
  let size: Int

  enum CodingKeys: String, CodingKey {
    case owner, lead, name, size, pushed
    case isPrivate = "private"
    case stars = "stargazers_count"
  }
}

/// Makes dates of numbers and a set of a dictionary.
struct Playback: Decodable, Equatable {
  var device: Device
  var mode: Mode
  var isShuffled: Bool
  var timestamp: Date
  var progress: Int?
  var isPlaying: Bool
  var item: Track?
  var allowed: Set<String>

  struct Device: Decodable, Equatable {
    var id: String?
    var name: String
    var volume: Int
  }

  enum Mode: String, Decodable { case off, track, context }

  struct Track: Decodable, Equatable {
    var name: String
    var length: Int
  }

  enum CodingKeys: String, CodingKey {
    case device, timestamp, item
    case mode = "repeat_state"
    case isShuffled = "shuffle_state"
    case progress = "progress_ms"
    case isPlaying = "is_playing"
    case allowed = "actions"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    device = try container.decode(Device.self, forKey: .device)
    mode = try container.decode(Mode.self, forKey: .mode)
    isShuffled = try container.decode(Bool.self, forKey: .isShuffled)
    let milliseconds = try container.decode(Int64.self, forKey: .timestamp)
    timestamp = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    progress = try container.decodeIfPresent(Int.self, forKey: .progress)
    isPlaying = try container.decode(Bool.self, forKey: .isPlaying)
    item = try container.decodeIfPresent(Track.self, forKey: .item)
    let actions = try container.decode([String: [String: Bool?]].self, forKey: .allowed)
    guard let disallowed = actions["disallows"] else {
      throw DecodingError.dataCorruptedError(
        forKey: .allowed, in: container, debugDescription: "disallows is not there")
    }
    allowed = Set(disallowed.filter { $0.value != true }.keys)
  }
}

/// Keys that are no enumeration, and parts that are read where they are there.
struct Declaration: Decodable, Equatable {
  var identifier: Identifier
  var kind: Kind
  var path: [String]
  var names: Names
  var access: Access
  var parts: [String: Part] = [:]

  struct Identifier: Decodable, Equatable {
    var precise: String
    var language: String
  }

  struct Kind: Decodable, Equatable {
    var identifier: Access
    var displayName: String
  }

  struct Names: Decodable, Equatable {
    var title: String
    var navigator: [Fragment]?
  }

  struct Fragment: Decodable, Equatable {
    var kind: Access
    var spelling: String
  }

  /// A text of its own type.
  struct Access: RawRepresentable, Decodable, Equatable { var rawValue: String }

  enum Part: Equatable {
    case location(Location)
    case generics(Generics)
  }

  struct Location: Decodable, Equatable {
    var uri: String
    var line: Int
  }

  struct Generics: Decodable, Equatable {
    var parameters: [String]
    var depth: Int
  }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    identifier = try container.decode(Identifier.self, forKey: Key("identifier"))
    kind = try container.decode(Kind.self, forKey: Key("kind"))
    path = try container.decode([String].self, forKey: Key("path"))
    names = try container.decode(Names.self, forKey: Key("names"))
    access = try container.decode(Access.self, forKey: Key("access"))
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      switch key.stringValue {
      case "location":
        parts["location"] = .location(try container.decode(Location.self, forKey: key))
      case "generics":
        parts["generics"] = .generics(try container.decode(Generics.self, forKey: key))
      default: break
      }
    }
  }
}

/// Puts each error into one of its own, and goes through its entries by name.
struct Interface: Decodable, Equatable {
  struct Unreadable: Error { var inner: any Error }

  var version: String
  var info: Info
  var paths: Entries<Operation>
  var tags: [String]

  struct Info: Decodable, Equatable {
    var title: String
    var terms: URL?
  }

  struct Operation: Decodable, Equatable {
    var summary: String
    var status: Int
    var body: Either<Reference, Body>
  }

  struct Reference: Decodable, Equatable {
    var ref: String

    enum CodingKeys: String, CodingKey { case ref = "$ref" }
  }

  struct Body: Decodable, Equatable {
    var content: String
    var isRequired: Bool

    enum CodingKeys: String, CodingKey { case content, isRequired = "required" }
  }

  enum CodingKeys: String, CodingKey { case version = "openapi", info, paths, tags }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      version = try container.decode(String.self, forKey: .version)
      info = try container.decode(Info.self, forKey: .info)
      paths = try container.decode(Entries<Operation>.self, forKey: .paths)
      tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    } catch let error as DecodingError {
      throw Unreadable(inner: error)
    }
  }
}

/// One of two types, whichever can be read.
enum Either<First, Second> {
  case first(First)
  case second(Second)
}

extension Either: Equatable where First: Equatable, Second: Equatable {}

extension Either: Decodable where First: Decodable, Second: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .first(try container.decode(First.self))
    } catch let first {
      do {
        self = .second(try container.decode(Second.self))
      } catch let second {
        throw DecodingError.typeMismatch(
          Self.self,
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "\(first), \(second)"))
      }
    }
  }
}

/// The members of an object in the order of their names.
struct Entries<Value: Decodable & Equatable>: Decodable, Equatable {
  var list: [(name: String, value: Value)] = []

  static func == (left: Self, right: Self) -> Bool {
    left.list.map(\.name) == right.list.map(\.name)
      && left.list.map(\.value) == right.list.map(\.value)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      list.append((key.stringValue, try container.decode(Value.self, forKey: key)))
    }
  }
}
