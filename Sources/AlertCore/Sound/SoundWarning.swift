package import SoundFormat

/// Something wrong with a sound that is read or converted all the same: part of it is missing, damaged or lost.
public struct SoundWarning: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// The file lacks sound that it states.
    case truncated
    /// The headers and the bytes disagree about how much sound there is, or another sound follows. What the headers count
    /// was read.
    case unread
    /// The size of the audio was never filled in, so the file is read to its end. This is only a note.
    case unfilled
    /// Packets can't be decoded, so silence is in their place.
    case damaged
    /// Samples are infinite, huge or not numbers.
    case unusable
    /// Samples are above full scale.
    case clipped
    /// Channels with sound of their own were dropped, or cancel each other in a mix.
    case dropped
  }

  public let kind: Kind
  /// What is wrong, in words that follow a file's name and a colon.
  public let fact: String
  /// Why reading ends with an error; nil for a warning alone.
  let refusal: String?

  package init(_ kind: Kind, _ fact: String, refusal: String? = nil) {
    self.kind = kind
    self.fact = fact
    self.refusal = refusal
  }

  /// The fact, and what to do about it in the words of a host, if anything can be done.
  package func sentence(_ words: (Remedy) -> String) -> String {
    SoundError.sentence(fact, kind == .clipped ? words(.limitPeaks) : nil)
  }
}

extension [SoundWarning] {
  /// Throws if more than half of the packets that were read are damaged.
  func checkDamage() throws(SoundFileError) {
    for warning in self {
      if let refusal = warning.refusal { throw SoundFileError(.malformed, refusal) }
    }
  }

  package var isTruncated: Bool { contains { $0.kind == .truncated } }

  /// Returns the warnings, and those of other kinds.
  package func merging(_ others: Self) -> Self {
    self + others.filter { other in !contains { $0.kind == other.kind } }
  }
}

extension SoundSource {
  /// Notes on what decoding has found, and what wasn't known before.
  package func notes(on found: [SoundWarning]) -> [Note] {
    found.filter { !warnings.contains($0) }.map { Note($0.fact) }
  }
}

extension SoundFile {
  /// What the headers show to be wrong.
  package var warnings: [SoundWarning] {
    let truncation =
      missingByteCount == 0
      ? nil
      : "the file is truncated: " + counted(audioByteCount, "byte", of: "audio", are: "present")
        + ", " + counted(missingByteCount, are: "missing")
    return (truncation.map { [SoundWarning(.truncated, $0)] } ?? [])
      + unread.map { SoundWarning(.unread, $0.description) }
      + (hasUnfilledSize
        ? [SoundWarning(.unfilled, "the size of its audio was never filled in: read to the end")]
        : [])
  }
}
