import Foundation

/// A timeline of short messages, as a search answers it; `twitter.json` of many benchmarks fits.
struct TimelineDTO: Decodable, Sendable {
  let statuses: [StatusDTO]
}

/// One short message.
struct StatusDTO: Decodable, Sendable {
  let createdAt: String
  let id: Int
  let idText: String
  let text: String
  let source: String
  let isTruncated: Bool
  let repliedUser: Int?
  let user: UserDTO
  let retweetCount: Int
  let favoriteCount: Int
  let entities: EntitiesDTO
  let isFavorited: Bool
  let isRetweeted: Bool
  let language: String

  enum CodingKeys: String, CodingKey {
    case createdAt = "created_at"
    case id = "id"
    case idText = "id_str"
    case text = "text"
    case source = "source"
    case isTruncated = "truncated"
    case repliedUser = "in_reply_to_user_id"
    case user = "user"
    case retweetCount = "retweet_count"
    case favoriteCount = "favorite_count"
    case entities = "entities"
    case isFavorited = "favorited"
    case isRetweeted = "retweeted"
    case language = "lang"
  }
}

/// The author of a message.
struct UserDTO: Decodable, Sendable {
  let id: Int
  let name: String
  let screenName: String
  let location: String
  let description: String
  let url: URL?
  let isProtected: Bool
  let followersCount: Int
  let friendsCount: Int
  let createdAt: String
  let utcOffset: Int?
  let timeZone: String?
  let isVerified: Bool
  let statusesCount: Int
  let language: String

  enum CodingKeys: String, CodingKey {
    case id = "id"
    case name = "name"
    case screenName = "screen_name"
    case location = "location"
    case description = "description"
    case url = "url"
    case isProtected = "protected"
    case followersCount = "followers_count"
    case friendsCount = "friends_count"
    case createdAt = "created_at"
    case utcOffset = "utc_offset"
    case timeZone = "time_zone"
    case isVerified = "verified"
    case statusesCount = "statuses_count"
    case language = "lang"
  }
}

/// What is marked in the text of a message.
struct EntitiesDTO: Decodable, Sendable {
  let mentions: [MentionDTO]

  enum CodingKeys: String, CodingKey {
    case mentions = "user_mentions"
  }
}

/// A user who is named in a message.
struct MentionDTO: Decodable, Sendable {
  let screenName: String
  let name: String
  let id: Int
  let indices: [Int]

  enum CodingKeys: String, CodingKey {
    case screenName = "screen_name"
    case name = "name"
    case id = "id"
    case indices = "indices"
  }
}

/// A document of fifty bytes.
struct NoteDTO: Decodable {
  let id: Int
  let title: String
  let isDone: Bool
}
