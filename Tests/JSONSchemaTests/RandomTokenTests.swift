import Testing

@testable import JSONSchema

/// Ids that a machine made are told from names, several of them together.
@Suite struct RandomTokenTests {
  @Test(arguments: [
    ["-OKtGPZ9orpaTzqFf7gX", "-Oke7FTzPAyh5vuwx1A5"], ["2Z7Mv1fLQsK0xCw9RtYbNa"],
    [
      "yyi2i1ZN3JV8H5DiUn1PBb4QnDEu", "SRiSugAarqAWnVzdYJnmAsActzTK",
      "pGPVQ0yV6Hwg3gUold0xNzeJ4HTM",
    ],
    ["22e701b979f3d20f2bd320792f26d7e5408b34bc"], ["ckx1z2y3a4b5c6d7e8f9"],
  ])
  func idsAreData(keys: [String]) { #expect(MapRule.areData(keys)) }

  @Test(arguments: [
    ["lastViewedByMeDate"], ["isAuthenticatedUser", "viewersCanCopyContent"],
    ["h264_1080p_30fps_2mbps", "h265_2160p_60fps_8mbps"], ["first_stage_boostback_burn_2"],
    ["-OKtGPZ9orpaTzqFf7gX", "lastModifyingUser"], ["strIngredient20Measure1"], ["short1A2"],
  ])
  func namesAreNone(keys: [String]) { #expect(!MapRule.areData(keys)) }
}
