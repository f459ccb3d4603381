internal import Platform
internal import SoundFormat

/// libsndfile, loaded on first use.
struct SndFileDecoder: ForeignDecoder {
  var name: String { "libsndfile" }
  var installationAdvice: String? { SystemLibrary.sndfile.installationAdvice }

  var identity: String? {
    // `libsndfile-1.2.2`
    SoundFileLibrary.installed?.version.replacing("libsndfile-", with: "libsndfile ")
  }

  func decodes(_ kind: ForeignKind) -> Bool {
    switch kind {
    case .file(let format): format?.isImported ?? true
    case .sound(let sound, let codec):
      ![.mpeg4, .adts].contains(sound.container.family)
        && codec.formatID.isImportedFromOwnContainers
    }
  }

  func open(
    _ source: any ByteSource, in range: Range<Int>, as _: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    let frames = try ImportedFrames(source, range: range, policy: policy)
    return ForeignSound(
      structure: ImportedStructure(frames.sound, by: self), truncation: frames.truncation)
  }
}
