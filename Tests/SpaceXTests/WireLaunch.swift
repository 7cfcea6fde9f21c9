import Foundation
import TestSupport

@testable import SpaceX

/// A launch as text, of which a test changes single members.
///
/// `WireLaunch(["timeline": "null"])` is the launch without a timeline; the value is JSON, and
/// `nil` takes the member away.
struct WireLaunch {
  private var members: [String: String] = [
    "flight_number": "7",
    "mission_name": #""COTS 1""#,
    "upcoming": "false",
    "launch_date_unix": "1291822980",
    "launch_date_utc": #""2010-12-08T15:43:00.000Z""#,
    "launch_date_local": #""2010-12-08T11:43:00-04:00""#,
    "rocket": #"""
    {"rocket_id":"falcon9","rocket_name":"Falcon 9","second_stage":{"block":1,"payloads":[
    {"payload_id":"COTS Demo Flight 1","norad_id":[37244]},{"payload_id":"Cubesats"}]}}
    """#,
    "launch_site": #"{"site_id":"ccafs_slc_40","site_name":"CCAFS SLC 40"}"#,
    "launch_success": "true",
    "links": #"{"mission_patch":"https://images.example.com/7.png","flickr_images":[]}"#,
    "details": "null",
    "timeline": #"{"liftoff":0,"ignition":-3,"webcast_liftoff":null,"seco-1":540}"#,
  ]

  init(_ changes: [String: String?] = [:]) {
    for (key, value) in changes { members[key] = value }
  }

  /// The launch as one JSON object.
  var object: String {
    "{" + members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
  }

  /// The launch as Foundation's decoder reads it.
  func decoded() throws -> LaunchDTO {
    try JSONDecoder().decode(LaunchDTO.self, from: Data(object.utf8))
  }
}

/// Decodes a fixture of the repository, by its path below `Fixtures/spacex`.
func decodeFixture<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
  let folder = TestFolders.packageRoot.appendingPathComponent("Fixtures/spacex")
  let data = try Data(contentsOf: folder.appendingPathComponent(path))
  return try JSONDecoder().decode(type, from: data)
}
