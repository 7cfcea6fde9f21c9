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
    /// The values of each request, and the number of the request.
    package fileprivate(set) var samples: [(values: [(name: String, value: String)], request: Int)]

    /// Where the answers of another kind have the value that the requests of this one need.
    package fileprivate(set) var discovery: (from: String, value: String, path: ShapePath)?
    /// How the answers are divided into pages, as the file says it; nil where nothing shows that.
    package fileprivate(set) var pages: JSONNode?

    fileprivate var literals: [String]
    fileprivate var endsInValue: Bool

    /// The request as people read it: `orders/{id}?limit=5`.
    package var words: String {
      let items = query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
      return (path.isEmpty ? "/" : path) + (items.isEmpty ? "" : "?\(items)")
    }
  }

  /// The kinds, in the order of their first requests.
  package private(set) var kinds: [Kind] = []

  private var secrets: SecretVariables

  /// The variables that the requests of the kinds need.
  package var variables: [SecretVariables.Variable] {
    let texts = Set(kinds.flatMap { $0.query.compactMap(\.value) })
    return secrets.all.filter { texts.contains($0.reference) }
  }

  /// The requests that do not lie below the base URL.
  package private(set) var strangers: [String] = []

  /// The requests with a credential in their path, where no variable can stand.
  package private(set) var secretPaths: [String] = []

  private let baseURL: URL
  private let redaction: Redaction

  /// The most requests of a kind; more of them show nothing new.
  private static let mostSamples = 5

  /// Drafts a suite from addresses: whole ones, or paths below the base URL.
  package init(
    suite: String, baseURL: URL, addresses: [String], redaction: Redaction = .standard
  ) {
    secrets = SecretVariables(suite: suite)
    self.baseURL = baseURL
    self.redaction = redaction
    for (number, address) in addresses.enumerated() {
      guard var parsed = ParsedAddress(address, baseURL: baseURL) else {
        strangers.append(address)
        continue
      }
      guard redaction.secrets(in: Array(parsed.path.utf8)).isEmpty else {
        secretPaths.append(address)
        continue
      }
      parsed.markCredentials(redaction)
      add(parsed, number)
    }
    for index in kinds.indices { nameValues(of: index) }
    nameKinds()
  }

  /// The draft with those requests only that a condition holds for; a kind without any goes.
  package func keeping(_ isKept: (Int) -> Bool) -> SuiteDraft {
    var draft = self
    for index in draft.kinds.indices {
      draft.kinds[index].samples.removeAll { !isKept($0.request) }
    }
    draft.kinds.removeAll { $0.samples.isEmpty }
    return draft
  }

  /// The draft with what the answers show about further requests, by the numbers of their requests.
  ///
  /// An endpoint whose values come out of the answers of another one stands below it.
  package func suggesting(_ answers: [Int: SampleAnswer]) -> SuiteDraft {
    var draft = self
    let suggestions = kinds.map { kind in
      SuiteSuggestions(kind.samples.compactMap { answers[$0.request] })
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
        if !kind.query.isEmpty {
          endpoint["query"] = .object(
            kind.query.map { JSONNode.Member($0.name, .string($0.value ?? "")) })
        }
        if kind.samples.contains(where: { !$0.values.isEmpty }) {
          endpoint["samples"] = .array(
            kind.samples.map { sample in
              .object(sample.values.map { JSONNode.Member($0.name, .string($0.value)) })
            })
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
      var isValue: Bool
      var isCredential = false

      /// The value in a sample, where a credential leaves nothing that tells two requests apart.
      var sampleText: String { isCredential ? "" : text }
    }

    /// The path, with the names that were given to its values.
    var path: String {
      segments.map { part in part.name.map { "\($0)=\(part.text)" } ?? part.text }
        .joined(separator: "/")
    }

    mutating func markCredentials(_ redaction: Redaction) {
      for index in query.indices {
        let (name, part) = query[index]
        // Who names a variable has kept the credential out already.
        query[index].part.isCredential =
          !part.text.contains("${")
          && [name, part.name].compactMap { $0 }.contains {
            redaction.isCredential(parameterNamed: $0, value: part.text)
          }
      }
    }

    init?(_ address: String, baseURL: URL) {
      var rest = address[...]
      if address.hasPrefix("http://") || address.hasPrefix("https://") {
        var base = baseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        guard rest.lowercased().hasPrefix(base.lowercased()) else { return nil }
        rest = rest.dropFirst(base.count)
        guard rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?") else { return nil }
      }
      rest = rest.prefix { $0 != "#" }
      let path = rest.prefix { $0 != "?" }
      for segment in path.split(separator: "/") {
        if segment == "." || segment == ".." { return nil }
        segments.append(Self.part(segment, mayBeValue: true))
      }
      for item in rest.dropFirst(path.count + 1).split(separator: "&") {
        let name = item.prefix { $0 != "=" }
        query.append(
          (
            Self.decoded(name),
            Self.part(item.dropFirst(name.count + 1), mayBeValue: false)
          ))
      }
    }

    private static func part(_ text: Substring, mayBeValue: Bool) -> Part {
      if let match = text.wholeMatch(of: /\{([A-Za-z_][A-Za-z0-9_-]*)=(.*)\}/) {
        return Part(
          text: decoded(match.output.2), name: String(match.output.1), isValue: true)
      }
      let text = decoded(text)
      return Part(text: text, isValue: mayBeValue && SuiteDraft.isValue(text))
    }

    private static func decoded(_ text: Substring) -> String {
      text.removingPercentEncoding ?? String(text)
    }
  }

  /// The parts of the first request of each kind, to which the others are compared.
  private var firsts: [ParsedAddress] = []

  private mutating func add(_ address: ParsedAddress, _ number: Int) {
    let values = address.segments.filter(\.isValue) + address.query.map(\.part)
    let sample = values.enumerated().map { index, part in
      (name: part.name ?? "\(index)", value: part.sampleText)
    }
    if let index = firsts.firstIndex(where: { Self.isSameKind($0, address) }) {
      let isNew = !kinds[index].samples.contains { known in
        known.values.map(\.value) == sample.map(\.value)
      }
      if isNew, kinds[index].samples.count < Self.mostSamples {
        kinds[index].samples.append((sample, number))
      }
      return
    }
    firsts.append(address)
    kinds.append(
      Kind(
        path: "", query: [], samples: [(sample, number)],
        literals: address.segments.filter { !$0.isValue }.map(\.text),
        endsInValue: address.segments.last?.isValue ?? false))
  }

  private static func isSameKind(_ one: ParsedAddress, _ other: ParsedAddress) -> Bool {
    one.segments.count == other.segments.count
      && zip(one.segments, other.segments).allSatisfy {
        $0.isValue ? $1.isValue : !$1.isValue && $0.text == $1.text
      } && one.query.map(\.name) == other.query.map(\.name)
      && one.query.map(\.part.isCredential) == other.query.map(\.part.isCredential)
  }

  /// Gives the values of a kind their names; a parameter that is always the same is no value.
  private mutating func nameValues(of index: Int) {
    let first = firsts[index]
    let samples = kinds[index].samples
    var names: [String] = []
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
      let name = names.contains(given) ? "\(given)\(names.count + 1)" : given
      names.append(name)
      path.append("{\(name)}")
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
      guard isValue else {
        kinds[index].query.append(URLQueryItem(name: item.name, value: item.part.text))
        continue
      }
      let given = item.part.name ?? Self.word(item.name)
      let name = names.contains(given) ? "\(given)\(names.count + 1)" : given
      names.append(name)
      kept.append(position)
      kinds[index].query.append(URLQueryItem(name: item.name, value: "{\(name)}"))
    }
    kinds[index].path = path.joined(separator: "/")
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
