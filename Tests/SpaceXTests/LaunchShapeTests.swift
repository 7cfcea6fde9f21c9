import SpaceX
import StrictJSON
import Testing

/// What the type of a launch reads is known without any launch.
@Suite struct LaunchShapeTests {
  @Test func launchIsReadInFull() {
    let expected = """
      {flight_number: integer, mission_name: string, upcoming: boolean, \
      launch_date_unix: date(unix-seconds), launch_date_utc: date(iso8601), \
      launch_date_local: date(iso8601), rocket: {rocket_name: string, \
      second_stage: {payloads: [{payload_id: string}]}}, launch_site: {site_name: string}, \
      launch_success?: boolean?, \
      launch_failure_details?: {time: integer, altitude?: integer?, reason: string}?, \
      links: {mission_patch?: string?}, details?: string?, timeline?: {*: integer?}?}
      """
    #expect(StrictDecoder().reads(LaunchDTO.self).description == expected)
  }
}
