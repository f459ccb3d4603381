internal import SoundFormat

extension AlertRules {
  /// Returns the verdict on an open sound.
  ///
  /// - Parameters:
  ///   - source: The sound. The extension of its path is checked against the content.
  ///   - levels: The levels measured by decoding the sound; nil skips the rules that need them.
  public func verdict(on source: SoundSource, levels: SoundLevels? = nil) -> AlertVerdict {
    if let sound = source.soundFile {
      return verdict(on: sound, named: source.file?.name, levels: levels)
    }
    let frameCount = levels?.frameCount ?? source.structure.frameCount
    let seconds = Double(frameCount) / source.format.sampleRate
    let isKnown = levels != nil || source.statesExactLength
    guard use != .watch else { return AlertVerdict([.forWatch], for: use) }
    var verdict = AlertVerdict(for: use)
    do throws(SoundFileError) {
      verdict = self.verdict(on: try SoundFile(parsing: source.bytes))
      verdict.isLengthUnknown = !isKnown
    } catch {
      // A file that another library reads is a sound, even if its format isn't one of ours.
      verdict = self.verdict(
        on: error.foreignFormat ?? .other("in \(source.structure.details.typeName)"),
        duration: isKnown ? seconds : nil)
    }
    if let finding = finding(onLength: seconds),
      !(verdict.reasons + verdict.advisories).contains(where: { $0.rule == finding.rule })
    {
      verdict.add([finding])
    }
    verdict.add(levels.map { advisories(on: $0) } ?? [])
    return verdict
  }
}
