package import SoundFormat

/// The rules that warnings are about: what is wrong with a sound that is read or converted all the same.
extension AlertRule {
  package static let ofWarnings: [AlertRule] = [
    .truncated, .unread, .unfilled, .damaged, .unusable, .clipped, .dropped,
  ]

  public static let truncated = Self(
    "truncated", .plays, .judgement, "as long as its file states")
  /// What the headers count was read.
  public static let unread = Self(
    "unread", .plays, .judgement, "alone in its file, and counted by its headers to its end")
  /// The file is read to its end, so a finding is only a note.
  public static let unfilled = Self(
    "unfilled", .plays, .judgement, "in a file whose header states the size of its audio")
  /// Silence or noise is in the place of what is damaged.
  public static let damaged = Self("damaged", .plays, .judgement, "decodable in all its packets")
  public static let unusable = Self(
    "unusable", .plays, .judgement, "of samples that are finite and not huge")
  public static let clipped = Self(
    "clipped", .plays, .judgement, "within full scale when it is encoded", remedy: .limitPeaks)
  public static let dropped = Self(
    "dropped", .plays, .judgement, "heard in the channels that are kept or mixed")
}

extension [AlertFinding] {
  package var isTruncated: Bool { contains { $0.rule == .truncated } }

  /// Returns the warnings, and those about other rules.
  package func merging(_ others: Self) -> Self {
    self + others.filter { other in !contains { $0.rule == other.rule } }
  }
}

extension SoundSource {
  /// Notes on what decoding has found, and what wasn't known before.
  package func notes(on found: [AlertFinding]) -> [Note] {
    found.filter { !warnings.contains($0) }.map { Note($0.fact) }
  }
}

extension SoundFile {
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
