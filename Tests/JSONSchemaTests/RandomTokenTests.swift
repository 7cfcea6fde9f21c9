import Testing

@testable import JSONSchema

/// Ids that a machine made are told from names, several of them together.
@Suite struct RandomTokenTests {
  @Test(arguments: [
    ["-OKtGPZ9orpaTzqFf7gX", "-Oke7FTzPAyh5vuwx1A5"],
    ["2Z7Mv1fLQsK0xCw9RtYbNa", "aCcZq4AUTzy9wQ1mXs5RbE"],
    [
      "yyi2i1ZN3JV8H5DiUn1PBb4QnDEu", "SRiSugAarqAWnVzdYJnmAsActzTK",
      "pGPVQ0yV6Hwg3gUold0xNzeJ4HTM",
    ],
    ["22e701b979f3d20f2bd320792f26d7e5408b34bc"], [String(repeating: "0a1b2c3d", count: 16)],
    ["ckx1z2y3a4b5c6d7e8f9", "ckx9q8w7e6r5t4y3u2i1"],
  ])
  func idsAreData(keys: [String]) { #expect(MapRule.areData(keys)) }

  @Test(arguments: [
    ["lastViewedByMeDate"], ["isAuthenticatedUser", "viewersCanCopyContent"],
    ["h264_1080p_30fps_2mbps", "h265_2160p_60fps_8mbps"], ["first_stage_boostback_burn_2"],
    ["-OKtGPZ9orpaTzqFf7gX", "lastModifyingUser"], ["strIngredient20Measure1"], ["short1A2"],
    ["podIpv4CidrBlock"], ["podIpv4CidrBlock", "vpcIpv4CidrBlock"], ["s3OutputDataConfig"],
    ["AwsEc2SecurityGroup", "AwsElbv2LoadBalancer"], ["MD5OfMessageBody"], ["publicIpv4DnsName"],
    ["enableK8sBetaApis", "Ipv6AddressCount"], ["ZoneS3PathKmsKeyId"], ["wrappedKeyCrc32c"],
  ])
  func namesAreNone(keys: [String]) { #expect(!MapRule.areData(keys)) }
}
