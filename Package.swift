// swift-tools-version: 6.3

import PackageDescription

/// Whether the Makefile builds the tests. The plugins aren't built then, because SwiftPM would compile most modules a
/// second time for them.
let buildsTests = Context.environment["TESTS"] != nil

let common: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Whether to build the fuzzer, which can only be linked with libFuzzer. `make fuzz` sets the variable.
let fuzzes = Context.environment["FUZZ"] != nil

/// Tests, and `make demo`, which sets ARITHMETIC_ONLY, optimize only the modules with the arithmetic, which become a
/// hundred times faster. Optimizing the others would take longer than it saves. They are built in the release
/// configuration, because in a debug build, each command would spend half a second checking the declarations of its
/// options.
let unoptimized: [SwiftSetting] =
  buildsTests || Context.environment["ARITHMETIC_ONLY"] != nil
  ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : []
let settings = common + unoptimized
/// In tests, these modules too keep their assertions, and the preconditions of the standard library's unsafe functions.
let arithmetic =
  buildsTests ? common + [.unsafeFlags(["-O", "-assert-config", "Debug"])] : common

/// Whether the C libraries are linked in instead of loaded. `make release CODECS=1` sets the variable and passes
/// the libraries' folder to the linker.
let linksDecoders = Context.environment["CODECS"].map { !$0.isEmpty } ?? false

/// Whether the program contains the page for `alertsound preview`. `make release` builds the page first and sets the
/// variable.
let hasPage = Context.environment["PAGE"].map { !$0.isEmpty } ?? false

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "alertsound",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // One program has three names. The name selects the command.
    .executable(name: "afconvert", targets: ["AlertSoundProgram"]),
    .executable(name: "afinfo", targets: ["AlertSoundProgram"]),
    .executable(name: "alertsound", targets: ["AlertSoundProgram"]),
    // Plugins look the program up by its target's name. SwiftPM builds it for the plugins only if a product has
    // that name.
    .executable(name: "AlertSoundProgram", targets: ["AlertSoundProgram"]),
    // Containers and codecs only. AlertSound re-exports them.
    .library(name: "SoundFormat", targets: ["SoundFormat"]),
    .library(name: "AlertSound", targets: ["AlertSound"]),
    .library(name: "AlertCheck", targets: ["AlertCheck"]),
    // Paths as URL, and errors as LocalizedError. Nothing else imports Foundation into a client.
    .library(name: "AlertSoundFoundation", targets: ["AlertSoundFoundation"]),
    .plugin(name: "ConvertAlertSounds", targets: ["ConvertAlertSounds"]),
    .plugin(name: "ConvertSoundsCommand", targets: ["ConvertSoundsCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
  ],
  targets: [
    // Rounding and roots call the C library for mathematics, which nothing else links in a client of SoundFormat alone.
    // With linked decoders, it must follow them, and the linker gets each library once.
    .target(
      name: "SoundFormat", swiftSettings: arithmetic,
      linkerSettings: linksDecoders ? [] : [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "Synthesis", swiftSettings: arithmetic),
    .target(
      name: "AlertCore", dependencies: ["SoundFormat", "Synthesis"], swiftSettings: arithmetic),
    // No other module imports the system's C library.
    .target(
      name: "Platform",
      dependencies: ["CPlatform", "CZlib", systemPackage] + (linksDecoders ? ["CDecoders"] : []),
      swiftSettings: settings + (linksDecoders ? [.define("LINKED_LIBRARIES")] : [])),
    .target(
      name: "AlertSound",
      dependencies: [
        "AlertCore", "CSampleRate", "CSndFile", "Platform", "SoundFormat", systemPackage,
      ],
      swiftSettings: settings),
    .target(
      name: "AlertSoundFoundation", dependencies: ["AlertSound"], swiftSettings: settings),
    .target(
      name: "AlertCheck",
      dependencies: [
        "AlertCore", "AlertSound", "CZlib", "Platform", "SoundFormat", systemPackage,
      ],
      swiftSettings: settings),
    .target(
      name: "CommandSupport",
      dependencies: ["AlertSound", "Platform", "SoundFormat", systemPackage],
      swiftSettings: settings),
    .target(
      name: "afconvert",
      dependencies: ["AlertSound", "CommandSupport", "Platform", "SoundFormat", systemPackage],
      exclude: ["afconvert.1"], swiftSettings: settings),
    .target(
      name: "afinfo",
      dependencies: ["AlertSound", "CommandSupport", "Platform", "SoundFormat", systemPackage],
      exclude: ["afinfo.1"], swiftSettings: settings),
    // The module isn't named like the command, because on a case-insensitive file system that name would be the
    // library's.
    .target(
      name: "AlertSoundCommand",
      dependencies: [
        "AlertCheck", "AlertSound", "CommandSupport", "Platform", "SoundFormat", systemPackage,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + (hasPage ? ["CPage"] : []), exclude: ["alertsound.1"],
      swiftSettings: settings + (hasPage ? [.define("HAS_PAGE")] : [])),
    .executableTarget(
      name: "AlertSoundProgram",
      dependencies: [
        "AlertSoundCommand", "CommandSupport", "Platform", "afconvert", "afinfo", systemPackage,
      ], path: "Sources/Program", swiftSettings: settings),
    // The program of `make demo`, which so compiles only what `afconvert` needs.
    .executableTarget(
      name: "afconvert-alone", dependencies: ["CommandSupport", "Platform", "afconvert"],
      path: "Sources/AfconvertAlone", swiftSettings: settings),
    .plugin(
      name: "ConvertAlertSounds", capability: .buildTool(), dependencies: ["AlertSoundProgram"],
      path: "Sources/Plugins/ConvertAlertSounds"),
    .plugin(
      name: "ConvertSoundsCommand",
      capability: .command(
        intent: .custom(
          verb: "convert-sounds", description: "Converts sounds to ones that iOS plays as alerts."),
        permissions: [
          .writeToPackageDirectory(reason: "the converted sounds go where you say in the package")
        ]),
      dependencies: ["AlertSoundProgram"], path: "Sources/Plugins/ConvertSoundsCommand"),
    .executableTarget(
      name: "MakeSamples", dependencies: ["SoundFormat", "Synthesis"], path: "Samples/MakeSamples",
      swiftSettings: settings),
    // The C libraries are loaded on first use, not linked, so an app that uses this package links no C library.
    // Their headers are our own, so nothing must be installed to build what ships.
    .systemLibrary(name: "CSndFile"),
    .systemLibrary(name: "CSampleRate"),
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CPlatform"),
    .target(name: "CAllocationMeter", path: "Tests/CAllocationMeter"),
    // The tests use the installed libraries and their headers. libsndfile is an oracle, and both headers are
    // compared with our declarations.
    .systemLibrary(
      name: "CLibsndfile", path: "Tests/CLibsndfile",
      providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]),
    .target(name: "CLibraryHeaders", path: "Tests/CLibraryHeaders"),
    .target(
      name: "TestSupport", dependencies: ["SoundFormat", "CAllocationMeter", "CLibsndfile"],
      path: "Tests/TestSupport",
      swiftSettings: arithmetic, linkerSettings: [.linkedLibrary("sndfile")]),
    // Apart from TestSupport, which can't see two declarations of libsndfile.
    .target(
      name: "ConversionSupport", dependencies: ["AlertSound", "SoundFormat", "TestSupport"],
      path: "Tests/ConversionSupport", swiftSettings: settings),
    .testTarget(
      name: "SoundFormatTests", dependencies: ["SoundFormat", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AlertCoreTests",
      dependencies: [
        "AlertCore", "AlertSound", "ConversionSupport", "Platform", "SoundFormat", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AlertSoundTests",
      dependencies: [
        "AlertCheck", "AlertCore", "AlertSound", "CLibraryHeaders", "ConversionSupport", "Platform",
        "SoundFormat", "TestSupport", systemPackage,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AlertCheckTests",
      dependencies: [
        "AlertCheck", "AlertCore", "AlertSound", "CZlib", "Platform", "SoundFormat", "TestSupport",
        systemPackage,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "afconvert", "afinfo", "AlertSoundCommand", "AlertCheck", "AlertSound",
        "AlertSoundFoundation", "CommandSupport", "Platform", "SoundFormat", "TestSupport",
        systemPackage,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "HostileTests",
      dependencies: [
        "AlertCheck", "AlertSound", "AlertSoundCommand", "CommandSupport", "Platform",
        "SoundFormat", "TestSupport", "afconvert", "afinfo", systemPackage,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),
    // `make check-core` builds this program for other machines. The tests' build checks that it compiles on this
    // machine.
    .target(
      name: "CoreProgram", dependencies: ["AlertCore", "SoundFormat", "Synthesis", "TestSupport"],
      path: "Tests/CoreProgram", exclude: ["Runtime"], swiftSettings: settings),
    // Built without our settings, as in a package that uses this package, because the examples must compile there.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AlertCheck", "AlertSound", "AlertSoundCommand", "CommandSupport", "SoundFormat",
        "afconvert", "afinfo",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], exclude: ["PublicAPI.txt"], swiftSettings: unoptimized),
  ]
)

if linksDecoders {
  package.targets.append(
    .target(
      name: "CDecoders",
      // `stand-ins` has encoders that refuse to encode. The library precedes the libraries whose encoders it
      // replaces.
      linkerSettings: [
        "sndfile", "stand-ins", "FLAC", "vorbisenc", "vorbis", "ogg", "opus", "samplerate",
        "z", "m",
      ].map { .linkedLibrary($0) }))
}

if hasPage { package.targets.append(.target(name: "CPage")) }

if buildsTests {
  package.products.removeAll { $0.name.hasPrefix("Convert") || $0.name == "AlertSoundProgram" }
  package.targets.removeAll { $0.type == .plugin || $0.name == "afconvert-alone" }
}

if fuzzes {
  package.products = [.executable(name: "Fuzz", targets: ["Fuzz"])]
  package.targets.removeAll { $0.type == .plugin || $0.name == "HostileTests" }
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
    // The promises that the hostile suite also checks. The sources belong to the hostile suite's target.
    .target(
      name: "Promises",
      dependencies: [
        "AlertCheck", "AlertSound", "AlertSoundCommand", "CommandSupport", "SoundFormat",
        "TestSupport", "afinfo", systemPackage,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Tests/HostileTests/Promises", swiftSettings: settings),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CFuzzer", "Promises", "SoundFormat", "AlertSound", "CommandSupport", "afconvert", "afinfo",
        "AlertSoundCommand", "TestSupport", systemPackage,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Tests/Fuzz", swiftSettings: settings),
  ]
}
