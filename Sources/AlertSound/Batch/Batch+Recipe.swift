internal import SoundFormat

extension Batch {
  /// The digest of everything but the input that determines an output: the target, the limit with
  /// its default sound, the input policy, the arrangement, this library's version and, if libsamplerate changes the
  /// rate, its version. A record also has the decoder that read the input: ``BatchRecord/decoder``.
  ///
  /// - Parameter libsamplerate: Returns libsamplerate's version, which may have to be loaded for it.
  func recipeDigest(
    version: String = Toolkit.version,
    libsamplerate: () -> String? = { SampleRateLibrary.installed?.version }
  ) -> UInt64 {
    var digest = ContentDigest()
    digest.update(Array("version \(version)".utf8))
    if case .libsamplerate = target.resamplingMethod, target.sampleRate != nil {
      // Without the library, such conversions fail, so there is nothing to keep.
      digest.update(Array("\n\(libsamplerate() ?? "")".utf8))
    }
    for part in [target, limit, inputPolicy, arrangement] as [Any] {
      digest.update(storedPropertiesOf: part)
    }
    return digest.value
  }
}

extension ContentDigest {
  /// Adds a value with all that is stored in it. It is reflected, so that an option added later
  /// can't be forgotten.
  fileprivate mutating func update(storedPropertiesOf value: Any) {
    if let sound = value as? SoundSource {
      update(contentOf: sound)
      return
    }
    let mirror = Mirror(reflecting: value)
    update(Array("\n\(type(of: value))".utf8))
    if mirror.children.isEmpty { update(Array(" \(value)".utf8)) }
    for child in mirror.children {
      // Otherwise, only messages and verdicts depend on what the sounds are for.
      if let use = child.value as? SoundUse, !use.includesLimit { continue }
      update(Array("\n\(child.label ?? "")".utf8))
      update(storedPropertiesOf: child.value)
    }
  }

  /// Adds the digest of a file's bytes, up to the first read error, and what decodes them.
  private mutating func update(contentOf sound: SoundSource) {
    update(Array("\n\(sound.decoderIdentity() ?? "")".utf8))
    var content = ContentDigest()
    var offset = 0
    while let block = try? sound.bytes.bytes(at: offset, count: 1 << 20), !block.isEmpty {
      content.update(block)
      offset += block.count
    }
    update(Array("\n\(content.value)".utf8))
  }
}
