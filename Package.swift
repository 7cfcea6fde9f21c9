// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "mealdb-contract",
  // The first systems with `Mutex` (Synchronization); nothing else here needs newer ones.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "mealdb-contract", targets: ["mealdb-contract"]),
    // A suite and its tests link the checks; only a command of its own links the command.
    .library(name: "ContractTesting", targets: ["ContractTesting"]),
    .library(name: "ContractCommand", targets: ["ContractCommand"]),
    // It links the library of Swift Testing, which is beside no installed command.
    .library(name: "ContractExpectations", targets: ["ContractExpectations"]),
    .library(name: "EndpointRequests", targets: ["EndpointRequests"]),
    .library(name: "StrictJSON", targets: ["StrictJSON"]),
    .library(name: "WireDates", targets: ["WireDates"]),
    .library(name: "TheMealDB", targets: ["TheMealDB"]),
    .library(name: "SpaceX", targets: ["SpaceX"]),
    // 'swift package contract', and types that each build makes of contracts.
    .plugin(name: "ContractCommandPlugin", targets: ["ContractCommandPlugin"]),
    .plugin(name: "ContractTypesPlugin", targets: ["ContractTypesPlugin"]),
  ],
  targets: [
    .target(name: "WireDates"),
    .target(name: "StrictJSON", dependencies: ["WireDates"]),
    .target(name: "JSONSchema", dependencies: ["StrictJSON", "WireDates"]),
    .target(name: "SchemaDrift", dependencies: ["JSONSchema", "StrictJSON", "WireDates"]),
    .target(name: "SwiftGeneration", dependencies: ["StrictJSON", "WireDates"]),
    .target(
      name: "CurlLibrary", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "ZlibLibrary", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "Endpoints", dependencies: ["CurlLibrary"]),
    .target(name: "EndpointRequests", dependencies: ["Endpoints"]),
    .target(name: "HTTPFixtures", dependencies: ["Endpoints", "StrictJSON"]),
    .target(
      name: "ContractTesting",
      dependencies: [
        "Endpoints", "HTTPFixtures", "JSONSchema", "SchemaDrift", "StrictJSON", "SwiftGeneration",
        "WireDates",
      ]),
    .target(
      name: "ContractReports",
      dependencies: ["ContractTesting", "SchemaDrift", "StrictJSON", "WireDates"]),
    .target(
      name: "ContractExpectations",
      dependencies: [
        "ContractReports", "ContractTesting", "Endpoints", "HTTPFixtures", "StrictJSON",
      ]),
    // What an app links: types and endpoints, nothing of the checker.
    .target(name: "TheMealDB", dependencies: ["Endpoints", "WireDates"]),
    .target(name: "SpaceX", dependencies: ["Endpoints", "WireDates"]),
    .target(
      name: "TheMealDBSuite",
      dependencies: ["ContractTesting", "Endpoints", "StrictJSON", "TheMealDB"]),
    .target(
      name: "SpaceXSuite", dependencies: ["ContractTesting", "Endpoints", "SpaceX", "StrictJSON"]),
    .target(name: "BuildCommit", cSettings: [.define("BUILD_COMMIT", to: "\"\(commit)\"")]),
    .target(
      name: "ContractCommand",
      dependencies: [
        "BuildCommit", "ContractReports", "ContractTesting", "Endpoints", "HTTPFixtures",
        "JSONSchema",
        "SchemaDrift", "StrictJSON", "SwiftGeneration", "ZlibLibrary",
      ]),
    .executableTarget(
      name: "mealdb-contract", dependencies: ["ContractCommand", "SpaceXSuite", "TheMealDBSuite"]),
    .executableTarget(
      name: "contract-benchmark",
      dependencies: [
        "ContractCommand", "ContractTesting", "DecodingLaws", "Endpoints", "SpaceX", "SpaceXSuite",
        "StrictJSON", "TheMealDB", "TheMealDBSuite",
      ],
      exclude: ["Peers/peers.py"]),
    .plugin(
      name: "ContractCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "contract", description: "Check recorded responses against contracts and DTOs.")),
      dependencies: ["mealdb-contract"], path: "Sources/ContractCommandPlugin"),
    .plugin(
      name: "ContractTypesPlugin", capability: .buildTool(), dependencies: ["mealdb-contract"],
      path: "Sources/ContractTypesPlugin"),
    // What tests and the benchmark's `fuzz` hold the decoder to.
    .target(
      name: "DecodingLaws", dependencies: ["StrictJSON", "WireDates"], path: "Tests/DecodingLaws"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .executableTarget(
      name: "OwnCommand", dependencies: ["ContractCommand", "ContractTesting", "StrictJSON"],
      path: "Tests/OwnCommand"),
    .testTarget(name: "WireDatesTests", dependencies: ["TestSupport", "WireDates"]),
    .testTarget(
      name: "StrictJSONTests",
      dependencies: ["DecodingLaws", "StrictJSON", "TestSupport", "WireDates"]),
    .testTarget(
      name: "JSONSchemaTests",
      dependencies: ["JSONSchema", "StrictJSON", "TestSupport", "WireDates"]),
    .testTarget(
      name: "SchemaDriftTests",
      dependencies: ["JSONSchema", "SchemaDrift", "StrictJSON", "TestSupport"]),
    .testTarget(
      name: "EndpointsTests",
      dependencies: ["EndpointRequests", "Endpoints", "TestSupport", "WireDates"]),
    .testTarget(
      name: "HTTPFixturesTests",
      dependencies: ["Endpoints", "HTTPFixtures", "StrictJSON", "TestSupport"]),
    .testTarget(
      name: "ContractTestingTests",
      dependencies: [
        "ContractTesting", "Endpoints", "HTTPFixtures", "JSONSchema", "SchemaDrift", "StrictJSON",
        "TestSupport", "WireDates",
      ]),
    .testTarget(
      name: "ContractExpectationsTests",
      dependencies: [
        "ContractExpectations", "ContractTesting", "Endpoints", "StrictJSON", "TestSupport",
        "TheMealDB", "TheMealDBSuite",
      ]),
    .testTarget(
      name: "ContractReportsTests",
      dependencies: [
        "ContractReports", "ContractTesting", "SchemaDrift", "StrictJSON", "TestSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "SwiftGenerationTests",
      dependencies: ["JSONSchema", "StrictJSON", "SwiftGeneration", "TestSupport"],
      exclude: ["Odd"]),
    .testTarget(
      name: "TheMealDBTests",
      dependencies: [
        "EndpointRequests", "Endpoints", "StrictJSON", "TestSupport", "TheMealDB", "TheMealDBSuite",
        "WireDates",
      ]),
    .testTarget(
      name: "SpaceXTests",
      dependencies: [
        "ContractTesting", "EndpointRequests", "Endpoints", "SpaceX", "SpaceXSuite", "StrictJSON",
        "TestSupport", "WireDates",
      ]),
    .testTarget(
      name: "BenchmarkTests",
      dependencies: [
        "DecodingLaws", "SpaceX", "SpaceXSuite", "StrictJSON", "TestSupport", "TheMealDB",
        "TheMealDBSuite",
        "contract-benchmark",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ContractCommand", "ContractReports", "ContractTesting", "Endpoints", "HTTPFixtures",
        "JSONSchema", "SchemaDrift", "SpaceX", "SpaceXSuite", "StrictJSON", "TheMealDBSuite",
        "OwnCommand", "TestSupport", "TheMealDB", "WireDates", "mealdb-contract",
      ],
      exclude: ["Documented", "Golden"]),
  ],
  swiftLanguageModes: [.v6]
)

// SwiftPM compiles plug-ins with settings of its own.
for target in package.targets where target.type != .plugin {
  target.swiftSettings = packageSettings
}

/// The commit for `--version`, as whoever builds names it.
///
/// SwiftPM knows it too, but keeps what it knew when the manifest was read last, and a wrong commit is worse than
/// none.
var commit: String {
  (Context.environment["CONTRACT_COMMIT"] ?? "").filter {
    $0.isASCII && ($0.isLetter || $0.isNumber)
  }
}

/// The settings of every target; each line says why it is on.
var packageSettings: [SwiftSetting] {
  [
    // A protocol as a type is written `any P`, so that its cost is seen.
    .enableUpcomingFeature("ExistentialAny"),
    // What a module shows in its interface is imported with `public import`.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A file that uses a module names it: only `Endpoints` can reach the network.
    .enableUpcomingFeature("MemberImportVisibility"),
    // An async function runs where its caller runs unless it says otherwise.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    // Unsafe code is marked `unsafe` and stays in a few small files.
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    // A public type states whether it is Sendable.
    .treatWarning("ExplicitSendable", as: .error),
  ]
}
