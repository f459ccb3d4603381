import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The files of `alertsound compare --formats --keep`: a CAF for each candidate.
struct CandidateFiles {
  private let sound: SoundSource
  private let folder: FilePath
  /// The sound's name without its extension, byte for byte.
  private let baseName: [UInt8]

  /// Names the files of a sound.
  ///
  /// - Throws: `SoundError` if the folder is something else.
  init(of sound: SoundSource, in folder: FilePath) throws(SoundError) {
    self.sound = sound
    self.folder = folder
    var name = FilePath(root: nil, (sound.path?.components.suffix(1)).map(Array.init) ?? [])
    name.extension = nil
    baseName = name.bytes
    if let type = try? folder.stat().type, type != .directory {
      throw SoundError(wrapping: Errno.notDirectory, .creatingOutput, folder)
    }
  }

  /// Where a candidate's file goes: `ring-ima4-q63.caf`.
  func path(of candidate: FormatCandidate) -> FilePath {
    let suffix = "-" + candidate.name.replacing(" -q ", with: "-q") + ".caf"
    return folder.appending(baseName + Array(suffix.utf8))
  }

  /// Writes the candidates' files atomically, each in place of an earlier one.
  ///
  /// - Throws: `SoundError`, also if one of the files is the sound itself. None is written then.
  func write(_ candidates: [FormatCandidate], monitor: Monitor) throws(SoundError) {
    let original = sound.path.flatMap { FileIdentity(of: $0) }
    for path in candidates.map(path(of:)) where original != nil {
      guard FileIdentity(of: path) != original else {
        throw SoundError(
          .creatingOutput, path,
          .sound(.unsupported, reason: "--keep would replace the sound"),
          advice: "name another folder")
      }
    }
    try folder.createFolders()
    for (index, candidate) in candidates.enumerated() {
      let part = Double(index) / Double(candidates.count)
      try Conversion(of: sound, to: candidate.target).write(
        to: path(of: candidate),
        monitor: monitor.part(part...(part + 1 / Double(candidates.count))))
    }
  }
}
