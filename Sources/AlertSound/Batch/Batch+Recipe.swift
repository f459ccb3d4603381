internal import SoundFormat
internal import SystemPackage

extension Batch {
  /// The digest of everything but the input that determines an output: the request, the default sound and the
  /// library's version.
  func recipeDigest(version: String = Toolkit.version) -> UInt64 {
    var digest = ContentDigest()
    digest.update(Array("version \(version)\n\(recipeText)".utf8))
    if let defaultSound = limit.defaultSound {
      digest.update(Array(String(defaultSound.digest, radix: 16).utf8))
    }
    return digest.value
  }

  /// The whole request. New fields of a target or a limit must be added here.
  private var recipeText: String {
    [
      "\(target.container)", "\(target.dataFormat as Any)",
      "search \(target.ima4Quality)",
      "rate \(target.sampleRate as Any) \(target.resamplingQuality)", "\(target.channels)",
      "layouts \(target.inputLayout as Any) \(target.outputLayout as Any)",
      "from \(target.firstFrame) dither \(target.dither as Any)",
      "priming \(target.primingOverride)", "tag \(target.tagsSource)",
      "filler \(target.usesFiller)",
      "frames \(target.frameLimit as Any) \(target.fadeOutFrameCount)",
      "limit \(limit.seconds) \(limit.policy)", "\(inputPolicy)",
    ].joined(separator: "\n")
  }
}

extension SoundSource {
  /// The digest of the file's bytes, up to the first read error.
  fileprivate var digest: UInt64 {
    var digest = ContentDigest()
    var offset = 0
    while let block = try? bytes.bytes(at: offset, count: 1 << 20), !block.isEmpty {
      digest.update(block)
      offset += block.count
    }
    return digest.value
  }
}
