package import SoundFormat

/// The rules for the warnings of conversions, measurements and comparisons. A warning says what is wrong with a sound
/// that is read nevertheless.
///
/// The command `check` has other rules: it reports damaged and unusable sounds by ``level``, and unread sound by
/// ``knownLength``. So a report has one line for all faults that one export cures.
extension AlertRule {
  package static let ofWarnings: [AlertRule] = [
    .truncated, .unread, .unfilled, .damaged, .unusable, .clipped, .dropped, .cut,
  ]

  /// The file has less sound than its headers state.
  package static let truncated = Self(ofWarning: "truncated", "as long as its file states")
  /// The headers and the bytes disagree about how much sound there is, or another sound follows. Only the sound that
  /// the headers count was read.
  package static let unread = Self(
    ofWarning: "unread", "alone in its file, and counted by its headers to its end")
  /// The size of the audio was never filled in, so the file is read to its end. This warning is only a note.
  package static let unfilled = Self(
    ofWarning: "unfilled", "in a file whose header states the size of its audio")
  /// Packets can't be decoded, so silence or noise is in their place.
  package static let damaged = Self(ofWarning: "damaged", "decodable in all its packets")
  /// Samples are infinite, huge or not numbers.
  package static let unusable = Self(
    ofWarning: "unusable", "of samples that are finite and not huge")
  /// Samples are above full scale.
  package static let clipped = Self(
    ofWarning: "clipped", "within full scale when it is encoded", remedy: .limitPeaks)
  /// Channels with sound of their own were dropped, or cancel each other in a mix.
  package static let dropped = Self(
    ofWarning: "dropped", "heard in the channels that are kept or mixed")
  /// Frames at the end were left out: with a whole last packet, the sound would reach the limit.
  package static let cut = Self(ofWarning: "cut", "written to its last frame")

  private init(ofWarning name: String, _ statement: String, remedy: Remedy? = nil) {
    self.init(
      name, .plays, .judgement, statement, "no source: what was read or written", remedy: remedy)
  }
}

extension [AlertFinding] {
  package var isTruncated: Bool { contains { $0.rule == .truncated } }

  /// Returns these warnings, and the warnings of `others` whose rules don't occur in these warnings.
  package func merging(_ others: Self) -> Self {
    self + others.filter { other in !contains { $0.rule == other.rule } }
  }
}

extension SoundSource {
  /// Returns a note on each finding of decoding that isn't among the warnings of this source.
  package func notes(on found: [AlertFinding]) -> [Note] {
    found.filter { !warnings.contains($0) }.map { Note($0.fact) }
  }
}

extension PCMEncoding.SampleType? {
  /// How far a sound's peaks may exceed full scale without a finding, in dB. Lossy codecs and changes of the rate raise
  /// peaks. Cutting 2 dB off these peaks is hardly audible.
  var peakTolerance: Double { self?.isFloat == true ? 0.1 : 2 }
}

extension SoundFile {
  /// How much of a truncated sound is missing, in words.
  package var truncation: String {
    "the file is truncated: " + counted(missingByteCount, "byte", of: "audio", are: "missing")
  }

  /// What the headers show to be wrong.
  package var warnings: [AlertFinding] {
    let truncation =
      missingByteCount == 0
      ? nil
      : "the file is truncated: " + counted(audioByteCount, "byte", of: "audio", are: "present")
        + ", " + counted(missingByteCount, are: "missing")
    return (truncation.map { [AlertFinding(.truncated, $0)] } ?? [])
      + unread.map { AlertFinding(.unread, $0.description) }
      + (hasUnfilledSize
        ? [AlertFinding(.unfilled, "the size of its audio was never filled in: read to the end")]
        : [])
  }
}
