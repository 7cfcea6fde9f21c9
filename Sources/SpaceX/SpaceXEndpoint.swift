public import Endpoints
public import Foundation

/// The requests that version 3 of the SpaceX API answers.
///
/// https://github.com/r-spacex/SpaceX-API/tree/master/docs
public enum SpaceXEndpoint: Endpoint, Hashable {
  /// Launches in the order of their flight numbers: at most `limit`, after the first `offset`.
  case launches(limit: Int?, offset: Int?)

  /// The launch of a flight number.
  case launch(flightNumber: Int)

  /// The launch that happened last.
  case latest

  /// All rockets.
  case rockets

  /// The address of version 3 of the API.
  public var baseURL: URL { Self.versionThree }

  /// The path, relative to the base, such as `launches/latest`.
  public var path: String {
    switch self {
    case .launches: "launches"
    case .launch(let flightNumber): "launches/\(flightNumber)"
    case .latest: "launches/latest"
    case .rockets: "rockets"
    }
  }

  /// The parameters that were given, `limit` before `offset`.
  public var queryItems: [URLQueryItem] {
    parameters.map { URLQueryItem(name: $0.name, value: String($0.value)) }
  }

  /// The name of the fixture case: its parameters, or `all` where there are none.
  ///
  /// `7`, `limit-5`, `limit-5-offset-10`.
  public var caseName: String {
    switch self {
    case .launch(let flightNumber): String(flightNumber)
    case .launches where !parameters.isEmpty:
      parameters.map { "\($0.name)-\($0.value)" }.joined(separator: "-")
    case .launches, .latest, .rockets: "all"
    }
  }

  private var parameters: [(name: String, value: Int)] {
    guard case .launches(let limit, let offset) = self else { return [] }
    return [("limit", limit), ("offset", offset)].compactMap { name, value in
      value.map { (name, $0) }
    }
  }

  private static let versionThree: URL = {
    guard let url = URL(string: "https://api.spacexdata.com/v3") else {
      preconditionFailure("the base address is written in this file")
    }
    return url
  }()
}
