import AlertSound
import SoundFormat
import SystemPackage

/// The output of `alertsound compare --json`. JSONReports.md describes the fields.
struct ComparisonDocument: Encodable {
  struct Candidate: Encodable {
    let name: String
    let formatID: String
    let encoding: String
    let quality: Int?
    let byteCount: Int
    let recommended: Bool
    /// The candidate's file; nil without `--keep`.
    let file: String?
    let comparison: ComparisonJSON
  }

  let schema = "alertsound.compare/2"
  let original: String
  let copy: String?
  let comparison: ComparisonJSON?
  let above: Double?
  let candidates: [Candidate]?

  init(_ comparison: SoundComparison, of copy: SoundSource, to original: SoundSource) {
    self.original = original.path?.string ?? ""
    self.copy = copy.path?.string
    self.comparison = ComparisonJSON(comparison)
    above = nil
    candidates = nil
  }

  init(
    _ candidates: [FormatCandidate], of original: SoundSource,
    recommending choice: FormatCandidate?, above threshold: Double, files: CandidateFiles? = nil
  ) {
    self.original = original.path?.string ?? ""
    copy = nil
    comparison = nil
    above = threshold
    self.candidates = candidates.map { candidate in
      let format = FormatJSON(
        StreamFormat(
          sampleRate: original.format.sampleRate, channelCount: original.format.channelCount,
          dataFormat: candidate.dataFormat))
      return Candidate(
        name: candidate.name, formatID: format.formatID, encoding: format.encoding,
        quality: candidate.dataFormat == .ima4 ? candidate.ima4Quality : nil,
        byteCount: candidate.byteCount, recommended: candidate == choice,
        file: files?.path(of: candidate).string,
        comparison: ComparisonJSON(candidate.comparison))
    }
  }

  func text() throws(SoundError) -> String {
    do {
      return try jsonText(self)
    } catch {
      throw SoundError(
        .writing, nil, .sound(.inputOutput, reason: "the report can't be written: \(error)"))
    }
  }
}

/// The JSON form of a comparison.
struct ComparisonJSON: Encodable {
  struct Window: Encodable {
    let start: Double
    let signalToNoise: Double?
  }

  let exact: Bool
  let signalToNoise: Double?
  let segmentalSignalToNoise: Double?
  let hasCappedWindow: Bool
  let worstWindow: Window?
  let peakError: Double
  let resampledFrom: Double?
  let delayFrameCount: Int
  let linesUp: Bool
  let originalFrameCount: Int
  let copyFrameCount: Int
  let frameCount: Int

  init(_ comparison: SoundComparison) {
    exact = comparison.isExact
    // JSON has no infinity.
    signalToNoise = comparison.signalToNoise.isFinite ? comparison.signalToNoise : nil
    // If all windows are exact, their mean is only the cap.
    let isExact = comparison.worstWindow?.signalToNoise == .infinity
    segmentalSignalToNoise = isExact ? nil : comparison.segmentalSignalToNoise
    hasCappedWindow = comparison.hasCappedWindow
    worstWindow = comparison.worstWindow.map {
      Window(
        start: $0.start, signalToNoise: $0.signalToNoise.isFinite ? $0.signalToNoise : nil)
    }
    peakError = comparison.peakError
    resampledFrom = comparison.resampledFrom
    delayFrameCount = comparison.delayFrameCount
    linesUp = comparison.linesUp
    originalFrameCount = comparison.originalFrameCount
    copyFrameCount = comparison.copyFrameCount
    frameCount = comparison.frameCount
  }
}
