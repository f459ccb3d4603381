// swift-tools-version: 6.3

import PackageDescription

// A separate package, like an app's. If the plugin were used in the toolkit's package, SwiftPM
// would build the tool in every build.
let package = Package(
  name: "DemoApp",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "alertsound", path: "../..")],
  targets: [
    .executableTarget(
      name: "DemoApp",
      plugins: [.plugin(name: "ConvertAlertSounds", package: "alertsound")])
  ]
)
