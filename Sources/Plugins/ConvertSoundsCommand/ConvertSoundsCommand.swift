import Foundation
import PackagePlugin

/// `swift package convert-sounds …`: runs `alertsound convert` with these words in the package's
/// folder, where it may write.
@main
struct ConvertSoundsCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "AlertSoundCommand").url
    process.arguments = ["convert"] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // What is wrong has been said, file by file; this is what makes the command fail.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      Diagnostics.error("the sounds were not all converted")
    }
  }
}
