import Foundation
import PackagePlugin

/// Converts a target's sounds to CAF files during its build, and adds them to its resources.
///
/// It maps files to one run of `alertsound convert` and leaves everything else to that command.
@main
struct ConvertAlertSounds: BuildToolPlugin {
  /// The extensions of sounds: the library's `SoundCheck.soundExtensions`.
  private static let pathExtensions: Set = [
    "3ga", "3gp", "aac", "ac3", "adts", "aif", "aifc", "aiff", "aifs", "amr", "ape", "au", "awb",
    "bwf", "caf", "ec3", "flac", "gsm", "m4a", "m4b", "m4r", "mka", "mp1", "mp2", "mp3", "mpga",
    "oga", "ogg", "opus", "ra", "rf64", "snd", "w64", "wav", "wave", "weba", "wma", "wv",
  ]

  /// A file of the target with options for `alertsound convert`.
  ///
  /// The tool reads it, not the plugin: SwiftPM runs the plugin again only if files are added or removed,
  /// so options read by the plugin would become outdated.
  static let optionsFileName = "AlertSounds.options"

  static func isSound(_ file: File) -> Bool {
    pathExtensions.contains(file.url.pathExtension.lowercased())
  }

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let optionsFile = target.directoryURL.appending(path: Self.optionsFileName).plainPath
    // Skip files that the target declares as resources: they are bundled as they are.
    let sounds = target.sourceFiles.filter { $0.type == .unknown && Self.isSound($0) }
    return try TargetSounds(
      targetName: target.name,
      sounds: sounds.map(\.url),
      resources: target.sourceFiles.filter { $0.type == .resource }.map(\.url),
      optionsFile: target.sourceFiles.map(\.url).first { $0.plainPath == optionsFile }
    ).commands(workFolder: context.pluginWorkDirectoryURL, tool: context.tool(named:))
  }
}
