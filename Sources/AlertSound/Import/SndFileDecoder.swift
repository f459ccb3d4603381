internal import SoundFormat

/// libsndfile, loaded on first use.
struct SndFileDecoder: ForeignDecoder {
  var name: String { "libsndfile" }

  func decodes(_ kind: ForeignKind) -> Bool {
    switch kind {
    case .file(let format): format?.isImported ?? true
    case .codec(let codec): codec.formatID.isImportedFromOwnContainers
    }
  }

  func open(
    _ source: any ByteSource, in range: Range<Int>, as _: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    let frames = try ImportedFrames(source, range: range, policy: policy)
    return ForeignSound(
      structure: ImportedStructure(frames.sound), truncation: frames.truncation)
  }
}
