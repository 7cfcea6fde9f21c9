// swift-tools-version: 6.3

import PackageDescription

// A package of another team, as the README shows it. `.ci/run` tests it, so it sees only what is public.

let package = Package(
  name: "shop",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "mealdb-contract", path: "../..")
  ],
  targets: [
    .target(
      name: "ShopSuite",
      dependencies: [.product(name: "ContractTesting", package: "mealdb-contract")]),
    .executableTarget(
      name: "shop-contract",
      dependencies: ["ShopSuite", .product(name: "ContractCommand", package: "mealdb-contract")]),
    .target(
      name: "ShopTypes",
      plugins: [.plugin(name: "ContractTypesPlugin", package: "mealdb-contract")]),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "ShopSuite",
        "ShopTypes",
        .product(name: "ContractExpectations", package: "mealdb-contract"),
        .product(name: "StrictJSON", package: "mealdb-contract"),
        .product(name: "WireDates", package: "mealdb-contract"),
      ]),
  ])

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
