import Endpoints
import Foundation
import StrictJSON

/// What the first answers of an API show about further requests: ids that lead from one kind of request to
/// another, and pages.
///
///     orders   {"orders": [{"id": 1001}, {"id": 1002}]}      order is asked for 1001, as order/{id}
///     events?limit=2&offset=0   [{…}, {…}]                   pages by offset, in steps of 2
///
/// Only what is plain to see is suggested, because each suggestion is a request that somebody did not ask
/// for; and it is said, so that it can be taken back.
struct SuiteSuggestions {
  private let documents: [JSONDocument]
  private let responses: [EndpointResponse]

  /// Looks at the answers to the requests of one kind.
  init(_ answers: [SampleAnswer]) {
    documents = answers.compactMap(\.reading.document)
    responses = answers.map(\.received)
  }

  // MARK: Ids

  /// The place in these answers whose values another kind of request takes; nil for none, or for doubt.
  ///
  /// It is in a list, its values are all different, and one of those that were asked for is among them. A
  /// short value may be there by chance, so then the member has to be named like the value.
  func place(of values: [String], named name: String) -> ShapePath? {
    var columns: [ShapePath: [String]] = [:]
    for document in documents {
      Self.collect(document.root, at: ShapePath(), isInList: false, into: &columns)
    }
    let fitting = columns.filter { path, column in
      let found = Set(column)
      let known = values.filter(found.contains)
      let isLong = known.contains { $0.utf8.count >= 4 }
      return found.count >= 2 && found.count == column.count && !known.isEmpty
        && (isLong && known.count == values.count || Self.isNamedLike(path, name))
    }.keys
    let named = fitting.filter { Self.isNamedLike($0, name) }
    let best = named.isEmpty ? Array(fitting) : named
    guard let first = best.min(by: { $0.depth < $1.depth }) else { return nil }
    // Of several at one depth nobody can tell which one is meant.
    return best.count { $0.depth == first.depth } == 1 ? first : nil
  }

  /// The texts and numbers of members of objects in lists, by their places.
  private static func collect(
    _ value: JSONValue, at path: ShapePath, isInList: Bool,
    into columns: inout [ShapePath: [String]]
  ) {
    switch value.kind {
    case .array:
      for element in value.elements {
        collect(element, at: path.appending(.elements), isInList: true, into: &columns)
      }
    case .object:
      for member in value.members {
        collect(
          member.value, at: path.appending(.member(member.key)), isInList: isInList, into: &columns)
      }
    case .string, .number:
      guard isInList, let text = value.string ?? value.numberText, !text.isEmpty else { return }
      columns[path, default: []].append(text)
    case .null, .bool: return
    }
  }

  /// Whether the last member of a path is named like a value: `id` and `id`, `idMeal` or `order_id`.
  private static func isNamedLike(_ path: ShapePath, _ name: String) -> Bool {
    guard case .member(let key)? = path.last else { return false }
    let letters = { (text: String) in text.lowercased().filter { $0 != "_" && $0 != "-" } }
    if letters(key) == letters(name) { return true }
    let isID = { (text: String) in
      text == "id"
        || text.hasPrefix("id")
          && text.dropFirst(2).first.map { $0.isUppercase || $0 == "_" } == true
        || text.hasSuffix("Id") || text.hasSuffix("ID") || text.hasSuffix("_id")
    }
    return isID(key) && isID(name)
  }

  // MARK: Pages

  /// How the answers are divided into pages, as `suite.json` says it; nil where nothing shows that.
  func pages(query: [URLQueryItem]) -> JSONNode? {
    guard let response = responses.first, let document = documents.first,
      Paging.hasItems(response, at: nil)
    else { return nil }
    if let next = Self.nextAddress(in: document.root, at: "", depth: 0, from: response) {
      return ["by": "next", "value": .string(next)]
    }
    if let request = LinkRequest(response), Paging.link.next(request, response, 1) != nil {
      return ["by": "link"]
    }
    let number = { (item: URLQueryItem) in item.value.flatMap { Int($0) } }
    for item in query where Self.pageNames.contains(item.name) {
      guard let first = number(item), (0...1).contains(first) else { continue }
      let node: JSONNode = ["by": "page", "parameter": .string(item.name)]
      return first == 1 ? node : Self.adding(("first", "0"), to: node)
    }
    let size = query.first { Self.sizeNames.contains($0.name) }.flatMap(number)
    for item in query where Self.offsetNames.contains(item.name) {
      guard number(item) == 0, let size, size > 0 else { continue }
      return Self.adding(
        ("step", String(size)), to: ["by": "offset", "parameter": .string(item.name)])
    }
    return nil
  }

  private static func adding(_ member: (String, String), to node: JSONNode) -> JSONNode {
    var node = node
    node[member.0] = .number(member.1)
    return node
  }

  /// The place of a member that is named for the next page and holds an address on the same server.
  private static func nextAddress(
    in value: JSONValue, at pointer: String, depth: Int, from response: EndpointResponse
  ) -> String? {
    guard value.kind == .object, depth < 3 else { return nil }
    for member in value.members where nextNames.contains(member.key.lowercased()) {
      let place = "\(pointer)/\(member.key)"
      if let request = LinkRequest(response), member.value.string?.contains("/") == true,
        Paging.nextAddress(at: place).next(request, response, 1) != nil
      {
        return place
      }
    }
    for member in value.members where !member.key.contains("/") && !member.key.contains("~") {
      let place = "\(pointer)/\(member.key)"
      if let found = nextAddress(in: member.value, at: place, depth: depth + 1, from: response) {
        return found
      }
    }
    return nil
  }

  private static let pageNames: Set<String> = ["page", "pageNumber", "page_number", "p"]
  private static let offsetNames: Set<String> = ["offset", "skip", "start"]
  private static let sizeNames: Set<String> = [
    "limit", "size", "count", "take", "per_page", "perPage", "page_size", "pageSize",
  ]
  private static let nextNames: Set<String> = [
    "next", "nextpage", "next_page", "nexturl", "next_url", "nextpageurl", "next_page_url",
    "nextlink", "next_link",
  ]

  /// The request that a response is the answer to, as far as an address is compared with it.
  private struct LinkRequest: Endpoint {
    let baseURL: URL
    let path = ""

    init?(_ response: EndpointResponse) { baseURL = response.url }
  }
}
