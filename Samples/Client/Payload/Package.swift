// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Payload",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "alertsound", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Payload",
      dependencies: [.product(name: "AlertCheck", package: "alertsound")], path: "Sources")
  ]
)
