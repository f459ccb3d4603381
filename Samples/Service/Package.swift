// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Service",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "alertsound", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
  ],
  targets: [
    .executableTarget(
      name: "Service",
      dependencies: [
        .product(name: "AlertSound", package: "alertsound"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
      ])
  ]
)
