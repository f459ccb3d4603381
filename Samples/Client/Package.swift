// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "alertsound", path: "../..")],
  targets: [
    .executableTarget(
      name: "Sizes",
      dependencies: [.product(name: "SoundFormat", package: "alertsound")]),
    .executableTarget(
      name: "Client",
      dependencies: [.product(name: "AlertSound", package: "alertsound")]),
  ]
)
