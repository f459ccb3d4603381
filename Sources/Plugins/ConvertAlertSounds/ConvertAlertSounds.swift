import Foundation
import PackagePlugin

/// Converts a target's sounds to CAF files during the target's build, and adds the files to the target's resources.
///
/// The plugin runs `alertsound convert` once with the target's sounds. That command does everything else.
@main
struct ConvertAlertSounds: BuildToolPlugin {
  /// The extensions of sounds, copied from the library's `SoundFile.pathExtensions`, which a plugin can't import.
  private static let pathExtensions: Set = [
    "3g2", "3ga", "3gp", "aac", "ac3", "adts", "afc", "aif", "aifc", "aiff", "aifs", "amr", "ape",
    "au", "awb", "bwf", "caf", "caff", "ec3", "flac", "gsm", "m4a", "m4b", "m4r", "mka", "mp1",
    "mp2", "mp3", "mpga", "oga", "ogg", "opus", "qta", "ra", "rf64", "snd", "w64", "wav", "wave",
    "weba", "wma", "wv",
  ]

  /// The name of a target's file with options for `alertsound convert`.
  ///
  /// The command reads the options from the file. Options passed by the plugin would become outdated, because SwiftPM
  /// runs the plugin again only if files are added or removed.
  static let optionsFileName = "AlertSounds.options"

  static func isSound(_ file: File) -> Bool {
    pathExtensions.contains(file.url.pathExtension.lowercased())
  }

  static func hasOptions(_ file: File) -> Bool { file.url.lastPathComponent == optionsFileName }

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    // Skip files that the target declares as resources, because they are bundled without conversion.
    let sounds = target.sourceFiles.filter { $0.type == .unknown && Self.isSound($0) }
    return try TargetSounds(
      targetName: target.name,
      sounds: sounds.map(\.url),
      resources: target.sourceFiles.filter { $0.type == .resource }.map(\.url),
      optionsFiles: target.sourceFiles.filter(Self.hasOptions).map(\.url)
    ).commands(workFolder: context.pluginWorkDirectoryURL, tool: context.tool(named:))
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension ConvertAlertSounds: XcodeBuildToolPlugin {
    /// Converts the sounds of an Xcode project's target.
    ///
    /// Xcode copies the outputs to the top of the target's bundle. In an app, that is the main bundle, where iOS
    /// looks for a notification's sound.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let files = Array(target.inputFiles)
      // Convert sounds of any build phase, because Xcode adds a dropped file to Copy Bundle Resources by itself.
      // Skip a CAF in that phase, because Xcode copies it under the name that the output would have.
      let sounds = files.filter {
        Self.isSound($0) && !($0.type == .resource && $0.url.pathExtension.lowercased() == "caf")
      }
      return try TargetSounds(
        targetName: target.displayName,
        sounds: sounds.map(\.url),
        resources: files.filter { $0.type == .resource }.map(\.url),
        optionsFiles: files.filter(Self.hasOptions).map(\.url)
      ).commands(workFolder: context.pluginWorkDirectoryURL, tool: context.tool(named:))
    }
  }
#endif
