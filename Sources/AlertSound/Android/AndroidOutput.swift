internal import SoundFormat
public import SystemPackage

/// Where a batch writes each sound for Android, and in which format: see ``Batch/forAndroid(_:)``.
public struct AndroidOutput: Hashable, Sendable {
  /// A format that every version of Android plays.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Ogg Vorbis, encoded by libsndfile.
    case ogg
    /// 16-bit linear PCM in a WAVE file.
    case wav
  }

  /// The folder, normally an app's `res/raw`. It is created when needed.
  package let folder: FilePath
  package let format: Format

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

  /// The file for a sound whose output elsewhere has this path.
  func path(for output: FilePath) -> FilePath {
    FilePath("\(AndroidSoundName(nearestTo: output.lastComponent?.stem ?? "")).\(format.rawValue)")
  }
}

extension ConversionTarget {
  /// Returns the target for Android: the same audio as 16-bit linear PCM. Ogg Vorbis is encoded from these frames.
  func forAndroid(_ format: AndroidOutput.Format) -> ConversionTarget {
    var target = self
    target.dataFormat = .linearPCM(PCMEncoding(.int16, .little))
    target.ima4Quality = 0
    target.tagsSource = false
    target.statesSmallLayouts = false
    switch format {
    case .wav:
      target.container = .wave
      // Android apps are downloaded: filler would only make them larger.
      target.usesFiller = false
    case .ogg:
      // The encoder reads the header of a CAF file, which filler gives a fixed length.
      target.container = .caf
      target.usesFiller = true
      if let limit = target.levels?.truePeak {
        // What Vorbis decodes to isn't measured. It usually raises the peak by less.
        target.levels?.truePeak = max(LevelTarget.truePeakRange.lowerBound, limit - 1)
      }
    }
    return target
  }
}
