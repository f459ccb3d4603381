import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The manifests of a divided batch's parts, put together.
///
/// The result equals the manifest of an undivided run over one searched folder, byte for byte, if the parts were
/// converted into empty folders.
struct ManifestMerge {
  /// Why the manifests can't be merged. None is written then: nothing in it would say what is missing.
  private(set) var failures: [SoundError] = []
  private var manifest: ConversionManifest?
  private var parts: [ManifestPart] = []
  /// The sounds in the order of their inputs.
  private var sounds: [(part: Int, sound: ManifestPart.Sound)] = []

  /// Reads the manifests.
  ///
  /// - Parameters:
  ///   - paths: The parts' manifests.
  ///   - folder: The common output folder; nil if the parts have the same one.
  init(of paths: [FilePath], into folder: FilePath?) throws {
    for path in paths {
      Interruption.dieIfRequested()
      do throws(SoundError) {
        let part = try ManifestPart(path)
        try add(part, into: folder)
      } catch {
        failures.append(error)
      }
    }
    try sortSounds()
  }

  var soundCount: Int { sounds.count }

  /// Writes the manifest. Does nothing after a failure.
  func write(to destination: ConversionManifest.Destination) throws {
    guard failures.isEmpty, let manifest else { return }
    try manifest.write(to: destination, soundCount: sounds.count, sound: text)
  }

  /// Generates the text piece by piece.
  func each(_ append: ([UInt8]) throws -> Void) throws {
    try manifest?.each(sounds.count, text, append)
  }

  private func text(ofSound index: Int) throws -> String {
    if Interruption.isRequested { throw CancellationError() }
    let (part, sound) = sounds[index]
    return try parts[part].text(of: sound)
  }

  private mutating func add(
    _ part: ManifestPart, into folder: FilePath?
  ) throws(SoundError) {
    var merged = part.manifest
    if let manifest, let first = parts.first?.path {
      guard merged.limit == manifest.limit, merged.overLimit == manifest.overLimit,
        merged.for == manifest.for
      else {
        throw Self.refusal(
          part, "its --limit, --over-limit or --for isn't that of \(first)",
          advice: "convert all parts with the same options")
      }
      guard folder != nil || merged.folder == manifest.folder else {
        throw Self.refusal(
          part, "its sounds are in \(merged.folder), and those of \(first) in \(manifest.folder)",
          advice: "name their common folder with -o")
      }
      merged.orphans = manifest.orphans + merged.orphans
      merged.failures = manifest.failures + merged.failures
    }
    if let folder { merged.folder = folder.string }
    merged.orphans = merged.orphans.withoutRepeats.sorted {
      $0.output.utf8.lexicographicallyPrecedes($1.output.utf8)
    }
    merged.failures = merged.failures.withoutRepeats
    manifest = merged
    sounds += part.sounds.map { (parts.count, $0) }
    parts.append(part)
  }

  /// Sorts the sounds as a search of a folder does, and drops repeats.
  private mutating func sortSounds() throws {
    sounds.sort {
      let (first, second) = ($0.sound, $1.sound)
      guard first.input == second.input else { return first.input.precedes(second.input) }
      return (first.output ?? "").precedes(second.output ?? "")
    }
    var distinct: [(part: Int, sound: ManifestPart.Sound)] = []
    for sound in sounds {
      guard let last = distinct.last, last.part != sound.part,
        last.sound.input == sound.sound.input,
        last.sound.output == sound.sound.output
      else {
        distinct.append(sound)
        continue
      }
      let (first, second) = (parts[last.part], parts[sound.part])
      if try first.text(of: last.sound) != second.text(of: sound.sound) {
        failures.append(
          Self.refusal(
            second, "\(sound.sound.input) has another result in \(first.path)",
            advice: "leave out the manifest that is out of date"))
      }
    }
    sounds = distinct
  }

  private static func refusal(
    _ part: ManifestPart, _ reason: String, advice: String
  ) -> SoundError {
    SoundError(
      .openingInput, part.path, .sound(.unsupported, reason: reason), advice: advice)
  }
}

extension Array where Element: Hashable {
  fileprivate var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
