public import ContractTesting
import Endpoints
import SpaceX

extension APISuite {
  /// Version 3 of the SpaceX API under watch: each endpoint with the type that reads it and the
  /// requests that stand for it.
  ///
  /// The flights are chosen so that every variant comes up: a failure with its details, no
  /// timeline, two payloads, a local date that is another instant, and one still to come. `--samples`
  /// adds pages of launches, and single ones of them. The fixture of `rockets` is no recording: it was
  /// written after the format of the API.
  public static let spaceX = APISuite(
    name: "spacex",
    endpoints: [
      WatchedEndpoint(
        name: "launches", dto: DTOBinding(LaunchesDTO.self, named: "LaunchesDTO"),
        samples: samples([.launches(limit: 14, offset: nil)]),
        sampling: Sampling(paging: .offset(step: 14))),
      WatchedEndpoint(
        name: "launch", dto: DTOBinding(LaunchDTO.self),
        samples: samples(
          [1, 2, 3, 7, 21, 34, 62, 75, 81, 94, 98, 100, 104, 105].map {
            .launch(flightNumber: $0)
          }),
        sampling: Sampling(discoveries: [
          Discovery(from: "launches", at: "$[*].flight_number") { number in
            let endpoint = SpaceXEndpoint.launch(flightNumber: Int(number) ?? 1)
            return Sample(endpoint.caseName, endpoint)
          }
        ])),
      WatchedEndpoint(
        name: "latest", dto: DTOBinding(LaunchDTO.self),
        samples: samples([.latest])),
      WatchedEndpoint(
        name: "rockets", dto: DTOBinding(RocketsDTO.self, named: "RocketsDTO"),
        samples: samples([.rockets])),
    ])

  /// Version 4 of the SpaceX API under watch: its launches, whole and in the pages of a query.
  ///
  /// The pages are a first one and a last one, so that the ends of the envelope come up. `--samples`
  /// follows the pages. The fixtures are no recordings: they were written after the format of the API, with
  /// some flights that never were.
  public static let spaceXV4 = APISuite(
    name: "spacex-v4",
    endpoints: [
      WatchedEndpoint(
        name: "launches", dto: DTOBinding(LaunchesV4DTO.self, named: "LaunchesV4DTO"),
        samples: versionFour([.launches])),
      WatchedEndpoint(
        name: "latest", dto: DTOBinding(LaunchV4DTO.self), samples: versionFour([.latest])),
      WatchedEndpoint(
        name: "query", dto: DTOBinding(LaunchPageDTO.self),
        samples: versionFour([
          .query(LaunchQuery(isUpcoming: false, limit: 2)),
          .query(LaunchQuery(isUpcoming: true, limit: 2, page: 2)),
        ]),
        sampling: Sampling(paging: .launchQuery)),
    ])

  private static func samples(_ endpoints: [SpaceXEndpoint]) -> [Sample] {
    endpoints.map { Sample($0.caseName, $0) }
  }

  private static func versionFour(_ endpoints: [SpaceXV4Endpoint]) -> [Sample] {
    endpoints.map { Sample($0.caseName, $0) }
  }
}
