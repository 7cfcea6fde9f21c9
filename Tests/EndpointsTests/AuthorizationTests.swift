import Endpoints
import Foundation
import Testing

@Suite struct AuthorizationTests {
  @Test(arguments: [
    (Authorization.bearer("hunter2"), "bearer token"),
    (.header(name: "X-API-Key", value: "hunter2"), "header X-API-Key"),
    (.query(name: "api_key", value: "hunter2"), "query parameter api_key"),
  ])
  func secretIsInNoDescription(authorization: Authorization, description: String) {
    let client = EndpointClient(authorization: authorization)
    var dumped = ""
    dump(client, to: &dumped)
    dump(authorization, to: &dumped)
    let texts = [
      "\(authorization)", String(reflecting: authorization), "\(client)",
      String(reflecting: client), "\(Optional(authorization) as Any)", dumped,
    ]
    for text in texts { #expect(!text.contains("hunter2")) }
    #expect(texts[0] == description)
  }
}
