import StrictJSON
import WireDates

/// What one text looks like: a date, an address, an id of a database.
enum TextLook {
  /// The pattern of texts, such as `AA-00`: letters and digits by kind.
  enum Mask: Equatable {
    case unknown, mixed
    case uniform([UInt8])
  }

  /// A short text by its letters and digits alone, in any case.
  static func letters(of utf8: String.UTF8View) -> UInt64 {
    var hash = FNVHash()
    for byte in utf8 where byte >= 0x30 && byte != UInt8(ascii: "_") {
      hash.add(UInt64(0x41...0x5A ~= byte ? byte | 0x20 : byte))
    }
    return hash.value
  }

  /// How many numbers a text is made of, two to four, with one sign between each two: `2-1`, `40.7,-74`; 0 for others.
  static func numbers(in utf8: String.UTF8View) -> Int {
    guard utf8.count <= 48 else { return 0 }
    var count = 0
    var isInNumber = false
    var signs = 0
    for byte in utf8 {
      if 0x30...0x39 ~= byte || byte == UInt8(ascii: "."), isInNumber { continue }
      if 0x30...0x39 ~= byte {
        count += 1
        isInNumber = true
        signs = 0
      } else {
        // `40.7, -74` has a sign, a space and the sign of the number.
        signs += 1
        guard ",-:/x; ".utf8.contains(byte), signs <= 3, count > 0 || byte == UInt8(ascii: "-")
        else { return 0 }
        isInNumber = false
      }
    }
    return isInNumber && 2...4 ~= count ? count : 0
  }

  /// Whether a text is a word for yes or no.
  static func isTruth(_ utf8: String.UTF8View) -> Bool {
    utf8.count <= 5 && truths.contains(String(utf8).lowercased())
  }

  /// The file ending of an address, such as `jpg`; nil where it has none.
  static func ending(of utf8: String.UTF8View) -> UInt64? {
    let path = utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = path[path.index(after: dot)...]
    guard (2...4).contains(ending.count), path.split(separator: UInt8(ascii: "/")).count > 2,
      ending.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 })
    else { return nil }
    var hash = FNVHash()
    for byte in ending { hash.add(UInt64(byte | 0x20)) }
    return hash.value
  }

  private static let files = [
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".mp4", ".mp3", ".pdf",
  ]

  /// Whether a text is an address without a host, such as `/api/v1/people/1`, or one of another scheme, such as
  /// `gid://shop/Product/1`.
  static func isReference(_ utf8: String.UTF8View) -> Bool {
    guard utf8.count >= 4, utf8.allSatisfy({ $0 > 0x20 }) else { return false }
    if utf8.first == UInt8(ascii: "/") { return utf8.dropFirst().contains(UInt8(ascii: "/")) }
    // A file below some directory: `posters/81189-10.jpg`.
    if utf8.contains(UInt8(ascii: "/")), utf8.allSatisfy({ $0 < 0x80 }),
      files.contains(where: { utf8.suffix($0.utf8.count).elementsEqual($0.utf8) })
    {
      return true
    }
    return hasScheme(utf8)
  }

  /// Whether a text has a tag, as that of a page: `<p>No.</p>`, `One<br/>two`.
  ///
  /// An address between such signs is none.
  static func isMarkup(_ utf8: some Collection<UInt8>) -> Bool {
    var rest = utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: open)...]
      if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
      let name = rest.prefix { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 }
      guard let first = name.first, 0x61...0x7A ~= first | 0x20 else { continue }
      rest = rest[name.endIndex...]
      if let end = rest.first, "> /".utf8.contains(end) { return true }
    }
    return false
  }

  /// Whether an address has a step that one record has, and no kind of records: a number, a code such as `KSEA`, or an id.
  ///
  /// The ending of a file says nothing of that, and `4.0` is a version.
  static func isAddressOfRecord(_ text: String) -> Bool {
    let way =
      text.firstRange(of: "://").map { text[$0.upperBound...].drop { $0 != "/" } } ?? text[...]
    let steps = way.split { "/?#=&".contains($0) }
    return steps.indices.contains { index in
      let parts = steps[index].split(separator: ".")
      let isFile = parts.count > 1 && parts.last?.allSatisfy(\.isLetter) == true
      let step = (isFile ? parts[0] : steps[index]).utf8
      let digits = step.count { 0x30...0x39 ~= $0 }
      let letters = step.count { 0x61...0x7A ~= $0 | 0x20 }
      let hasSmall = step.contains { 0x61...0x7A ~= $0 }
      guard !step.contains(UInt8(ascii: ".")) else { return false }
      // A word in capitals on the way is one of the server's own.
      let isCode = index == steps.endIndex - 1 && letters > 0 && !hasSmall
      return isCode || digits > 0 && letters == 0
        || digits > 1 && step.count >= fewestInID && digits * shareInID >= step.count
    }
  }

  private static let fewestInID = 8
  /// One of so many characters of an id is a digit.
  private static let shareInID = 6

  /// Whether a text begins as `https://` does.
  static func hasScheme(_ utf8: String.UTF8View) -> Bool {
    let scheme = utf8.prefix { 0x61...0x7A ~= $0 }
    return !scheme.isEmpty && utf8[scheme.endIndex...].starts(with: "://".utf8)
  }

  /// Whether a number is a day in digits: year, month and day.
  static func isCompactDate(_ number: Double) -> Bool {
    guard (19_000_101...21_001_231).contains(number), number == number.rounded() else {
      return false
    }
    let day = Int(number)
    return 1...12 ~= day / 100 % 100 && 1...31 ~= day % 100
  }

  /// The host of an address.
  static func host(of utf8: String.UTF8View) -> UInt64 {
    var hash = FNVHash()
    var slashes = 0
    for byte in utf8 {
      if byte == UInt8(ascii: "/") { slashes += 1 }
      if slashes == 3 { break }
      if slashes == 2 { hash.add(UInt64(byte)) }
    }
    return hash.value
  }

  /// Whether a text begins as a date does, `2006-03-24` or `24/03/2006`, or is one with the name of a month.
  static func looksLikeDate(_ utf8: String.UTF8View) -> Bool {
    guard utf8.count >= 8, utf8.count <= 40 else { return false }
    if let first = utf8.first, let last = utf8.last, 0x41...0x5A ~= first,
      0x30...0x39 ~= last
        || endsOfTimes.contains(where: { utf8.suffix($0.count).elementsEqual($0) })
    {
      return DateLook(text: String(utf8)).format != nil
    }
    let head = Array(utf8.prefix(10))
    let isDigit = { (index: Int) in head.count > index && 0x30...0x39 ~= head[index] }
    let isSign = { (index: Int) in
      head.count > index
        && [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")].contains(head[index])
    }
    return (0...3).allSatisfy(isDigit) && isSign(4) && isDigit(5)
      || isDigit(0) && isDigit(1) && isSign(2) && isDigit(3) && isDigit(4) && isSign(5)
  }

  private static let endsOfTimes = [" UTC", " GMT", " AM", " PM"].map { Array($0.utf8) }

  /// Whether a text is the name of a time zone, such as `Europe/Berlin`.
  ///
  /// https://data.iana.org/time-zones/theory.html#naming
  static func isTimeZone(_ utf8: String.UTF8View) -> Bool {
    guard let first = utf8.first, areas.contains(where: { $0.first == first }) else { return false }
    return areas.contains { area in
      utf8.starts(with: area)
        && utf8.dropFirst(area.count).first.map { 0x41...0x5A ~= $0 } ?? false
    }
  }

  private static let areas = [
    "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Etc/",
    "Europe/", "Indian/", "Pacific/",
  ].map { Array($0.utf8) }

  /// Whether a text looks like an address of mail: one word with an `@` in it, and a dot behind that.
  static func isMail(_ utf8: String.UTF8View) -> Bool {
    guard let at = utf8.firstIndex(of: UInt8(ascii: "@")), at > utf8.startIndex else {
      return false
    }
    return utf8[at...].contains(UInt8(ascii: "."))
      && !utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
  }

  /// Tells the ids of databases, which have a fixed length and no meaning.
  static func isIdentifier(_ utf8: String.UTF8View) -> Bool {
    guard utf8.count >= 16, utf8.count <= 40 else { return false }
    var digits = 0
    for byte in utf8 {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x41...0x46, 0x61...0x66, UInt8(ascii: "-"): break
      default: return false
      }
    }
    return digits * 5 >= utf8.count
  }

  private static let truths: Set<String> = [
    "true", "false", "yes", "no", "y", "n", "on", "off", "1", "0",
  ]

  /// The pattern of one text; that of a long one is mixed.
  static func mask(of utf8: String.UTF8View) -> Mask {
    guard utf8.count <= 24 else { return .mixed }
    return .uniform(
      utf8.map { byte in
        switch byte {
        case 0x30...0x39: UInt8(ascii: "0")
        case 0x41...0x5A: UInt8(ascii: "A")
        case 0x61...0x7A: UInt8(ascii: "a")
        default: byte
        }
      })
  }
}
