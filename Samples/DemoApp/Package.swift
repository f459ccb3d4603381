// swift-tools-version: 6.2

import PackageDescription

// A package of its own, as an app is: in the toolkit's package, its plugin would have SwiftPM build the
// tool for every other build, too.
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
