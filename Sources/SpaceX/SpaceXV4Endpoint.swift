public import Endpoints
public import Foundation

/// The requests for launches that version 4 of the SpaceX API answers.
///
/// https://github.com/r-spacex/SpaceX-API/tree/master/docs/launches/v4
public enum SpaceXV4Endpoint: Endpoint, Hashable {
  /// All launches in the order of their flight numbers.
  case launches

  /// The launch that happened last.
  case latest

  /// A page of the launches that a query finds.
  case query(LaunchQuery)

  /// The address of version 4 of the API.
  public var baseURL: URL { Self.versionFour }

  /// The path, relative to the base, such as `launches/latest`.
  public var path: String {
    switch self {
    case .launches: "launches"
    case .latest: "launches/latest"
    case .query: "launches/query"
    }
  }

  /// POST for a query, and GET otherwise.
  public var method: HTTPMethod {
    switch self {
    case .launches, .latest: .get
    case .query: .post
    }
  }

  /// The query and its options as JSON; nil for the requests without a query.
  public var body: [UInt8]? {
    switch self {
    case .launches, .latest: nil
    case .query(let query): Array(query.json.utf8)
    }
  }

  /// The name of the fixture case: what the query asks for, or `all` where there is no query.
  ///
  /// `past-limit-2`, `upcoming-limit-2-page-2`.
  public var caseName: String {
    switch self {
    case .launches, .latest: "all"
    case .query(let query): query.caseName
    }
  }

  private static let versionFour: URL = {
    guard let url = URL(string: "https://api.spacexdata.com/v4") else {
      preconditionFailure("the base address is written in this file")
    }
    return url
  }()
}

/// A query for launches in the order of their flight numbers, and the page of its answer.
public struct LaunchQuery: Sendable, Hashable {
  /// Whether the launches lie ahead; nil for all launches.
  public var isUpcoming: Bool?

  /// The most launches on a page; nil for as many as the server likes.
  public var limit: Int?

  /// The number of the page, counted from 1; nil for the first one.
  public var page: Int?

  /// Makes a query.
  public init(isUpcoming: Bool? = nil, limit: Int? = nil, page: Int? = nil) {
    self.isUpcoming = isUpcoming
    self.limit = limit
    self.page = page
  }

  /// The content of its request.
  ///
  /// `{"query":{"upcoming":false},"options":{"sort":{"flight_number":"asc"},"limit":2,"page":2}}`
  fileprivate var json: String {
    let condition = isUpcoming.map { #""upcoming":\#($0)"# } ?? ""
    let options =
      [#""sort":{"flight_number":"asc"}"#] + numbers.map { #""\#($0.name)":\#($0.value)"# }
    return #"{"query":{\#(condition)},"options":{\#(options.joined(separator: ","))}}"#
  }

  fileprivate var caseName: String {
    let launches = isUpcoming.map { $0 ? "upcoming" : "past" } ?? "all"
    return ([launches] + numbers.map { "\($0.name)-\($0.value)" }).joined(separator: "-")
  }

  private var numbers: [(name: String, value: Int)] {
    [("limit", limit), ("page", page)].compactMap { name, value in value.map { (name, $0) } }
  }
}

extension Paging {
  /// Pages of a ``LaunchQuery``: each names the number of the next one, which goes into the content of the
  /// request as `/options/page`.
  public static let launchQuery = Paging(
    number: { request in
      guard case .query(let query)? = request as? SpaceXV4Endpoint else { return 1 }
      return query.page ?? 1
    },
    next: { request, page, _ in
      guard case .query(var query)? = request as? SpaceXV4Endpoint,
        let place = try? JSONDecoder().decode(PagePlace.self, from: Data(page.body)),
        let next = place.nextPage
      else { return nil }
      query.page = next
      return SpaceXV4Endpoint.query(query)
    })

  /// What a page says about the next one.
  private struct PagePlace: Decodable {
    let nextPage: Int?
  }
}
