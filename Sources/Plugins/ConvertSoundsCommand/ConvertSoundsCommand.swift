import Foundation
import PackagePlugin

/// In the package's folder, runs `alertsound convert` with the arguments of `swift package convert-sounds …`. The
/// plugin may write to that folder.
@main
struct ConvertSoundsCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try convert(
      arguments, in: context.package.directoryURL, tool: context.tool(named: "AlertSoundProgram"))
  }

  private func convert(_ arguments: [String], in folder: URL, tool: PluginContext.Tool) throws {
    let process = Process()
    process.executableURL = tool.url
    process.arguments = ["convert"] + conversionArguments(arguments)
    process.environment = ProcessInfo.processInfo.environment
      .merging(["ALERTSOUND_ENDS_WITH_PARENT": "1"]) { $1 }
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    // The tool has already reported each problem. Report an error so that the command fails.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      Diagnostics.error("not all sounds were converted")
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension ConvertSoundsCommand: XcodeCommandPlugin {
    /// Runs the command in the folder of an Xcode project.
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      try convert(
        arguments, in: context.xcodeProject.directoryURL,
        tool: context.tool(named: "AlertSoundProgram"))
    }
  }

  /// Removes `--target NAME`, which Xcode adds for each target selected in its dialog.
  private func conversionArguments(_ arguments: [String]) -> [String] {
    var extractor = ArgumentExtractor(arguments)
    _ = extractor.extractOption(named: "target")
    return extractor.remainingArguments
  }
#else
  private func conversionArguments(_ arguments: [String]) -> [String] {
    arguments
  }
#endif
