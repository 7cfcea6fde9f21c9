/// How alike two keys are, as a person reads them: `strMealThumb` and `meal_thumbs` are.
enum NameLikeness {
  /// Words that APIs use for the same thing.
  private static let synonyms: [[String]] = [
    ["name", "title", "label", "headline"],
    [
      "image", "picture", "photo", "thumb", "thumbnail", "img", "artwork", "cover", "poster",
      "portrait", "avatar", "pic",
    ],
    ["id", "identifier", "uid", "guid", "uuid"], ["url", "uri", "link", "href"],
    [
      "description", "desc", "summary", "details", "detail", "synopsis", "overview", "plot",
      "abstract", "excerpt", "snippet", "bio", "about",
    ],
    ["number", "num", "no", "count", "total"],
    ["latitude", "lat"], ["longitude", "lng", "lon", "long"], ["phone", "telephone", "tel"],
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
    ["episode", "ep"],
  ]

  /// The words of a name that says which one of many is meant.
  static let identifierWords: Set<String> = ["id", "uid", "uuid", "guid"]

  /// Names that say little of what they name, so that the same one elsewhere proves nothing, and their words.
  static let generalNames = Set(namesOfAnything).union(wordSet(namesOfAnything))

  private static let namesOfAnything = [
    "type", "name", "kind", "title", "status", "state", "code", "value", "date", "text", "count",
    "order", "id", "object", "data", "items", "label", "description", "number", "size",
  ]

  /// Whether what has a name comes with some answers and not with others, whatever their format.
  ///
  /// Only the last page has no `next`, and most answers have no `errors`; an `access_token` is no token of a page.
  static func isOfSomeAnswers(_ name: String) -> Bool {
    let words = words(name)
    guard words.count > 1, let last = words.last else {
      return !answerWords.isDisjoint(with: words)
    }
    return pageWords.contains(last) || last == "token" && !tokenWords.isDisjoint(with: words)
  }

  private static let pageWords: Set<String> = ["cursor", "paging", "pagination"]
  private static let tokenWords: Set<String> = ["next", "prev", "page", "sync", "continuation"]
  private static let answerWords = pageWords.union(
    wordSet(["next", "prev", "previous", "continue", "continuation", "error", "warning"]))

  /// Whether a name is a general one behind other words, and the other one is without them: `parentType` and `type`.
  static func isQualified(_ name: String, unlike other: String) -> Bool {
    let own = words(name)
    let others = words(other)
    guard own.count >= 2, let last = own.last, last == others.last else { return false }
    return generalNames.contains(last) && Set(own.dropLast()).isDisjoint(with: others)
  }

  private static let groupsOfWord: [String: Set<Int>] = {
    var groups: [String: Set<Int>] = [:]
    for (group, words) in synonyms.enumerated() {
      for word in words { groups[singular(word), default: []].insert(group) }
    }
    return groups
  }()

  /// A name and its words, taken apart once for many comparisons.
  struct Name {
    let text: String
    let words: [String]

    init(_ text: String, ignoring prefixes: Set<String> = []) {
      self.text = text
      words = NameLikeness.words(text, ignoring: prefixes)
    }
  }

  /// Says how alike two names are, from 0 to 1; 1 is the same words.
  static func of(_ left: String, _ right: String, ignoring prefixes: Set<String> = []) -> Double {
    if left == right { return 1 }
    return of(Name(left, ignoring: prefixes), Name(right, ignoring: prefixes))
  }

  /// Says how alike two names are, from 0 to 1; 1 is the same words.
  static func of(_ left: Name, _ right: Name) -> Double {
    if left.text == right.text { return 1 }
    let (leftWords, rightWords) = (left.words, right.words)
    guard !leftWords.isEmpty, !rightWords.isEmpty else { return 0 }
    // `sub_title` is `subtitle`, too.
    if leftWords.joined() == rightWords.joined() { return 1 }
    if isInitials(left.text, of: rightWords) || isInitials(right.text, of: leftWords)
      || isContraction(leftWords, of: rightWords) || isContraction(rightWords, of: leftWords)
      || haveInitials(leftWords, rightWords)
    {
      return DriftTuning.Names.synonyms
    }
    let forth = leftWords.reduce(0) { $0 + best($1, in: rightWords) } / Double(leftWords.count)
    let back = rightWords.reduce(0) { $0 + best($1, in: leftWords) } / Double(rightWords.count)
    guard forth + back > 0 else { return 0 }
    // `name` is all of `mission_name`'s last word: what one says, the other says too.
    return 0.5 * (2 * forth * back / (forth + back)) + 0.5 * max(forth, back)
      * min(1, 0.5 + min(forth, back))
  }

  /// Whether two names are different data of one kind, such as years, languages or currencies, so that the one
  /// is no other name for the other.
  static func areData(_ left: String, _ right: String) -> Bool {
    guard left != right, let kind = dataKind(of: left) else { return false }
    return kind == dataKind(of: right)
  }

  /// Whether a name is a language and a country, such as `de_DE`.
  static func isLocale(_ name: String) -> Bool { dataKind(of: name) == .locale }

  /// What keys are that come from data.
  private enum DataKind { case number, language, locale, currency }

  private static func dataKind(of name: String) -> DataKind? {
    let bytes = Array(name.utf8)
    let isLower = { (bytes: ArraySlice<UInt8>) in bytes.allSatisfy { 0x61...0x7A ~= $0 } }
    let isUpper = { (bytes: ArraySlice<UInt8>) in bytes.allSatisfy { 0x41...0x5A ~= $0 } }
    switch bytes.count {
    case 1... where bytes.allSatisfy { 0x30...0x39 ~= $0 }: return .number
    case 2 where isLower(bytes[...]): return .language
    case 3 where isUpper(bytes[...]): return .currency
    // `de_DE`, `pt-BR`
    case 5 where isLower(bytes[..<2]) && [0x2D, 0x5F].contains(bytes[2]) && isUpper(bytes[3...]):
      return .locale
    default: return nil
    }
  }

  /// Says which share of the names two sets have in common.
  static func ofSets(_ left: Set<String>, _ right: Set<String>) -> Double {
    let all = left.union(right).count
    return all == 0 ? 0 : Double(left.intersection(right).count) / Double(all)
  }

  /// Whether two names are those of the two ends of something, in their order: `start` and `end`.
  static func areEnds(_ names: [String]) -> Bool {
    guard names.count == 2 else { return false }
    let (first, last) = (words(names[0]), words(names[1]))
    return first.count == last.count
      && ends.contains { pair in
        zip(first, last).allSatisfy { $0 == $1 || $0 == pair.0 && $1 == pair.1 }
      }
  }

  private static let ends = [
    ("start", "end"), ("begin", "end"), ("from", "to"), ("min", "max"), ("minimum", "maximum"),
    ("lower", "upper"), ("low", "high"), ("since", "until"),
  ]

  /// The first words that most of some names share, such as `str`, and so say nothing.
  static func commonPrefixes(of names: [String]) -> Set<String> {
    guard names.count >= 4 else { return [] }
    var counts: [String: Int] = [:]
    for name in names {
      let words = words(name)
      if words.count > 1, let first = words.first { counts[first, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value * 10 >= names.count * 6 }.keys)
  }

  /// The words of a name without what stands between them: `strmealthumb2` for `strMealThumbs_2`.
  static func letters(_ name: String) -> String { words(name).joined() }

  /// Splits `strMealThumbs_2` into `str`, `meal`, `thumb`, `2`.
  static func words(_ name: String, ignoring prefixes: Set<String> = []) -> [String] {
    let words =
      name.utf8.allSatisfy { $0 < 0x80 } ? wordsOfASCII(name.utf8) : wordsOfCharacters(name)
    let rest = words.enumerated().filter { $0.offset > 0 || !prefixes.contains($0.element) }
    return (rest.isEmpty ? words : rest.map(\.element)).map(singular)
  }

  /// The same by bytes: to ask characters what they are took more than half of the time of a comparison.
  private static func wordsOfASCII(_ name: String.UTF8View) -> [String] {
    let isUpper = { (byte: UInt8) in 0x41...0x5A ~= byte }
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
    var words: [String] = []
    var word: [UInt8] = []
    var previous = UInt8(ascii: "_")
    for byte in name {
      let isPart = isDigit(byte) || isUpper(byte) || 0x61...0x7A ~= byte
      let startsWord =
        isUpper(byte) && !isUpper(previous) || isDigit(byte) != isDigit(previous)
      if !word.isEmpty, !isPart || startsWord {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
      if isPart { word.append(isUpper(byte) ? byte | 0x20 : byte) }
      previous = byte
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func wordsOfCharacters(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character = "_"
    for character in name {
      let startsWord =
        character.isUppercase && !previous.isUppercase
        || character.isNumber != previous.isNumber
      if !character.isLetter && !character.isNumber || startsWord {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter || character.isNumber { word += character.lowercased() }
      previous = character
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// Whether a name is made of the first letters of words: `tld` of `topLevelDomain`.
  static func isInitials(_ name: String, of words: [String]) -> Bool {
    words.count >= 3 && name.lowercased() == String(words.compactMap(\.first))
  }

  /// Whether a name is the initials of words and the whole last one: `gmap` of `google` and `map`.
  static func isContraction(_ name: [String], of words: [String]) -> Bool {
    guard name.count == 1, let word = name.first, words.count >= 2, let last = words.last,
      last.utf8.count >= 3, word.utf8.count == last.utf8.count + words.count - 1
    else { return false }
    return word.hasSuffix(last) && zip(word, words.dropLast()).allSatisfy { $0 == $1.first }
  }

  /// Whether one word of a name is the initials of words of the other, and all others are the same: `otGoals` and
  /// `overTimeGoals`.
  static func haveInitials(_ left: [String], _ right: [String]) -> Bool {
    let (short, long) = left.count <= right.count ? (left, right) : (right, left)
    guard short.count >= 2, long.count > short.count else { return false }
    let count = long.count - short.count + 1
    return short.indices.contains { place in
      short[place] == String(long[place..<place + count].compactMap(\.first))
        && short[..<place] == long[..<place] && short[(place + 1)...] == long[(place + count)...]
    }
  }

  /// Words as `words` gives them: a final `s` is one of a plural there, and `status` is `statu`.
  static func wordSet(_ words: [String]) -> Set<String> { Set(words.map(singular)) }

  private static func singular(_ word: String) -> String {
    guard word.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss") else { return word }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return String(word.dropLast())
  }

  private static func best(_ word: String, in others: [String]) -> Double {
    others.reduce(0) { max($0, likeness(word, $1)) }
  }

  /// How alike two words are, from 0 to 1.
  static func likeness(_ left: String, _ right: String) -> Double {
    if left == right { return 1 }
    if let groups = groupsOfWord[left], let others = groupsOfWord[right],
      !groups.isDisjoint(with: others)
    {
      return DriftTuning.Names.synonyms
    }
    let (short, long) = left.count <= right.count ? (left, right) : (right, left)
    // `f` of `female`, `qty` of `quantity`.
    if short.count < 3 { return !short.isEmpty && long.hasPrefix(short) ? 0.5 : 0 }
    if isAbbreviation(short, of: long) { return 0.6 }
    let common = zip(short, long).prefix { $0 == $1 }.count
    if isSameStem(short, long) { return DriftTuning.Names.synonyms }
    // `land` begins `landing`; two long words may differ in a letter.
    if common == short.count { return 0.5 + 0.5 * Double(short.count) / Double(long.count) }
    // `link` ends `permalink`.
    if short.count >= 4, long.hasSuffix(short), !generalNames.contains(short) {
      return 0.5 + 0.5 * Double(short.count) / Double(long.count)
    }
    return common >= 5 ? 0.8 * Double(common) / Double(long.count) : 0
  }

  /// Whether two words differ by their endings only: `rated` and `rating`, `cited` and `citation`.
  private static func isSameStem(_ left: String, _ right: String) -> Bool {
    guard left.utf8.prefix(3).elementsEqual(right.utf8.prefix(3)), right.utf8.count >= 5 else {
      return false
    }
    let endings = ["ing", "ed", "er", "e"]
    if (stem(left, endings) ?? left[...]) == (stem(right, endings) ?? right[...]) { return true }
    // Forms of a verb only: `donation` is not what is `done`.
    let verbs = ["ation", "ating", "ated", "ate", "ing", "ed"]
    guard let verb = stem(left, verbs) else { return false }
    return verb == stem(right, verbs)
  }

  /// A word without its ending; nil where it has none of some.
  private static func stem(_ word: String, _ endings: [String]) -> Substring? {
    for ending in endings
    where word.hasSuffix(ending) && word.utf8.count >= ending.utf8.count + 3 {
      return word.dropLast(ending.count)
    }
    return nil
  }

  /// Whether a name is made of the beginnings of others: `latlng` of `latitude` and `longitude`.
  static func isMadeOf(_ name: String, _ others: [String]) -> Bool {
    let own = letters(name)
    return !others.isEmpty
      && others.allSatisfy { other in
        let word = letters(other)
        return own.contains(word.prefix(3))
          || own.indices.contains { start in
            let part = String(own[start...].prefix(3))
            return part.count == 3 && isAbbreviation(part, of: word)
          }
      }
  }

  /// Whether a word is another one without its vowels, and maybe more of its letters.
  private static func isAbbreviation(_ short: String, of long: String) -> Bool {
    guard short.count <= 5, long.count > short.count, short.first == long.first,
      !short.dropFirst().contains(where: { "aeiou".contains($0) })
    else { return false }
    var rest = Substring(long)
    for letter in short {
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }
}
