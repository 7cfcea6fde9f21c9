import Foundation
import StrictJSON

/// The documents that a schema is made of, and the names under which their parts can be found.
///
/// A **resource** is a schema with a URI of its own: the root of a document, or a schema within it
/// that has `$id`. References are resolved against the URI of the resource in which they stand,
/// and anchors are names within one resource. This contract
///
///     {"$id": "https://a.org/list",
///      "items": {"$ref": "item#name"},
///      "$defs": {"item": {"$id": "item", "$defs": {"n": {"$anchor": "name", "type": "string"}}}}}
///
/// holds two resources:
///
///     0   https://a.org/list   at the root
///     1   https://a.org/item   at /$defs/item; its anchor `name` is /$defs/item/$defs/n
///
/// `item#name` is in resource 0 and means `https://a.org/item#name`, which is resource 1 and
/// in it the anchor. A resource that is not in any document read so far is asked of the library.
///
/// A value is a schema because of the keyword it is under; an `$id` within `enum`, or within a
/// unknown keyword, is data. Such a place becomes a schema when a reference names it.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
struct SchemaResources {
  /// A document, and its URI unless it is the contract itself.
  struct Document {
    let json: JSONDocument
    let name: String?
  }

  /// A schema with a URI.
  struct Resource {
    let base: URIReference
    let place: SchemaPlace
    let vocabularies: Vocabularies
    var anchors: [ExactText: SchemaPlace] = [:]
    var dynamicAnchors: [ExactText: SchemaPlace] = [:]
  }

  /// A schema: its document, its resource, and where it is.
  struct SchemaPlace {
    let document: Int
    var resource: Int
    let value: JSONValue
    let pointer: JSONPointer

    var key: Key { Key(document: document, offset: value.offset) }

    func member(_ name: String, _ value: JSONValue) -> SchemaPlace {
      SchemaPlace(
        document: document, resource: resource, value: value, pointer: pointer.appending(name))
    }

    func element(_ index: Int, _ value: JSONValue) -> SchemaPlace {
      SchemaPlace(
        document: document, resource: resource, value: value, pointer: pointer.appending(index))
    }
  }

  /// A place as a key of a dictionary.
  struct Key: Hashable {
    let document: Int
    let offset: Int
  }

  /// What a reference names.
  struct Target {
    let place: SchemaPlace
    /// The name of the `$dynamicAnchor` by which it was found; nil where it was found otherwise.
    let dynamicAnchor: ExactText?
  }

  private let library: SchemaLibrary
  private(set) var documents: [Document] = []
  private(set) var resources: [Resource] = []
  private(set) var problems: [SchemaError.Problem] = []
  private var resourceNamed: [String: Int] = [:]
  /// The members of wide objects that references lead through.
  private var membersAt: [Key: [ExactText: JSONValue]] = [:]
  private static let fewestMembersToIndex = 32
  /// The resource of each schema that was walked over.
  private var resourceAt: [Key: Int] = [:]

  init(_ document: JSONDocument, library: SchemaLibrary) {
    self.library = library
    add(document, uri: library.base, name: nil)
  }

  /// The contract itself.
  var root: SchemaPlace { resources[0].place }

  mutating func report(_ message: String, at place: SchemaPlace) {
    let document = documents[place.document]
    problems.append(
      SchemaError.Problem(
        schema: place.pointer, offset: place.value.offset, document: document.name,
        location: document.json.location(atOffset: place.value.offset), message: message))
  }

  // MARK: Documents

  private mutating func add(_ json: JSONDocument, uri: URIReference, name: String?) {
    let place = SchemaPlace(
      document: documents.count, resource: resources.count, value: json.root,
      pointer: JSONPointer(tokens: []))
    documents.append(Document(json: json, name: name))
    resourceNamed[uri.withoutFragment] = resources.count
    addResource(at: place, base: uri, inherited: .standard)
    walk(from: place)
  }

  /// Adds a resource, with the URI that its `$id` gives it.
  private mutating func addResource(
    at place: SchemaPlace, base: URIReference, inherited: Vocabularies
  ) {
    var base = base
    if let name = place.value["$id"]?.string {
      base = URIReference(name).resolved(against: base)
      if base.fragment?.isEmpty == false {
        report("an $id has no fragment; $anchor names a place within it", at: id(of: place))
      }
      base.fragment = nil
    }
    if resourceNamed[base.description, default: resources.count] != resources.count {
      report("another schema has the same $id", at: id(of: place))
    }
    resourceNamed[base.description] = resources.count
    let dialect = place.value["$schema"].map { place.member("$schema", $0) }
    resources.append(
      Resource(
        base: base, place: place,
        vocabularies: dialect.flatMap { vocabularies(of: $0) } ?? inherited))
  }

  private func id(of place: SchemaPlace) -> SchemaPlace {
    place.value["$id"].map { place.member("$id", $0) } ?? place
  }

  /// Reads the vocabularies of the dialect that `$schema` names; nil where it has a fault.
  private mutating func vocabularies(of place: SchemaPlace) -> Vocabularies? {
    guard let name = place.value.string else {
      report("$schema needs the URI of a dialect", at: place)
      return nil
    }
    var uri = URIReference(name)
    if uri.fragment == "" { uri.fragment = nil }
    if uri.description == StandardSchemas.dialect { return .standard }
    guard case .found(let metaschema) = library.document(uri.description, root: uri) else {
      report(
        "the dialect \(name) is not known; contracts are of \(StandardSchemas.dialect)",
        at: place)
      return nil
    }
    guard let list = metaschema.root["$vocabulary"], list.kind == .object else {
      if uri.description.hasPrefix("http://json-schema.org/") {
        report("only draft 2020-12 is supported", at: place)
      }
      return .standard
    }
    var vocabularies = Vocabularies.core
    for member in list.members {
      if let vocabulary = Vocabularies(uri: member.key) {
        vocabularies.insert(vocabulary)
      } else if member.value.bool == true {
        report("the dialect needs the vocabulary \(member.key), which is not known", at: place)
      }
    }
    return vocabularies
  }

  // MARK: Schemas

  /// Walks over a schema and all schemas in it; notes resources and anchors.
  private mutating func walk(from start: SchemaPlace) {
    var waiting = [start]
    while var place = waiting.popLast() {
      guard resourceAt[place.key] == nil else { continue }
      let isRoot = resources[place.resource].place.key == place.key
      if !isRoot, place.value["$id"]?.kind == .string {
        let parent = resources[place.resource]
        place.resource = resources.count
        addResource(at: place, base: parent.base, inherited: parent.vocabularies)
      }
      resourceAt[place.key] = place.resource
      for member in place.value.members {
        let inner = place.member(member.key, member.value)
        switch member.key {
        case "$anchor", "$dynamicAnchor": addAnchor(inner, of: place)
        case "not", "if", "then", "else", "items", "contains", "additionalProperties",
          "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
          waiting.append(inner)
        case "allOf", "anyOf", "oneOf", "prefixItems":
          for (index, element) in member.value.elements.enumerated() {
            waiting.append(inner.element(index, element))
          }
        case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas",
          "dependencies":
          for schema in member.value.members {
            waiting.append(inner.member(schema.key, schema.value))
          }
        default: break
        }
      }
    }
  }

  private mutating func addAnchor(_ keyword: SchemaPlace, of schema: SchemaPlace) {
    guard let name = keyword.value.string, Self.isAnchor(name) else {
      report(
        "an anchor begins with a letter or _, and goes on with letters, digits, - _ .", at: keyword)
      return
    }
    let key = ExactText(name)
    let known =
      resources[schema.resource].anchors[key] ?? resources[schema.resource].dynamicAnchors[key]
    if let known, known.key != schema.key {
      report("the anchor \(name) stands twice", at: keyword)
    } else if keyword.pointer.tokens.last == "$anchor" {
      resources[schema.resource].anchors[key] = schema
    } else {
      resources[schema.resource].dynamicAnchors[key] = schema
    }
  }

  private static func isAnchor(_ name: String) -> Bool {
    guard let first = name.utf8.first, ASCII.isLetter(first) || first == UInt8(ascii: "_") else {
      return false
    }
    return name.utf8.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.".utf8.contains($0)
    }
  }

  /// The resource that a schema belongs to: its own, where it has `$id`.
  func resource(of place: SchemaPlace) -> Int { resourceAt[place.key] ?? place.resource }

  /// The vocabularies in whose terms a schema is written.
  func vocabularies(of place: SchemaPlace) -> Vocabularies {
    resources[resource(of: place)].vocabularies
  }

  // MARK: References

  /// Finds what a reference names; a fault is reported at the keyword.
  mutating func target(of keyword: SchemaPlace) -> Target? {
    guard let text = keyword.value.string else {
      report("a reference is a text such as #/$defs/a", at: keyword)
      return nil
    }
    var reference = URIReference(text).resolved(against: resources[keyword.resource].base)
    let fragment = reference.fragment.map { $0.removingPercentEncoding ?? $0 } ?? ""
    reference.fragment = nil
    guard let resource = resource(named: reference, keyword) else { return nil }
    let root = resources[resource].place
    if fragment.isEmpty { return Target(place: root, dynamicAnchor: nil) }
    if fragment.hasPrefix("/") {
      guard let pointer = JSONPointer(fragment), let place = place(at: pointer, in: root) else {
        report("\(text) names nothing in the document", at: keyword)
        return nil
      }
      walk(from: place)
      return Target(place: place, dynamicAnchor: nil)
    }
    let anchor = ExactText(fragment)
    if let place = resources[resource].dynamicAnchors[anchor] {
      return Target(place: place, dynamicAnchor: anchor)
    }
    guard let place = resources[resource].anchors[anchor] else {
      report("\(text) names nothing in the document", at: keyword)
      return nil
    }
    return Target(place: place, dynamicAnchor: nil)
  }

  private mutating func resource(named uri: URIReference, _ keyword: SchemaPlace) -> Int? {
    let name = uri.description
    if let resource = resourceNamed[name] { return resource }
    switch library.document(name, root: resources[0].base) {
    case .found(let document):
      add(document, uri: uri, name: name)
      return resourceNamed[name]
    case .unreadable(let fault):
      report("the document \(name) is no JSON: \(fault)", at: keyword)
    case .unknown:
      report(
        "\(name) is not known; nothing is fetched, --resolve PREFIX=DIR names a folder for it",
        at: keyword)
    }
    return nil
  }

  /// Finds a member by its exact name.
  ///
  /// `$defs` may have thousands of members, and as many references to them.
  private mutating func member(_ name: String, of place: SchemaPlace) -> JSONValue? {
    guard place.value.count > Self.fewestMembersToIndex else {
      return place.value.members.first { ExactText($0.key) == ExactText(name) }?.value
    }
    let known =
      membersAt[place.key]
      ?? Dictionary(
        place.value.members.map { (ExactText($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first })
    membersAt[place.key] = known
    return known[ExactText(name)]
  }

  /// Follows a pointer from the root of a resource, through resources within it.
  private mutating func place(at pointer: JSONPointer, in root: SchemaPlace) -> SchemaPlace? {
    var place = root
    for token in pointer.tokens {
      let value = place.value
      switch value.kind {
      case .array:
        guard let index = Int(token), String(index) == token, let element = value[index] else {
          return nil
        }
        place = place.element(index, element)
      default:
        guard let member = member(token, of: place) else { return nil }
        place = place.member(token, member)
      }
      place.resource = resource(of: place)
    }
    return place
  }
}
