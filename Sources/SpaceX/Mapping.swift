import WireDates

// The one place that makes domain models out of DTOs.

extension Launch {
  /// Makes a launch out of what the server sends.
  public init(_ dto: LaunchDTO) {
    number = dto.flightNumber
    missionName = dto.missionName
    date = dto.launchDateUTC.date
    localDate = dto.launchDateLocal.date
    rocketName = dto.rocketName
    payloadNames = dto.payloads.map(\.payloadID)
    siteName = dto.launchSiteName
    patchURL = dto.missionPatchURL
    outcome = Outcome(success: dto.launchSuccess, failure: dto.launchFailureDetails)
    details = dto.details
    events = Event.events(timeline: dto.timeline ?? [:])
    isUpcoming = dto.upcoming
  }
}

extension LaunchSummary {
  /// Makes a launch out of what version 4 of the API sends.
  public init(_ dto: LaunchV4DTO) {
    id = dto.id
    number = dto.flightNumber
    missionName = dto.name
    date = dto.dateUTC.date
    datePrecision = dto.datePrecision
    rocketID = dto.rocket
    payloadIDs = dto.payloads
    launchpadID = dto.launchpad
    patchURL = dto.links.patch.large
    outcome = Launch.Outcome(success: dto.success, failure: dto.failures.first)
    details = dto.details
    isUpcoming = dto.upcoming
  }
}

extension Rocket {
  /// Makes a rocket out of what the server sends; of two masses for one destination the last counts.
  public init(_ dto: RocketDTO) {
    id = dto.rocketID
    name = dto.rocketName
    isActive = dto.active
    firstFlight = dto.firstFlight.date
    costPerLaunch = dto.costPerLaunch
    successRate = Double(dto.successRate) / 100
    height = dto.height.meters
    mass = dto.mass.kilograms
    payloadMasses = Dictionary(
      dto.payloadWeights.map { ($0.id, $0.kilograms) }, uniquingKeysWith: { $1 })
    details = dto.description
    articleURL = dto.wikipedia
  }
}

extension Launch.Outcome {
  fileprivate init(success: Bool?, failure: LaunchFailureDTO?) {
    switch success {
    case true?: self = .success
    case false?: self = .failure(failure.map(Launch.Failure.init))
    case nil: self = .unknown
    }
  }
}

extension Launch.Failure {
  fileprivate init(_ dto: LaunchFailureDTO) {
    secondsFromLiftoff = dto.time
    altitude = dto.altitude
    reason = dto.reason
  }
}

extension Launch.Event {
  /// The events of a timeline in the order of their times, those of one time by their names.
  ///
  /// An event whose time is null did not happen or was not seen; it is left out.
  fileprivate static func events(timeline: [String: Int?]) -> [Launch.Event] {
    timeline
      .compactMapValues { $0 }
      .map { Launch.Event(name: $0.key, secondsFromLiftoff: $0.value) }
      .sorted { ($0.secondsFromLiftoff, $0.name) < ($1.secondsFromLiftoff, $1.name) }
  }
}
