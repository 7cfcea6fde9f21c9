/// The words that APIs name things with: every list of words that the comparison of names knows.
///
/// They are as `NameWords` takes a name apart: small letters, and `items` and `status` without their `s`. Lists of keys
/// as a whole are called so.
enum Vocabulary {
  // MARK: Records

  /// The words for what tells one record from another.
  static let identifiers: Set<String> = ["id", "uid", "uuid", "guid"]

  /// Those, and what stands for a record elsewhere: `country_code`, `issue.key`, `merchant_ref`.
  static let references = identifiers.union(["key", "code", "ref"])

  /// The words in the name of an id that a record had in an earlier format: `legacy_id`.
  static let former = wordSet([
    "legacy", "old", "former", "original", "previous", "prev", "deprecated",
  ])

  /// The words at the end of the name of a member that says of which kind a record is.
  static let kinds: Set<String> = ["type", "typename", "kind", "class", "object"]

  /// The words before those that say no more than that a record is meant: `resourceType`, `__typename`.
  static let records: Set<String> = [
    "element", "entity", "event", "item", "media", "node", "object", "record", "resource",
  ]

  /// The keys of an object that says no more than what it refers to, as in JSON:API 1.1, sections 7.2.2.1 and 7.2.3.
  static let keysOfReference: Set<String> = [
    "data", "href", "id", "link", "links", "meta", "self", "type", "url",
  ]

  // MARK: Levels

  /// The words for levels that hold the members of an object beside its id: JSON:API, GeoJSON.
  static let memberWrappers: Set<String> = ["attribute", "property", "field"]

  /// The words for levels that hold the elements of a list, or the members of an object.
  static let wrappers = memberWrappers.union([
    "node", "edge", "data", "item", "result", "entry", "element", "record", "collection", "list",
    "embedded",
  ])

  /// The words for what an answer says of all of its records.
  static let envelopes = wordSet([
    "meta", "metadata", "info", "data", "context", "header", "result", "response", "property",
  ])

  /// The words for what belongs to the page that an answer is.
  static let pages = wordSet(["link", "page", "paging", "pagination"])

  /// The words of members that come with some answers only: with the first page, or with an error.
  static let someAnswers = cursors.union(
    wordSet(["next", "prev", "previous", "continue", "continuation", "error", "warning"]))

  /// The words that a name of several words has at its end where it leads to a page.
  static let cursors: Set<String> = ["cursor", "paging", "pagination"]

  /// The words before `token` where that leads to a page: an `access_token` does not.
  static let pageTokens: Set<String> = ["next", "prev", "page", "sync", "continuation"]

  /// The words behind a name that say nothing of what it is.
  static let plainEndings = wordSet([
    "data", "detail", "details", "info", "information", "object", "record",
  ])

  // MARK: Values

  /// The words for the value of an object, which do not say of what kind it is.
  static let plainContents: Set<String> = [
    "t", "text", "value", "raw", "rendered", "content", "string", "default",
  ]

  /// Those, and the ones that say how it is written.
  static let contents = plainContents.union(addresses).union(
    wordSet([
      "src", "date", "datetime", "time", "timestamp", "iso", "local", "amount", "second",
      "millisecond", "ms", "unix", "epoch", "utc", "percent", "pct", "deg", "degree", "celsius",
      "fahrenheit", "mph", "kph", "kmh", "mps", "hpa", "mm", "cm", "km", "kg",
    ]))

  /// The keys of the members that hold what an object is about; the first comes first.
  static let keysOfPrincipal = [
    "value", "name", "common", "default", "text", "raw", "string", "rendered", "title", "label",
    "login", "username", "amount", "full", "id", "code", "url", "href",
  ]

  /// The keys of the members that are what an object is called.
  static let namesOfObject: Set<String> = ["name", "title", "label", "text", "value"]

  /// The keys of the member that is the number which an object is about.
  static let keysOfNumber = ["value", "amount", "average", "total", "score"]

  /// The keys of the members that hold the text in rich text.
  static let keysOfText: Set<String> = ["text", "plain_text", "plainText", "value", "insert"]

  static let addresses: Set<String> = ["url", "uri", "link", "href"]

  static let counts: Set<String> = ["count", "total"]

  /// The words of a counter that say no more than that it is one.
  static let counters = wordSet(["by", "count", "number", "num", "of", "total"])

  static let zones: Set<String> = ["tz", "zone", "timezone"]

  /// The words at the end of names that say what kind of value they hold.
  static let heads: [Set<String>] = [
    ["at", "on", "date", "time", "timestamp", "datetime", "day"],
    addresses,
    identifiers,
    ["ip"],
    ["email", "mail"],
    ["phone", "telephone"],
    counts,
  ]

  /// The words at the end of names that say how a text is written.
  static let writings: [Set<String>] = [["html", "markup"], ["text", "txt", "plain"]]

  /// The words that say no more than that something is on.
  static let truths = auxiliaries.union([
    "enabled", "disabled", "active", "available", "allowed", "supported", "on", "flag",
  ])

  /// The words that say that a truth follows: `isMature` is no `isPlaylist`.
  static let auxiliaries: Set<String> = ["is", "are", "was", "has", "have", "can", "should"]

  static let latitudes = ["latitude", "lat"]
  static let longitudes = ["longitude", "lng", "lon", "long"]

  /// The words for a pair of those.
  static let coordinates: Set<String> = [
    "coordinate", "coord", "geopoint", "latlng", "lnglat", "lonlat",
  ]

  // MARK: One of several

  /// The words for the first of several objects of one kind.
  static let principals: Set<String> = [
    "main", "default", "primary", "principal", "base", "standard",
  ]

  /// The words that say in which size a picture is.
  static let sizes = wordSet([
    "tiny", "mini", "small", "medium", "normal", "large", "big", "huge", "full", "original",
    "thumb", "low", "high", "standard", "max", "maxres", "mobile", "desktop", "square",
  ])

  static let pictures: Set<String> = [
    "image", "img", "picture", "photo", "src", "source", "thumb", "thumbnail",
  ]

  // MARK: Any words

  /// Names that say little of what they name, so that the same one elsewhere proves nothing, and their words.
  static let generalNames = Set(namesOfAnything).union(wordSet(namesOfAnything))

  private static let namesOfAnything = [
    "type", "name", "kind", "title", "status", "state", "code", "value", "date", "text", "count",
    "order", "id", "object", "data", "items", "label", "description", "number", "size",
  ]

  /// Words for the same thing.
  static let synonyms: [[String]] = [
    ["name", "title", "label", "headline"],
    [
      "image", "picture", "photo", "thumb", "thumbnail", "img", "artwork", "cover", "poster",
      "portrait", "avatar", "pic",
    ],
    ["id", "identifier", "uid", "guid", "uuid"], Array(addresses),
    [
      "description", "desc", "summary", "details", "detail", "synopsis", "overview", "plot",
      "abstract", "excerpt", "snippet", "bio", "about",
    ],
    ["number", "num", "no", "count", "total"],
    latitudes, longitudes, ["phone", "telephone", "tel"],
    ["mail", "email"], ["price", "cost"], ["quantity", "qty", "amount"],
    ["language", "lang", "locale"], ["category", "type", "kind", "genre"],
    ["last", "family", "surname"], ["first", "given"],
    ["created", "creation"], ["updated", "modified", "changed", "edited"], ["instruction", "step"],
    ["address", "addr"],
    ["country", "nation", "cc"], ["item", "entry", "record", "result"],
    ["author", "creator", "writer", "by"],
    ["text", "body", "content", "message", "msg", "snippet", "excerpt"],
    ["comment", "reply"], ["child", "children", "kid"], ["website", "homepage", "web", "site"],
    ["zip", "postal", "postcode"], ["city", "town", "locality"], ["state", "region", "province"],
    ["like", "favorite", "favourite", "fav", "heart"], ["tag", "keyword", "topic"],
    ["song", "track"],
    ["movie", "film"], ["born", "birth", "birthday", "birthdate"], ["died", "death"],
    ["gender", "sex"], ["username", "login", "handle", "nickname", "nick"],
    ["begin", "start", "since", "from"], ["end", "stop", "finish", "until", "to"],
    ["previous", "prev"],
    ["position", "pos"], ["at", "on", "time", "date", "timestamp", "datetime"],
    ["average", "avg", "mean"], ["maximum", "max", "high"], ["minimum", "min", "low"],
    ["percent", "percentage", "pct"], ["volume", "vol"], ["point", "score", "rating"],
    ["company", "organization", "organisation", "org"], ["team", "club"],
    ["away", "visitor", "guest"], ["source", "src", "origin"],
    ["from", "origin", "departure"], ["to", "destination", "arrival"],
    ["from", "sender"], ["to", "recipient", "receiver"],
    ["destination", "dest", "dst"], ["reference", "ref"],
    ["configuration", "config", "setting", "preference", "option"],
    ["brand", "manufacturer", "vendor", "maker"], ["stock", "inventory"],
    ["weight", "mass"], ["speed", "velocity"],
    ["temperature", "temp"], ["hash", "checksum", "digest"], ["version", "revision", "rev"],
    ["license", "licence"], ["color", "colour"], ["center", "centre"], ["currency", "ccy"],
    ["department", "dept"], ["url", "website", "homepage", "site"],
    ["published", "posted", "uploaded", "released"], ["published", "created", "posted"],
    ["slug", "alias", "permalink"],
    ["state", "status"], ["duration", "length", "runtime"], ["view", "play", "hit"],
    ["follower", "subscriber"], ["attendee", "participant", "invitee", "guest"],
    ["host", "organizer", "organiser"], ["venue", "place", "location"], ["due", "deadline"],
    ["expire", "expiry", "expiration"], ["joined", "registered", "signup"], ["tz", "timezone"],
    ["enabled", "active"], ["ean", "upc", "gtin", "barcode"], ["tax", "vat"],
    ["user", "account", "member", "profile"], ["owner", "owned", "holder"], ["parent", "ancestor"],
    ["episode", "ep"], ["memory", "ram"], ["core", "vcpu"],
  ]

  /// Words for two opposite things; at most 64 pairs, as `OppositeNames` has a bit for each.
  static let opposites: [(Set<String>, Set<String>)] = pairsOfOpposites.map {
    (wordSet($0), wordSet($1))
  }

  private static let pairsOfOpposites: [([String], [String])] = [
    (["start", "begin", "from", "since"], ["end", "finish", "to", "until", "stop"]),
    (["min", "minimum", "low", "lowest"], ["max", "maximum", "high", "highest"]),
    (["created", "creation", "added"], ["updated", "modified", "changed", "edited", "activity"]),
    (["lat", "latitude"], ["lng", "lon", "long", "longitude"]),
    (["width"], ["height"]),
    (["origin", "departure", "from"], ["destination", "arrival", "to"]),
    (["first", "earliest", "oldest"], ["last", "latest", "newest"]),
    (["input"], ["output"]),
    (["debit"], ["credit"]),
    (["gross"], ["net"]),
    (["left"], ["right"]),
    (["top"], ["bottom"]),
    (["primary"], ["secondary"]),
    (["buy"], ["sell"]),
    (["bid"], ["ask"]),
    (["home"], ["away", "visitor"]),
    (["billing"], ["shipping"]),
    (["request"], ["response"]),
    (["sunrise"], ["sunset"]),
    (["before", "previous", "prev"], ["after", "next"]),
    (["open", "opening"], ["close", "closing", "closed"]),
    (["inward", "inbound", "incoming"], ["outward", "outbound", "outgoing"]),
    (["available"], ["unavailable"]),
    (["rain"], ["snow"]),
    (["sender", "from"], ["recipient", "receiver", "to"]),
    (["following"], ["follower"]),
  ]

  /// Words for the two ends of something, in their order.
  static let ends = [
    ("start", "end"), ("begin", "end"), ("from", "to"), ("min", "max"), ("minimum", "maximum"),
    ("lower", "upper"), ("low", "high"), ("since", "until"),
  ]

  private static func wordSet(_ words: [String]) -> Set<String> {
    Set(words.map(NameWords.singular))
  }
}
