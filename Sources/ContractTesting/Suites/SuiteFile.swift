package import Foundation
import Endpoints
import HTTPFixtures
import StrictJSON

/// A suite that no Swift code describes: `Contracts/<suite>/suite.json`.
///
///     {
///       "baseURL": "https://shop.example/v1",
///       "headers": {"Authorization": "Bearer ${SHOP_TOKEN}"},
///       "endpoints": {
///         "orders": {"path": "orders", "query": {"limit": "10", "tag": ["new", "paid"], "brief": null}},
///         "order": {
///           "path": "orders/{id}", "samples": [{"id": "1001"}, {"case": "none", "id": "0"}],
///           "discover": {"from": "orders", "values": {"id": "$.orders[*].id"}, "limit": 3}
///         }
///       },
///       "politeness": {"atOnce": 2, "perSecond": 5, "userAgent": "shop-watch"},
///       "redaction": {"names": ["customer_number"], "paths": ["/v1/{key}"], "publicValues": ["demo"]}
///     }
///
/// ``SuiteSchema`` says the same as a JSON Schema.
package struct SuiteFile: Sendable {
  /// The suite.
  package let suite: APISuite

  /// Reads a suite from the bytes of its file; `environment` gives values to `${NAME}`.
  ///
  /// Throws a ``SettingsError`` that names each fault with its line and column.
  package init(
    suite name: String, file: String, bytes: [UInt8], environment: [String: String]
  ) throws(SettingsError) {
    var parser = try SuiteParser(file: file, bytes: bytes, environment: environment)
    let suite = parser.suite(named: name)
    try parser.finish()
    guard let suite else { throw SettingsError(name: file, faults: ["1:1: this is no suite"]) }
    self.suite = suite
  }

  /// The name of a suite's file, relative to the root folder.
  package static func name(of suite: String) -> String { "Contracts/\(suite)/suite.json" }

  /// What the files of suites are that have the name of a known one.
  package enum NamedAlike: Sendable {
    /// Faults: nobody could say which of the two is meant.
    case faults
    /// Of another time, when the program had no such suite; they are not read.
    case predecessors
  }

  /// Reads the suites of a root folder, sorted by their names; none where there is no such file.
  ///
  /// Throws a ``SuiteFaults`` with the faults of all files.
  package static func suites(
    root: URL, environment: [String: String], besides known: [String],
    namedAlike: NamedAlike = .faults
  ) throws -> [APISuite] {
    let folder = root.appendingPathComponent("Contracts", isDirectory: true)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    var suites: [APISuite] = []
    var faults: [String] = []
    for entry in try FolderListing(folder).entries
    where entry.kind == .folder || entry.kind == .linkToFolder {
      let file = name(of: entry.name)
      let url = root.appendingPathComponent(file)
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let isKnown = known.contains(entry.name)
      if isKnown, namedAlike == .predecessors { continue }
      do {
        guard !isKnown else {
          throw SettingsError(
            name: file, faults: ["1:1: the program itself has a suite of this name"])
        }
        if let fault = NameFault(entry.name) {
          throw SettingsError(name: file, faults: ["1:1: \(fault.words("a suite"))"])
        }
        suites.append(
          try SuiteFile(
            suite: entry.name, file: file, bytes: try FixtureStore.bytes(of: url),
            environment: environment
          ).suite)
      } catch let error as SettingsError {
        faults.append(error.description)
      } catch let error as FixtureError {
        faults.append(error.description)
      }
    }
    guard faults.isEmpty else { throw SuiteFaults(lines: faults) }
    return suites
  }
}

/// What is wrong with the files of suites.
package struct SuiteFaults: Error, CustomStringConvertible {
  /// One line or more for each file.
  package let lines: [String]

  /// The lines together.
  package var description: String { lines.joined(separator: "\n") }
}

/// Makes a suite of a document, and collects all that is wrong in it.
private struct SuiteParser {
  private var reader: SettingsReader
  private let environment: [String: String]
  private var variables: Set<String> = []

  init(file: String, bytes: [UInt8], environment: [String: String]) throws(SettingsError) {
    reader = try SettingsReader(name: file, bytes: bytes)
    self.environment = environment
  }

  func finish() throws(SettingsError) { try reader.finish() }

  mutating func suite(named name: String) -> APISuite? {
    let root = reader.root
    guard root.kind == .object else {
      reader.fault(at: root, "a suite is an object, and not \(root.kind.description)")
      return nil
    }
    reader.refuseMembers(of: root, besides: SuiteMembers.suite)
    _ = reader.text("$schema", of: root)
    guard let baseURL = baseURL(root), let list = reader.object("endpoints", of: root) else {
      if root["endpoints"] == nil { reader.fault(at: root, "\"endpoints\" is missing") }
      return nil
    }
    let headers = headers(of: root)
    var endpoints: [WatchedEndpoint] = []
    for member in list.members {
      if let endpoint = endpoint(member, baseURL, headers, above: endpoints.map(\.name)) {
        endpoints.append(endpoint)
      }
    }
    if list.count == 0 { reader.fault(at: list, "a suite has at least one endpoint") }
    var suite = APISuite(
      name: name, endpoints: endpoints, redaction: redaction(root), politeness: politeness(root))
    suite.missingVariables = variables.filter { (environment[$0] ?? "").isEmpty }.sorted()
    return suite
  }

  private mutating func baseURL(_ root: JSONValue) -> URL? {
    guard let value = root["baseURL"] else {
      reader.fault(at: root, "\"baseURL\" is missing")
      return nil
    }
    guard let text = reader.text("baseURL", of: root) else { return nil }
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
      url.host()?.isEmpty == false, url.query == nil, url.fragment == nil
    else {
      reader.fault(
        at: value, "\(JSONWriter.quoted(text)) is no address such as https://api.example.com/v1")
      return nil
    }
    guard url.user == nil, url.password == nil else {
      reader.fault(
        at: value,
        "an address with a password in it is no secret; write a header field with ${NAME}")
      return nil
    }
    return url
  }

  private mutating func headers(of object: JSONValue) -> [String: String] {
    var headers: [String: String] = [:]
    for (name, value, text) in reader.textMembers("headers", of: object) {
      do throws(EndpointError) {
        var request = HTTPRequest(url: URL(fileURLWithPath: "/"))
        try request.setHeader(name, to: text)
        headers[name] = text
      } catch {
        reader.fault(at: value, "this is no header field of HTTP")
      }
    }
    return headers
  }

  private mutating func endpoint(
    _ member: JSONMember, _ baseURL: URL, _ headers: [String: String], above: [String]
  ) -> WatchedEndpoint? {
    let value = member.value
    guard value.kind == .object else {
      reader.fault(at: value, "an endpoint is an object, and not \(value.kind.description)")
      return nil
    }
    if let fault = NameFault(member.key) {
      reader.fault(at: value, fault.words("an endpoint"))
    }
    reader.refuseMembers(of: value, besides: SuiteMembers.endpoint)
    guard let path = reader.text("path", of: value) else {
      if value["path"] == nil { reader.fault(at: value, "\"path\" is missing") }
      return nil
    }
    var template = RequestTemplate(baseURL: baseURL, path: path)
    if let place = value["path"], path.contains("?") || path.contains("#") {
      reader.fault(at: place, "the parameters of a path stand under \"query\"")
    }
    if let place = value["path"], path.split(separator: "/").contains(where: { $0 == ".." }) {
      reader.fault(at: place, "a path has no segment ..")
    }
    if let method = method(value) { template.method = method }
    template.query = query(of: value)
    template.headers = headers.merging(self.headers(of: value)) { $1 }
    template.content = value["body"].map { JSONNode($0) }
    variables.formUnion(template.variables)
    var sampling = Sampling()
    if let count = reader.integer("repeat", of: value, in: 1...100) {
      sampling.isRandom = true
      sampling.repeats = count
    }
    sampling.discoveries = [discovery(value, template, above)].compactMap { $0 }
    if let (paging, count) = paging(value) {
      sampling.paging = paging
      sampling.pages = count
    }
    return WatchedEndpoint(
      name: member.key, samples: samples(value, template), sampling: sampling)
  }

  /// The parameters: texts, null for one without a value, and lists of them for one that comes again.
  private mutating func query(of endpoint: JSONValue) -> [URLQueryItem] {
    guard let query = reader.object("query", of: endpoint) else { return [] }
    var items: [URLQueryItem] = []
    for member in query.members {
      let isList = member.value.kind == .array
      for value in isList ? Array(member.value.elements) : [member.value] {
        guard value.kind == .null || value.kind == .string else {
          reader.fault(
            at: value,
            "\(JSONWriter.quoted(member.key)) \(isList ? "holds" : "is") \(value.kind.description), "
              + "and must be a string, null, or a list of them")
          continue
        }
        items.append(URLQueryItem(name: member.key, value: value.string))
      }
    }
    return items
  }

  private mutating func method(_ value: JSONValue) -> HTTPMethod? {
    guard let text = reader.text("method", of: value), let place = value["method"] else {
      return nil
    }
    if SuiteMembers.methods.contains(text) { return HTTPMethod(rawValue: text) }
    reader.fault(
      at: place,
      "\(JSONWriter.quoted(text)) is no method of a sample; the methods are "
        + SuiteMembers.methods.joined(separator: ", "))
    return nil
  }

  // MARK: Samples

  private mutating func samples(_ value: JSONValue, _ template: RequestTemplate) -> [Sample] {
    let names = template.names
    guard let list = reader.list("samples", of: value) else {
      return names.isEmpty ? [Sample("all", template.endpoint([:], environment: environment))] : []
    }
    var cases: Set<String> = []
    var samples: [Sample] = []
    for element in list.elements {
      guard element.kind == .object else {
        reader.fault(
          at: element,
          "a sample is an object such as {\"id\": \"1001\"}, and not \(element.kind.description)")
        continue
      }
      reader.refuseMembers(of: element, besides: ["case"] + names)
      var values: [String: String] = [:]
      for name in names {
        if let text = reader.text(name, of: element) {
          values[name] = text
        } else if element[name] == nil {
          reader.fault(at: element, "the value of {\(name)} is missing")
        }
      }
      let given = reader.text("case", of: element)
      let caseName = given ?? Self.caseName(names.compactMap { values[$0] })
      guard cases.insert(caseName).inserted else {
        reader.fault(
          at: element,
          "there are two samples of the case \(JSONWriter.quoted(caseName)); give one a \"case\"")
        continue
      }
      samples.append(
        Sample(caseName, template.endpoint(values, environment: environment)))
    }
    return samples
  }

  /// The name of a case after the values of its sample.
  private static func caseName(_ values: [String]) -> String {
    values.isEmpty ? "all" : values.joined(separator: "-")
  }

  /// Requests that are made of the answers of an endpoint above.
  private mutating func discovery(
    _ value: JSONValue, _ template: RequestTemplate, _ above: [String]
  ) -> Discovery? {
    guard let object = reader.object("discover", of: value) else { return nil }
    reader.refuseMembers(of: object, besides: SuiteMembers.discover)
    let limit = reader.integer("limit", of: object, in: 0...1_000) ?? Self.usualCount
    guard let source = reader.text("from", of: object), let place = object["from"] else {
      if object["from"] == nil { reader.fault(at: object, "\"from\" is missing") }
      return nil
    }
    if !above.contains(source) {
      reader.fault(
        at: place,
        "no endpoint above is named \(JSONWriter.quoted(source))"
          + Suggestion.words(for: source, in: above))
    }
    let names = template.names
    var places: [String: ShapePath] = [:]
    for (name, place, text) in reader.textMembers("values", of: object) {
      if let path = ShapePath(text) {
        places[name] = path
      } else {
        reader.fault(at: place, "\(JSONWriter.quoted(text)) is no path such as $.orders[*].id")
      }
    }
    guard let values = object["values"] else {
      reader.fault(at: object, "\"values\" is missing")
      return nil
    }
    reader.refuseMembers(of: values, besides: names)
    for name in names where values.kind == .object && values[name] == nil {
      reader.fault(at: values, "the place of {\(name)} is missing")
    }
    return Discovery(from: source, at: names.compactMap { places[$0] }, limit: limit) {
      [environment] found in
      Sample(
        Self.caseName(found),
        template.endpoint(
          Dictionary(zip(names, found), uniquingKeysWith: { first, _ in first }),
          environment: environment))
    }
  }

  /// How the answers are divided into pages, and how many are asked for.
  private mutating func paging(_ value: JSONValue) -> (Paging, Int)? {
    guard let object = reader.object("pages", of: value) else { return nil }
    reader.refuseMembers(of: object, besides: SuiteMembers.pages)
    let count = reader.integer("limit", of: object, in: 1...1_000) ?? Self.usualCount
    guard let kind = reader.text("by", of: object), let place = object["by"] else {
      if object["by"] == nil { reader.fault(at: object, "\"by\" is missing") }
      return nil
    }
    let parameter = reader.text("parameter", of: object)
    let value = reader.text("value", of: object)
    let items = reader.text("items", of: object)
    let first = reader.integer("first", of: object, in: 0...1_000_000_000) ?? 1
    let step = reader.integer("step", of: object, in: 1...1_000_000)
    let paging: Paging
    switch kind {
    case "page":
      paging = .page(parameter: parameter ?? "page", first: first, items: items)
    case "offset":
      guard let step else {
        if object["step"] == nil {
          reader.fault(at: object, "\"step\", the number of items on a page, is missing")
        }
        return nil
      }
      paging = .offset(parameter: parameter ?? "offset", step: step, items: items)
    case "link": paging = .link
    case "cursor", "next":
      guard let value else {
        if object["value"] == nil {
          reader.fault(
            at: object, "\"value\", the place of what leads to the next page, is missing")
        }
        return nil
      }
      paging = kind == "next" ? .nextAddress(at: value) : .cursor(parameter ?? "cursor", at: value)
    default:
      reader.fault(
        at: place,
        "\(JSONWriter.quoted(kind)) is no kind of pages; the kinds are "
          + SuiteMembers.pageKinds.joined(separator: ", "))
      return nil
    }
    return (paging, count)
  }

  private mutating func politeness(_ root: JSONValue) -> Politeness {
    guard let object = reader.object("politeness", of: root) else { return .standard }
    reader.refuseMembers(of: object, besides: SuiteMembers.politeness)
    var politeness = Politeness.standard
    if let count = reader.integer("atOnce", of: object, in: 1...64) { politeness.atOnce = count }
    if let value = object["perSecond"] {
      if let rate = value.numberText.flatMap(Double.init), rate > 0, rate <= 10_000 {
        politeness.perSecond = rate
      } else {
        reader.fault(at: value, "\"perSecond\" is a number above 0, at most 10000")
      }
    }
    politeness.userAgent = reader.text("userAgent", of: object)
    return politeness
  }

  /// How many requests are added where the file does not say it.
  private static let usualCount = 3

  private mutating func redaction(_ root: JSONValue) -> Redaction {
    // What the environment gives is a secret wherever it comes back.
    let secrets = Set(variables.compactMap { environment[$0] })
    guard let value = reader.object("redaction", of: root) else {
      return Redaction(secrets: secrets)
    }
    reader.refuseMembers(of: value, besides: SuiteMembers.redaction)
    return Redaction(
      names: Set(reader.texts("names", of: value)),
      pathTemplates: reader.texts("paths", of: value),
      publicValues: Set(reader.texts("publicValues", of: value)), secrets: secrets)
  }
}

/// The members that a suite's file may have, for the reader and for its schema.
enum SuiteMembers {
  static let suite = ["$schema", "baseURL", "headers", "endpoints", "redaction", "politeness"]
  static let endpoint = [
    "path", "method", "query", "headers", "body", "samples", "repeat", "discover", "pages",
  ]
  static let discover = ["from", "values", "limit"]
  static let pages = ["by", "parameter", "first", "step", "value", "items", "limit"]
  static let pageKinds = ["page", "offset", "cursor", "link", "next"]
  static let politeness = ["atOnce", "perSecond", "userAgent"]
  static let redaction = ["names", "paths", "publicValues"]
  static let methods = ["GET", "POST"]
}
