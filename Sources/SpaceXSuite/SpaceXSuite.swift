public import ContractTesting
import Endpoints
import SpaceX
public import StrictJSON

extension APISuite {
  /// Version 3 of the SpaceX API under watch: each endpoint with the type that reads it and the
  /// requests that stand for it.
  ///
  /// The flights are chosen so that every variant comes up: a failure with its details, no
  /// timeline, two payloads, a local date that is another instant, and one still to come.
  public static let spaceX = APISuite(
    name: "spacex",
    endpoints: [
      WatchedEndpoint(
        name: "launches", dto: DTOBinding(LaunchesDTO.self, named: "LaunchesDTO", decoder: .spaceX),
        samples: samples([.launches(limit: 14, offset: nil)])),
      WatchedEndpoint(
        name: "launch", dto: DTOBinding(LaunchDTO.self, decoder: .spaceX),
        samples: samples(
          [1, 2, 3, 7, 21, 34, 62, 75, 81, 94, 98, 100, 104, 105].map {
            .launch(flightNumber: $0)
          })),
      WatchedEndpoint(
        name: "latest", dto: DTOBinding(LaunchDTO.self, decoder: .spaceX),
        samples: samples([.latest])),
    ])

  private static func samples(_ endpoints: [SpaceXEndpoint]) -> [Sample] {
    endpoints.map { Sample($0.caseName, $0) }
  }
}

extension StrictDecoder {
  /// A decoder that knows the types of this module, which only hand on what they read.
  public static let spaceX: StrictDecoder = {
    var decoder = StrictDecoder()
    decoder.plainTypes = [LaunchDTO.self, PayloadDTO.self, LaunchFailureDTO.self]
    return decoder
  }()
}
