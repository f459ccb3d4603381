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

  /// A file in the target's folder with options for `alertsound convert`.
  ///
  /// The tool reads it, not the plugin: SwiftPM runs the plugin again only if files are added or removed,
  /// so options read by the plugin would become outdated.
  private static let optionsFileName = "AlertSounds.options"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let folder = target.directoryURL
    let optionsFile = target.sourceFiles.map(\.url)
      .first { path($0) == path(folder.appending(path: Self.optionsFileName)) }
    // Skip files that the target declares as resources: they are bundled as they are.
    let sounds = target.sourceFiles.filter {
      $0.type == .unknown && Self.pathExtensions.contains($0.url.pathExtension.lowercased())
    }
    let conversions = sounds.map(\.url).sorted { path($0) < path($1) }.map { sound in
      let name = sound.deletingPathExtension().lastPathComponent + ".caf"
      return Conversion(input: sound, output: context.pluginWorkDirectoryURL.appending(path: name))
    }
    let resources = target.sourceFiles.filter { $0.type == .resource }.map(\.url)
    guard !conversions.isEmpty, areNamesUnique(conversions, beside: resources) else { return [] }

    // One command converts all sounds: it starts once, works in parallel, and detects changes by content.
    // SwiftPM runs a tool again whenever it was relinked, even if its bytes are the same.
    let inputs = conversions.map(\.input)
    return [
      .buildCommand(
        displayName: "Converting the sounds of \(target.name)",
        executable: try context.tool(named: "AlertSoundCommand").url,
        // Options after the file override it: each sound must become the CAF that SwiftPM expects.
        arguments: ["convert"] + (optionsFile.map { ["--options", path($0)] } ?? [])
          + ["--declared-outputs", "-f", "caff", "--prune", "--quiet"]
          + ["-o", path(context.pluginWorkDirectoryURL) + "/"] + inputs.map(path),
        inputFiles: inputs + (optionsFile.map { [$0] + defaultSounds(in: $0) } ?? []),
        outputFiles: conversions.map(\.output))
    ]
  }

  /// Returns the default sounds that an options file names, found by searching its text.
  private func defaultSounds(in optionsFile: URL) -> [URL] {
    guard let text = try? String(contentsOf: optionsFile, encoding: .utf8) else { return [] }
    let option = /--default-sound(?:=|\s+)(?:"([^"]*)"|(\S+))/
    return text.split(whereSeparator: \.isNewline)
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
      .flatMap { $0.matches(of: option) }
      .map { URL(filePath: String($0.output.1 ?? $0.output.2 ?? ""), relativeTo: optionsFile) }
      .map(\.standardizedFileURL)
  }

  /// Refuses outputs that share a name, with each other or with a declared resource.
  ///
  /// SwiftPM copies all resources of a target into one folder, where one of the two would be lost. On a
  /// Mac's file system, names that differ only by case collide, too.
  private func areNamesUnique(_ conversions: [Conversion], beside resources: [URL]) -> Bool {
    let claims =
      conversions.map { (file: $0.input, name: $0.output.lastPathComponent) }
      + resources.map { (file: $0, name: $0.lastPathComponent) }
    let names = Set(conversions.map { $0.output.lastPathComponent.lowercased() })
    let shared = Dictionary(grouping: claims) { $0.name.lowercased() }
      .filter { names.contains($0.key) && $0.value.count > 1 }
    for (_, claimants) in shared.sorted(by: { $0.key < $1.key }) {
      let files = claimants.map { path($0.file) }.sorted()
      Diagnostics.error(
        "\(files.joined(separator: " and ")) become \(claimants[0].name) in the target's bundle,"
          + " which has no folders; rename all but one, or exclude them",
        file: files[0])
    }
    return shared.isEmpty
  }

  private func path(_ url: URL) -> String {
    url.path(percentEncoded: false)
  }
}

/// A sound of the target and its converted file.
private struct Conversion {
  let input: URL
  let output: URL
}
