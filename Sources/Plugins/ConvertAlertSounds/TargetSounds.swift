import Foundation
import PackagePlugin

/// The sounds of a target in a package or in an Xcode project.
struct TargetSounds {
  let targetName: String
  let sounds: [URL]
  /// The files that are bundled without conversion.
  let resources: [URL]
  /// The files with options, in any folder. A target may have only one.
  let optionsFiles: [URL]

  /// Returns the command that converts the sounds into the work folder. Returns no command if there are no sounds,
  /// their names collide, or there is more than one file with options.
  func commands(
    workFolder: URL, tool: (String) throws -> PluginContext.Tool
  ) throws -> [Command] {
    let conversions = sounds.sorted { $0.plainPath < $1.plainPath }.map { sound in
      let name = sound.deletingPathExtension().lastPathComponent + ".caf"
      return Conversion(input: sound, output: workFolder.appending(path: name))
    }
    guard !conversions.isEmpty, areNamesUnique(conversions) else { return [] }
    guard optionsFiles.count <= 1 else {
      let paths = optionsFiles.map(\.plainPath).sorted()
      Diagnostics.error(
        "\(paths.joined(separator: " and ")) have options for one target; remove all but one",
        file: paths[0])
      return []
    }

    // Convert all sounds with one command, in parallel. SwiftPM runs the command again after the tool was linked again,
    // even to the same bytes. The command then finds every sound unchanged, and converts nothing.
    let inputs = conversions.map(\.input)
    // Build the arguments step by step: the type-checker needs seconds for one long expression.
    var arguments = ["convert"]
    if let optionsFile = optionsFiles.first { arguments += ["--options", optionsFile.plainPath] }
    // Put these options after the options file to override the file: the build expects a CAF of each sound.
    arguments += ["--declared-outputs", "-f", "caff", "--prune", "--quiet"]
    arguments += ["-o", workFolder.plainPath + "/"]
    arguments += inputs.map(\.plainPath)
    return [
      .buildCommand(
        displayName: "Converting the sounds of \(targetName)",
        executable: try tool("AlertSoundProgram").url,
        arguments: arguments,
        environment: ["ALERTSOUND_ENDS_WITH_PARENT": "1"],
        inputFiles: inputs + optionsFiles + optionsFiles.flatMap(defaultSounds),
        outputFiles: conversions.map(\.output))
    ]
  }

  /// Returns the files that an options file names with `--default-sound`.
  private func defaultSounds(in optionsFile: URL) -> [URL] {
    guard let text = try? String(contentsOf: optionsFile, encoding: .utf8) else { return [] }
    let option = /--default-sound(?:=|\s+)(?:"([^"]*)"|(\S+))/
    return text.split(whereSeparator: \.isNewline)
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
      .flatMap { $0.matches(of: option) }
      .map { URL(filePath: String($0.output.1 ?? $0.output.2 ?? ""), relativeTo: optionsFile) }
      .map(\.standardizedFileURL)
  }

  /// Returns whether each output has a name that no other output or resource has. Reports each shared name.
  ///
  /// All resources of a target are copied into one folder, so one of two files with the same name would be lost. Names
  /// that differ only by case collide, too: on most Macs, such names mean the same file.
  private func areNamesUnique(_ conversions: [Conversion]) -> Bool {
    let claims =
      conversions.map { (file: $0.input, name: $0.output.lastPathComponent) }
      + resources.map { (file: $0, name: $0.lastPathComponent) }
    let names = Set(conversions.map { $0.output.lastPathComponent.lowercased() })
    let shared = Dictionary(grouping: claims) { $0.name.lowercased() }
      .filter { names.contains($0.key) && $0.value.count > 1 }
    for (_, claimants) in shared.sorted(by: { $0.key < $1.key }) {
      let files = claimants.map(\.file.plainPath).sorted()
      Diagnostics.error(
        "\(files.joined(separator: " and ")) become \(claimants[0].name) in the target's bundle,"
          + " which has no folders; rename all but one, or exclude them",
        file: files[0])
    }
    return shared.isEmpty
  }
}

/// A sound of the target and its converted file.
private struct Conversion {
  let input: URL
  let output: URL
}

extension URL {
  /// The path in the form that the tool takes, without percent encoding.
  var plainPath: String {
    path(percentEncoded: false)
  }
}
