import Foundation
import PackagePlugin

/// Converts a target's sounds when it is built, and gives them to it as resources.
///
/// It maps files to runs of `alertsound convert` and leaves everything else to that.
@main
struct ConvertAlertSounds: BuildToolPlugin {
  /// What a file may be called to be taken for a sound.
  private static let pathExtensions: Set = [
    "aif", "aifc", "aiff", "au", "caf", "flac", "mp3", "oga", "ogg", "opus", "snd", "w64", "wav",
  ]

  /// A file in the target's folder with options for `alertsound convert`, one or more on a line.
  private static let optionsFileName = "AlertSounds.options"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    // What a target declares as its resource is there already, as it is.
    let files = target.sourceFiles.filter { $0.type == .unknown }.map(\.url)
    let optionsFile = files.first { $0.lastPathComponent == Self.optionsFileName }
    let options = try optionsFile.map { try ConversionOptions(contentsOf: $0) }
      ?? ConversionOptions(words: [])
    let sounds = files.filter { Self.pathExtensions.contains($0.pathExtension.lowercased()) }
    let conversions = sounds.map { sound in
      (
        sound,
        context.pluginWorkDirectoryURL
          .appending(path: relativePath(of: sound, in: target.directoryURL))
          .deletingPathExtension().appendingPathExtension(options.pathExtension)
      )
    }
    try refuseSharedNames(conversions)
    let tool = try context.tool(named: "AlertSoundCommand")
    return conversions.map { sound, output in
      .buildCommand(
        displayName: "Converting \(sound.lastPathComponent)", executable: tool.url,
        arguments: ["convert", path(sound), "-o", path(output)] + options.words,
        inputFiles: [sound] + (optionsFile.map { [$0] } ?? []), outputFiles: [output])
    }
  }

  /// SwiftPM puts all of a target's resources into one folder, where one of two of a name is lost.
  private func refuseSharedNames(_ conversions: [(sound: URL, output: URL)]) throws {
    let byName = Dictionary(grouping: conversions) { $0.output.lastPathComponent }
    for (name, sharers) in byName.sorted(by: { $0.key < $1.key }) where sharers.count > 1 {
      let paths = sharers.map { path($0.sound) }.sorted().joined(separator: " and ")
      Diagnostics.error(
        "\(paths) both become \(name), and a bundle has no folders; rename one of them")
    }
  }

  private func relativePath(of file: URL, in folder: URL) -> String {
    String(path(file).dropFirst(path(folder).count).drop { $0 == "/" })
  }

  private func path(_ url: URL) -> String {
    url.path(percentEncoded: false)
  }
}

/// The options that a target's file asks for.
private struct ConversionOptions {
  let words: [String]

  init(words: [String]) {
    self.words = words
  }

  init(contentsOf file: URL) throws {
    words = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.flatMap { $0.split(separator: " ") }.map(String.init)
  }

  /// The extension of the container that `-f` asks for.
  var pathExtension: String {
    let option = words.lastIndex { $0 == "-f" || $0 == "--file" }
    let code = option.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    return switch code {
    case "AIFF": "aiff"
    case "AIFC": "aifc"
    case "WAVE": "wav"
    default: "caf"
    }
  }
}
