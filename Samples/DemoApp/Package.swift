// swift-tools-version: 6.3

import PackageDescription

// A separate package, as an app would be. In the toolkit's own package, the plugin would make
// SwiftPM build the tool in every other build, too.
let package = Package(
  name: "DemoApp",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "alertsound", path: "../..")],
  targets: [
    .executableTarget(
      name: "DemoApp",
      plugins: [.plugin(name: "ConvertAlertSounds", package: "alertsound")])
  ]
)
