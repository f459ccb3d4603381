// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Client",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "alertsound", path: "../.."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
  ],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [
        .product(name: "AlertSound", package: "alertsound"),
        .product(name: "SystemPackage", package: "swift-system"),
      ])
  ]
)
