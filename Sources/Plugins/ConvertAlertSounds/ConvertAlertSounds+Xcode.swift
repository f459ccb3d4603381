#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  extension ConvertAlertSounds: XcodeBuildToolPlugin {
    /// Converts the sounds of an Xcode project's target.
    ///
    /// Xcode copies the outputs to the top of the target's own bundle. In an app that is the main bundle,
    /// where iOS looks for a notification's sound.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let files = Array(target.inputFiles)
      // The files of such a target are in any folder.
      let optionsFiles = files.map(\.url).filter { $0.lastPathComponent == Self.optionsFileName }
      guard optionsFiles.count <= 1 else {
        let paths = optionsFiles.map(\.plainPath).sorted()
        Diagnostics.error(
          "the target has more than one \(Self.optionsFileName): "
            + paths.joined(separator: " and ") + "; remove all but one from the target",
          file: paths[0])
        return []
      }
      // Sounds count in whatever build phase they are: Xcode adds a dropped file to Copy Bundle Resources
      // unasked. There a CAF stays as it is, since Xcode's copy has the name that the output would have.
      let sounds = files.filter {
        Self.isSound($0) && !($0.type == .resource && $0.url.pathExtension.lowercased() == "caf")
      }
      return try TargetSounds(
        targetName: target.displayName,
        sounds: sounds.map(\.url),
        resources: files.filter { $0.type == .resource }.map(\.url),
        optionsFile: optionsFiles.first
      ).commands(workFolder: context.pluginWorkDirectoryURL, tool: context.tool(named:))
    }
  }
#endif
