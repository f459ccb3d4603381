import AlertSound
import CommandSupport
import Platform
import SoundFormat
import SystemPackage

extension SoundComparison {
  func lines(original: FilePath, copy: FilePath, sampleRate: Double) -> [String] {
    var lines = ["\(copy) compared with \(original)".onOneLine]
    if noiseRatio.isFinite {
      let words = noiseIsMasked ? "noise is masked" : "noise may be heard"
      lines.append(row("Noise to mask", "\(noiseText): \(words)"))
    }
    lines.append(row("Signal to noise", ratioSentence))
    if let worst {
      let ratio = worst.signalToNoise
      let time = ratio.isFinite ? ", at \(worst.start.text(decimals: 2)) s" : ""
      lines.append(row("Worst 20 ms", ratio.ratioText + time))
    }
    if frameCount > 0 {
      lines.append(
        row("Largest error", "\((100 * peakError).text(decimals: 2)) % of full scale"))
    }
    if let resampledFrom {
      let (own, rate) = (
        decimalText(resampledFrom, decimals: 1), decimalText(sampleRate, decimals: 1)
      )
      lines.append(row("Rate", "\(own) Hz, compared at the original's \(rate) Hz"))
    }
    if !isWhole {
      lines.append(row("Compared", lengths(sampleRate: sampleRate)))
      if frameCount > 0, signalRatio != .infinity {
        lines.append(
          row(
            "Lengths",
            "differ; if one sound begins later, as after a codec's delay, cut that first:"
              + " alertsound convert --trim"))
      }
    }
    return lines
  }

  /// The signal-to-noise ratio for a table: `32.9 dB`, `exact` or `none`.
  var ratioText: String {
    signalRatio == -.infinity ? "none" : signalRatio.ratioText
  }

  /// The noise-to-mask ratio for a table: `-12.3 dB`, or `exact`.
  var noiseText: String {
    noiseRatio == -.infinity ? "exact" : noiseRatio.ratioText
  }

  private var ratioSentence: String {
    switch signalRatio {
    case .infinity where !isExact: "exact in the compared part"
    case -.infinity where originalFrameCount == 0: "none: the original is empty"
    case -.infinity where copyFrameCount == 0: "none: the copy is empty"
    case -.infinity where frameCount < originalFrameCount:
      "none: the original is silent in the compared part"
    case -.infinity: "none: the original is silent"
    default: ratioText
    }
  }

  private func lengths(sampleRate: Double) -> String {
    func seconds(_ frameCount: Int) -> String {
      (Double(frameCount) / sampleRate).text(decimals: 2) + " s"
    }
    let difference = copyFrameCount - originalFrameCount
    return "\(seconds(frameCount)) of \(seconds(originalFrameCount)); the copy is"
      + " \(grouped(abs(difference), "frame"))" + (difference > 0 ? " longer" : " shorter")
  }

  private func row(_ name: String, _ value: String) -> String {
    "  " + name.rightPadded(to: 17) + value
  }
}

extension FormatCandidate {
  /// The format in the spelling of `afconvert`'s options: `LEI16`, `ima4 -q 63`.
  var name: String { dataFormat == .ima4 ? "\(encoding) -q \(ima4Quality)" : encoding }

  fileprivate var encoding: String {
    dataFormat.pcmEncoding?.description ?? dataFormat.formatID.description
  }
}

extension [FormatCandidate] {
  /// The candidates as a table for people.
  var lines: [String] {
    let choice = recommended
    let head = [
      "Format".rightPadded(to: 14), "Size".leftPadded(to: 12), "Noise to mask".leftPadded(to: 15),
      "Signal to noise".leftPadded(to: 17), "Worst 20 ms".leftPadded(to: 13),
    ].joined()
    let rows = map { candidate in
      let worst = candidate.comparison.worst?.signalToNoise.ratioText ?? ""
      let mark = candidate == choice ? "  <-" : ""
      return candidate.name.rightPadded(to: 14)
        + sizeText(candidate.byteCount).leftPadded(to: 12)
        + candidate.comparison.noiseText.leftPadded(to: 15)
        + candidate.comparison.ratioText.leftPadded(to: 17)
        + worst.leftPadded(to: 13) + mark
    }
    guard let choice else { return [head] + rows }
    return [head] + rows + ["", "<- \(choice.name), the smallest whose noise is masked"]
  }
}

/// The JSON reports of `alertsound compare` that JSONReports.md describes.
extension JSON {
  init(_ comparison: SoundComparison, of copy: SoundSource, to original: SoundSource) {
    self = [
      "schema": schema, "original": original.path?.string.json, "copy": copy.path?.string.json,
      "comparison": comparison.json,
    ]
  }

  init(_ candidates: [FormatCandidate], of original: SoundSource) {
    let choice = candidates.recommended
    let list: [JSON] = candidates.map { candidate in
      [
        "name": candidate.name.json,
        "formatID": "\(candidate.dataFormat.formatID)".json,
        "encoding": candidate.encoding.json,
        "quality": candidate.dataFormat == .ima4 ? candidate.ima4Quality.json : nil,
        "byteCount": candidate.byteCount.json,
        "recommended": (candidate == choice).json,
        "comparison": candidate.comparison.json,
      ]
    }
    self = [
      "schema": schema, "original": original.path?.string.json, "candidates": list.json,
    ]
  }
}

private let schema = JSON.text("alertsound.compare/3")
