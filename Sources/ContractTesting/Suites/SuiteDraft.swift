import Endpoints
package import Foundation
import HTTPFixtures
package import StrictJSON

/// A suite that is drafted from requests: which of them are of one kind, what in them is a value, and
/// what the kinds are called.
///
///     orders?limit=5                 orders    orders           {"limit": "5"}
///     orders/1001, orders/1002       order     orders/{id}      id 1001 and 1002
///     search?q=tea, search?q=coffee  search    search           {"q": "{q}"}, q tea and coffee
///     users/{name=ada}               user      users/{name}     name ada
///     orders?token=8a1f              orders    orders           {"token": "${SHOP_TOKEN}"}
///
/// A draft is to be committed, so no credential is in it.
package struct SuiteDraft: Sendable {
  /// One kind of request.
  package struct Kind: Sendable {
    /// The name of the endpoint.
    package fileprivate(set) var name = ""
    /// The path with `{name}` where the values stand.
    package fileprivate(set) var path: String
    /// The parameters; a value that differs from request to request is `{name}`.
    package fileprivate(set) var query: [URLQueryItem]
    /// The requests that differ.
    package fileprivate(set) var samples: [Sample]

    /// Where the answers of another kind have the value that the requests of this one need.
    package fileprivate(set) var discovery: (from: String, value: String, path: ShapePath)?
    /// How the answers are divided into pages, as the file says it; nil where nothing shows that.
    package fileprivate(set) var pages: JSONNode?

    fileprivate var literals: [String]
    fileprivate var endsInValue: Bool

    /// The request as people read it: `orders/{id}?limit=5`.
    package var words: String {
      let items = query.map { item in item.name + (item.value.map { "=\($0)" } ?? "") }
        .joined(separator: "&")
      return (path.isEmpty ? "/" : path) + (items.isEmpty ? "" : "?\(items)")
    }
  }

  /// A request of a kind.
  package struct Sample: Sendable {
    /// The values, in the order of their places.
    package fileprivate(set) var values: [(name: String, value: String)]
    /// The numbers of the requests that are this one.
    package fileprivate(set) var requests: [Int]
  }

  /// Why a request is not in a draft.
  package enum Obstacle: Error, Hashable {
    /// It does not lie below the base URL.
    case elsewhere
    /// There is a credential in its path, where no variable can stand.
    case credentialInPath
    /// A parameter has a credential beside a variable of the environment.
    case credentialBesideVariable(parameter: String)
    /// It differs from another request in a credential alone, of which a suite has one.
    case otherCredential(parameter: String)
    /// Its percent-encoding is broken, or what it encodes is no text in UTF-8.
    case encoding
    /// A segment of the path is `.` or `..`, or holds a slash.
    case segment(String)
    /// A parameter comes again behind another one.
    case scattered(parameter: String)
    /// A `{name=value}` is only a part of a segment or of a parameter.
    case part(String)
  }

  /// The kinds, in the order of their first requests.
  package private(set) var kinds: [Kind] = []

  private var secrets: SecretVariables

  /// The variables that the requests of the kinds need.
  package var variables: [SecretVariables.Variable] {
    let texts = Set(kinds.flatMap { $0.query.compactMap(\.value) })
    return secrets.all.filter { texts.contains($0.reference) }
  }

  /// The requests that are not in the draft.
  package private(set) var leftOut: [(address: String, obstacle: Obstacle)] = []

  private let baseURL: URL

  /// Drafts a suite from addresses: whole ones, or paths below the base URL.
  package init(
    suite: String, baseURL: URL, addresses: [String], redaction: Redaction = .standard
  ) {
    secrets = SecretVariables(suite: suite)
    self.baseURL = baseURL
    for (number, address) in addresses.enumerated() {
      do throws(Obstacle) {
        var parsed = try ParsedAddress(address, baseURL: baseURL)
        guard redaction.secrets(in: Array(parsed.path.utf8)).isEmpty else {
          throw .credentialInPath
        }
        try parsed.markCredentials(redaction)
        try add(parsed, number)
      } catch {
        leftOut.append((address, error))
      }
    }
    for index in kinds.indices { nameValues(of: index) }
    nameKinds()
  }

  /// The draft with those requests only that a condition holds for; a kind without any goes.
  package func keeping(_ isKept: (Int) -> Bool) -> SuiteDraft {
    var draft = self
    for index in draft.kinds.indices {
      for sample in draft.kinds[index].samples.indices {
        draft.kinds[index].samples[sample].requests.removeAll { !isKept($0) }
      }
      draft.kinds[index].samples.removeAll { $0.requests.isEmpty }
    }
    draft.kinds.removeAll { $0.samples.isEmpty }
    return draft
  }

  /// The draft with the first requests of each kind.
  package func keeping(first count: Int) -> SuiteDraft {
    let requests = Set(kinds.flatMap { $0.samples.prefix(count).flatMap(\.requests) })
    return keeping(requests.contains)
  }

  /// The draft with what the answers show about further requests, by the numbers of their requests.
  ///
  /// An endpoint whose values come out of the answers of another one stands below it.
  package func suggesting(_ answers: [Int: SampleAnswer]) -> SuiteDraft {
    var draft = self
    let suggestions = kinds.map { kind in
      SuiteSuggestions(kind.samples.flatMap(\.requests).compactMap { answers[$0] })
    }
    for (index, kind) in kinds.enumerated() {
      draft.kinds[index].pages = suggestions[index].pages(query: kind.query)
      guard let name = kind.samples.first?.values.first?.name,
        kind.samples.allSatisfy({ $0.values.count == 1 })
      else { continue }
      let values = kind.samples.flatMap { $0.values.map(\.value) }
      // A kind that needs no value comes first, so no two kinds can need each other.
      for (other, source) in zip(suggestions.indices, kinds)
      where other != index && source.samples.allSatisfy(\.values.isEmpty) {
        guard let path = suggestions[other].place(of: values, named: name) else { continue }
        draft.kinds[index].discovery = (source.name, name, path)
        break
      }
    }
    draft.kinds =
      draft.kinds.filter { $0.discovery == nil } + draft.kinds.filter { $0.discovery != nil }
    return draft
  }

  /// The file of the suite; header fields come from the command line.
  package func document(headers: [(name: String, value: String)] = []) -> JSONNode {
    var root: JSONNode = ["baseURL": .string(baseURL.absoluteString)]
    if !headers.isEmpty {
      root["headers"] = .object(headers.map { JSONNode.Member($0.name, .string($0.value)) })
    }
    root["endpoints"] = .object(
      kinds.map { kind in
        var endpoint: JSONNode = ["path": .string(kind.path)]
        if !kind.query.isEmpty { endpoint["query"] = Self.node(kind.query) }
        if kind.samples.contains(where: { !$0.values.isEmpty }) {
          endpoint["samples"] = Self.node(kind.samples)
        }
        if let discovery = kind.discovery {
          endpoint["discover"] = [
            "from": .string(discovery.from),
            "values": .object([
              JSONNode.Member(discovery.value, .string(discovery.path.description))
            ]),
          ]
        }
        if let pages = kind.pages { endpoint["pages"] = pages }
        return JSONNode.Member(kind.name, endpoint)
      })
    return root
  }

  /// The parameters; a name that comes several times has a list of values.
  private static func node(_ query: [URLQueryItem]) -> JSONNode {
    var values: [(name: String, list: [JSONNode])] = []
    for item in query {
      if values.last?.name != item.name { values.append((item.name, [])) }
      values[values.count - 1].list.append(item.value.map { .string($0) } ?? .null)
    }
    return .object(
      values.map { JSONNode.Member($0.name, $0.list.count == 1 ? $0.list[0] : .array($0.list)) })
  }

  /// The samples; one whose values make the name of another case has a name of its own.
  private static func node(_ samples: [Sample]) -> JSONNode {
    var cases: Set<String> = []
    return .array(
      samples.map { sample in
        var members = sample.values.map { JSONNode.Member($0.name, .string($0.value)) }
        let given = sample.values.map(\.value).joined(separator: "-")
        var name = given
        while !cases.insert(name).inserted { name = "\(given)-\(cases.count + 1)" }
        if name != given { members.insert(JSONNode.Member("case", .string(name)), at: 0) }
        return .object(members)
      })
  }

  /// Whether a segment of a path is a value and no name: a number, a UUID, a long id.
  static func isValue(_ segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    let digits = bytes.count { (0x30...0x39).contains($0) }
    if digits == bytes.count { return !bytes.isEmpty }
    let isId = bytes.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
        || byte == 0x5F
    }
    return isId && (bytes.count >= 16 && digits >= 4 || UUID(uuidString: segment) != nil)
  }

  // MARK: Kinds

  /// An address below the base URL, in its parts.
  private struct ParsedAddress {
    var segments: [Part] = []
    var query: [(name: String, part: Part)] = []

    /// A part of an address: text, or the value of a sample.
    struct Part: Hashable {
      let text: String
      var name: String?
      var isValue = false
      var isCredential = false
      /// Whether it is a parameter without `=`.
      var isBare = false
      /// Whether it names a variable of the environment.
      var hasVariable = false

      /// The value in a sample, where a credential leaves nothing that tells two requests apart.
      var sampleText: String { isCredential ? "" : text }
    }

    /// The path, with the names that were given to its values.
    var path: String {
      segments.map { part in part.name.map { "\($0)=\(part.text)" } ?? part.text }
        .joined(separator: "/")
    }

    mutating func markCredentials(_ redaction: Redaction) throws(Obstacle) {
      for index in query.indices {
        let (name, part) = query[index]
        guard !part.hasVariable else {
          // Who names a variable has kept the credential out already, but not what is beside it.
          let literal = part.text.replacing(RequestTemplate.variable, with: " ")
          guard redaction.secrets(in: Array(literal.utf8)).isEmpty else {
            throw .credentialBesideVariable(parameter: name)
          }
          continue
        }
        query[index].part.isCredential = [name, part.name].compactMap { $0 }.contains {
          redaction.isCredential(parameterNamed: $0, value: part.text)
        }
      }
    }

    init(_ address: String, baseURL: URL) throws(Obstacle) {
      var rest = address[...]
      if address.hasPrefix("http://") || address.hasPrefix("https://") {
        var base = baseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        guard rest.lowercased().hasPrefix(base.lowercased()) else { throw .elsewhere }
        rest = rest.dropFirst(base.count)
        guard rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?") else { throw .elsewhere }
      }
      rest = rest.prefix { $0 != "#" }
      let path = rest.prefix { $0 != "?" }
      let below = path.hasPrefix("/") ? path.dropFirst() : path
      // The root of a server has one address, and a folder two.
      let isRoot = below.isEmpty && (path.isEmpty || baseURL.path.allSatisfy { $0 == "/" })
      for segment in isRoot ? [] : below.split(separator: "/", omittingEmptySubsequences: false) {
        if [".", ".."].contains(segment) { throw .elsewhere }
        let part = try Self.part(segment, isQuery: false)
        guard ![".", ".."].contains(part.text), !part.text.contains("/") else {
          throw .segment(String(segment))
        }
        segments.append(part)
      }
      for item in rest.dropFirst(path.count + 1).split(separator: "&") {
        let name = item.prefix { $0 != "=" }
        var part = try Self.part(item.dropFirst(name.count + 1), isQuery: true)
        part.isBare = name.count == item.count
        let plain = try Self.decoded(name, isQuery: true)
        guard query.last?.name == plain || !query.contains(where: { $0.name == plain }) else {
          throw .scattered(parameter: plain)
        }
        query.append((plain, part))
      }
    }

    private static func part(_ text: Substring, isQuery: Bool) throws(Obstacle) -> Part {
      if let match = text.wholeMatch(of: /\{([A-Za-z_][A-Za-z0-9_-]*)=([^{}]*)\}/) {
        return Part(
          text: try decoded(match.output.2, isQuery: isQuery), name: String(match.output.1),
          isValue: true)
      }
      if let match = text.firstMatch(of: /\{[A-Za-z_][A-Za-z0-9_-]*=[^{}]*\}/) {
        throw .part(String(match.output))
      }
      let plain = try decoded(text, isQuery: isQuery)
      // In a path no variable can stand.
      if isQuery, text.contains(RequestTemplate.variable) {
        return Part(text: plain, hasVariable: true)
      }
      // A template would fill what looks like one of its places; the value of a sample stays as it is.
      let isValue =
        plain.contains(RequestTemplate.place) || !isQuery && SuiteDraft.isValue(plain)
      return Part(text: plain, isValue: isValue)
    }

    private static func decoded(_ text: Substring, isQuery: Bool) throws(Obstacle) -> String {
      // Forms write a space as `+`, and servers read it so.
      let text = String(isQuery ? text.replacing("+", with: "%20") : text)
      guard let plain = text.removingPercentEncoding else { throw .encoding }
      return plain
    }
  }

  /// The parts of the first request of each kind, to which the others are compared.
  private var firsts: [ParsedAddress] = []

  private mutating func add(_ address: ParsedAddress, _ number: Int) throws(Obstacle) {
    let values = address.segments.filter(\.isValue) + address.query.map(\.part)
    let sample = values.enumerated().map { index, part in
      (name: part.name ?? "\(index)", value: part.sampleText)
    }
    if let index = firsts.firstIndex(where: { Self.isSameKind($0, address) }) {
      let known = kinds[index].samples.firstIndex { known in
        known.values.map(\.value) == sample.map(\.value)
      }
      if let known {
        let other = zip(firsts[index].query, address.query).first { first, item in
          item.part.isCredential && item.part.text != first.part.text
        }
        if let other { throw .otherCredential(parameter: other.1.name) }
        kinds[index].samples[known].requests.append(number)
      } else {
        kinds[index].samples.append(Sample(values: sample, requests: [number]))
      }
      return
    }
    firsts.append(address)
    kinds.append(
      Kind(
        path: "", query: [], samples: [Sample(values: sample, requests: [number])],
        literals: address.segments.filter { !$0.isValue }.map(\.text),
        endsInValue: address.segments.last { !$0.text.isEmpty }?.isValue ?? false))
  }

  private static func isSameKind(_ one: ParsedAddress, _ other: ParsedAddress) -> Bool {
    one.segments.count == other.segments.count
      && zip(one.segments, other.segments).allSatisfy {
        $0.isValue ? $1.isValue : !$1.isValue && $0.text == $1.text
      } && one.query.map(\.name) == other.query.map(\.name)
      && one.query.map(\.part.isCredential) == other.query.map(\.part.isCredential)
      && one.query.map(\.part.isBare) == other.query.map(\.part.isBare)
      && one.query.map { $0.part.hasVariable ? $0.part.text : nil }
        == other.query.map { $0.part.hasVariable ? $0.part.text : nil }
  }

  /// Gives the values of a kind their names; a parameter that is always the same is no value.
  private mutating func nameValues(of index: Int) {
    let first = firsts[index]
    let samples = kinds[index].samples
    var names: [String] = []
    // The name of a sample's case stands beside its values.
    var used: Set = ["case"]
    let name = { (given: String) in
      let plain = String(given.drop { $0 == "-" })
      let word = plain.isEmpty ? "value" : plain
      var name = word
      var number = names.count + 1
      while !used.insert(name).inserted {
        name = "\(word)\(number)"
        number += 1
      }
      names.append(name)
      return "{\(name)}"
    }
    let count = first.segments.count(where: \.isValue)
    var previous = ""
    var path: [String] = []
    for segment in first.segments {
      guard segment.isValue else {
        previous = segment.text
        path.append(segment.text)
        continue
      }
      let given = segment.name ?? (count == 1 ? "id" : Self.singular(Self.word(previous)) + "Id")
      path.append(name(given))
    }
    var kept = Array(0..<count)
    for (offset, item) in first.query.enumerated() {
      let position = count + offset
      guard !item.part.isCredential else {
        let variable = secrets.variable(for: item.name, value: item.part.text)
        kinds[index].query.append(URLQueryItem(name: item.name, value: variable.reference))
        continue
      }
      let isValue =
        item.part.isValue || Set(samples.map { $0.values[position].value }).count > 1
      guard isValue, !item.part.isBare else {
        let value = item.part.isBare ? nil : item.part.text
        kinds[index].query.append(URLQueryItem(name: item.name, value: value))
        continue
      }
      kept.append(position)
      let place = name(item.part.name ?? Self.word(item.name))
      kinds[index].query.append(URLQueryItem(name: item.name, value: place))
    }
    // One slash in front of a path says nothing, so an empty first segment has two.
    kinds[index].path = (path.first == "" ? "/" : "") + path.joined(separator: "/")
    for sample in samples.indices {
      let values = samples[sample].values
      kinds[index].samples[sample].values = zip(names, kept).map { ($0, values[$1].value) }
    }
  }

  // MARK: Names

  private mutating func nameKinds() {
    var used: Set<String> = []
    for index in kinds.indices {
      let kind = kinds[index]
      var words = kind.literals.map { Self.word(String($0.prefix { $0 != "." })) }
        .filter { !$0.isEmpty }
      if words.isEmpty { words = ["root"] }
      if kind.endsInValue { words[words.count - 1] = Self.singular(words[words.count - 1]) }
      // The last word alone, or as many in front of it as tell the kinds apart.
      var candidates = (1...words.count).map { words.suffix($0).joined(separator: "-") }
      candidates += kind.query.map { "\(words.suffix(1).joined())-\(Self.word($0.name))" }
      var name = candidates.first { !used.contains($0) }
      var number = 2
      while name == nil {
        if !used.contains("\(candidates[0])-\(number)") { name = "\(candidates[0])-\(number)" }
        number += 1
      }
      kinds[index].name = FixtureID.safeName(name ?? "endpoint")
      used.insert(kinds[index].name)
    }
  }

  /// A text as a word that may be the name of an endpoint or of a value.
  private static func word(_ text: String) -> String {
    var word = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": word.unicodeScalars.append(scalar)
      default: word += word.isEmpty || word.hasSuffix("-") ? "" : "-"
      }
    }
    while word.hasSuffix("-") { word.removeLast() }
    return word.first?.isNumber == true ? "n\(word)" : word
  }

  private static func singular(_ word: String) -> String {
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    if word.hasSuffix("ss") || word.count < 3 { return word }
    return word.hasSuffix("s") ? String(word.dropLast()) : word
  }
}
