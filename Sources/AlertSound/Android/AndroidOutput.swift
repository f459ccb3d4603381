internal import SoundFormat
public import SystemPackage

/// Where a batch writes each sound a second time, for Android, and in which format.
///
/// The sibling of an output has the same audio: if a sound is too long, its sibling is trimmed, replaced or left out,
/// too. Its name is the nearest one that Android's build accepts; see ``AndroidSoundName``. `res/raw` has no folders,
/// so only the last component of the output's path counts.
public struct AndroidOutput: Hashable, Sendable {
  /// A format that every version of Android plays.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Ogg Vorbis, encoded by libsndfile.
    case ogg
    /// 16-bit linear PCM in a WAVE file.
    case wav
  }

  /// The folder, normally an app's `res/raw`. It is created when needed.
  public let folder: FilePath
  /// The format of the siblings.
  public let format: Format

  /// Chooses a folder and a format.
  public init(folder: FilePath, format: Format = .ogg) {
    self.folder = folder
    self.format = format
  }

  /// Checks that the format can be written: Ogg Vorbis needs libsndfile.
  ///
  /// - Throws: `SoundError` with what to install or to do instead.
  public func checkEncoder() throws(SoundError) {
    if format == .ogg { try VorbisEncoder.check() }
  }
}

/// The Android sibling of an output.
public struct AndroidSound: Hashable, Sendable {
  /// The name by which code finds it: `R.raw.ring`, or `ring` in a payload.
  public let name: AndroidSoundName
  /// Its format.
  public let format: AndroidOutput.Format
  /// Its size in bytes; 0 if there is no file yet in a dry run.
  public let byteCount: Int
  /// Whether this run made it; in a dry run, whether it would.
  public let isMade: Bool

  /// Its file, relative to the Android folder.
  public var output: FilePath { AndroidFile(name: name, format: format).path }
}

/// The file of a sibling: a resource's name, and a format whose name is the extension.
struct AndroidFile: Hashable, Sendable {
  let name: AndroidSoundName
  let format: AndroidOutput.Format

  /// The longest name of a file that systems allow, in bytes.
  private static let nameByteLimit = 255

  init(name: AndroidSoundName, format: AndroidOutput.Format) {
    self.name = name
    self.format = format
  }

  /// Names the sibling of an output.
  init(siblingOf output: FilePath, format: AndroidOutput.Format) {
    self.init(
      name: AndroidSoundName(nearestTo: output.lastComponent?.stem ?? ""), format: format)
  }

  /// Parses a file's name; nil unless a sibling may have it.
  init?(fileName: String) {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard fileName.utf8.count <= Self.nameByteLimit, parts.count == 2,
      let name = AndroidSoundName(String(parts[0])),
      let format = AndroidOutput.Format(rawValue: String(parts[1]))
    else { return nil }
    self.init(name: name, format: format)
  }

  /// The file's name.
  var fileName: String { "\(name).\(format.rawValue)" }

  /// The path in the Android folder, which has no folders inside it.
  var path: FilePath { FilePath(fileName) }

  /// How such files are laid out.
  var layout: FileLayout {
    switch format {
    case .ogg: .ogg
    // Android apps are downloaded: filler would only make them larger.
    case .wav: .sound(usesFiller: false)
    }
  }
}

extension ConversionTarget {
  /// Returns the target of a sibling: the same audio as 16-bit linear PCM in a WAVE file. Ogg Vorbis is encoded from
  /// the same frames.
  var forAndroid: ConversionTarget {
    var target = self
    target.container = .wave
    target.dataFormat = .linearPCM(PCMEncoding(.int16, .little))
    target.ima4Quality = 0
    target.tagsSource = false
    target.usesFiller = false
    target.statesSmallLayouts = false
    return target
  }
}
