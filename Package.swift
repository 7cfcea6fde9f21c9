// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "mealdb-contract",
  products: [
    .executable(name: "mealdb-contract", targets: ["mealdb-contract"]),
    .library(name: "ContractTesting", targets: ["ContractTesting", "ContractCommand"]),
    .library(name: "StrictJSON", targets: ["StrictJSON"]),
    .library(name: "WireDates", targets: ["WireDates"]),
    .library(name: "TheMealDB", targets: ["TheMealDB"]),
    .library(name: "SpaceX", targets: ["SpaceX"]),
  ],
  targets: [
    .target(name: "WireDates"),
    .target(name: "StrictJSON", dependencies: ["WireDates"]),
    .target(name: "JSONSchema", dependencies: ["StrictJSON", "WireDates"]),
    .target(name: "SchemaDrift", dependencies: ["JSONSchema", "StrictJSON", "WireDates"]),
    .target(name: "Endpoints"),
    .target(name: "HTTPFixtures", dependencies: ["Endpoints"]),
    .target(
      name: "ContractTesting",
      dependencies: [
        "Endpoints", "HTTPFixtures", "JSONSchema", "SchemaDrift", "StrictJSON", "WireDates",
      ]),
    .target(name: "ContractReports", dependencies: ["ContractTesting", "StrictJSON"]),
    .target(
      name: "TheMealDB", dependencies: ["ContractTesting", "Endpoints", "StrictJSON", "WireDates"]),
    .target(
      name: "SpaceX", dependencies: ["ContractTesting", "Endpoints", "StrictJSON", "WireDates"]),
    .target(
      name: "ContractCommand",
      dependencies: [
        "ContractReports", "ContractTesting", "Endpoints", "HTTPFixtures", "JSONSchema",
        "SchemaDrift", "StrictJSON",
      ]),
    .executableTarget(
      name: "mealdb-contract", dependencies: ["ContractCommand", "SpaceX", "TheMealDB"]),
    .executableTarget(
      name: "contract-benchmark",
      dependencies: ["ContractCommand", "SpaceX", "StrictJSON", "TheMealDB"],
      exclude: ["Peers/peers.py"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .executableTarget(
      name: "OwnCommand", dependencies: ["ContractCommand", "ContractTesting", "StrictJSON"],
      path: "Tests/OwnCommand"),
    .testTarget(name: "WireDatesTests", dependencies: ["TestSupport", "WireDates"]),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON", "TestSupport", "WireDates"]),
    .testTarget(
      name: "JSONSchemaTests",
      dependencies: ["JSONSchema", "StrictJSON", "TestSupport", "WireDates"]),
    .testTarget(
      name: "SchemaDriftTests",
      dependencies: ["JSONSchema", "SchemaDrift", "StrictJSON", "TestSupport"]),
    .testTarget(name: "EndpointsTests", dependencies: ["Endpoints", "TestSupport"]),
    .testTarget(
      name: "HTTPFixturesTests", dependencies: ["Endpoints", "HTTPFixtures", "TestSupport"]),
    .testTarget(
      name: "ContractTestingTests",
      dependencies: [
        "ContractTesting", "Endpoints", "HTTPFixtures", "JSONSchema", "SchemaDrift", "StrictJSON",
        "TestSupport",
      ]),
    .testTarget(
      name: "ContractReportsTests",
      dependencies: ["ContractReports", "ContractTesting", "StrictJSON", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "TheMealDBTests",
      dependencies: ["Endpoints", "StrictJSON", "TestSupport", "TheMealDB", "WireDates"]),
    .testTarget(
      name: "SpaceXTests",
      dependencies: ["Endpoints", "SpaceX", "StrictJSON", "TestSupport", "WireDates"]),
    .testTarget(
      name: "BenchmarkTests",
      dependencies: ["SpaceX", "StrictJSON", "TheMealDB", "contract-benchmark"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ContractCommand", "ContractReports", "ContractTesting", "Endpoints", "SpaceX",
        "StrictJSON",
        "OwnCommand", "TestSupport", "TheMealDB", "mealdb-contract",
      ],
      exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = packageSettings
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
