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
