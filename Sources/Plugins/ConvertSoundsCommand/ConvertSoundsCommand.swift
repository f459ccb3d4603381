import Foundation
import PackagePlugin

/// `swift package convert-sounds …`: runs `alertsound convert` with these arguments in the package's
/// folder, to which it may write.
@main
struct ConvertSoundsCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "AlertSoundCommand").url
    process.arguments = ["convert"] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The tool has already reported each problem; this makes the command fail.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      Diagnostics.error("not all sounds were converted")
    }
  }
}
