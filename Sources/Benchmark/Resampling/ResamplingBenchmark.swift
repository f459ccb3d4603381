/// Measures how well and how fast the sample rate is changed.
enum ResamplingBenchmark {
  static func measure(_ bench: Bench) throws -> Section {
    var section = Section("Changing the sample rate")
    let contenders = ResamplingContender.installed(in: bench)
    section.add(
      "Quality is measured with 32-bit floats, the time with"
        + " \(Words.duration(bench.scale.resamplingSeconds)) of stereo; medians of"
        + " \(Words.rounds(bench.scale.resamplingRoundCount)) in turn. Sweeps rise from 50 Hz and are"
        + " compared with the samples computed at the new rate. Delay and length are in frames above the ideal."
    )
    for change in bench.scale.isQuick ? [RateChange.all[0]] : RateChange.all {
      section.add(heading: change.title)
      section.add(change.explanation)
      let speed = try Speed(of: contenders, at: change, in: bench)
      var table = Table(["resampler"] + Quality.columns + Speed.columns)
      for (index, contender) in contenders.enumerated() {
        let quality = try Quality(of: contender, at: change, in: bench)
        table.rows.append([contender.name] + quality.cells + speed.cells(of: index))
      }
      section.add(table)
      if section.highlights.isEmpty, let highlight = speed.highlight(change) {
        section.highlights = [highlight]
      }
    }
    section.add(
      "If sox is installed, it is faster: its `rate` effect converts between common rates in optimised"
        + " stages, by Fourier transforms, and is as accurate in a fraction of the time. afconvert uses"
        + " the converters of libsamplerate, which weight hundreds of frames for each output frame. sndfile-resample uses them too,"
        + " so the two differ only in start-up, reading and writing."
    )
    return section
  }
}

extension RateChange {
  var title: String { "\(Int(sourceRate)) → \(Int(rate)) Hz" }

  fileprivate var explanation: String {
    let tones = Words.list(strayTones.map { String(Int($0)) })
    return
      (tonesMustVanish
      ? "Stray tones: the residue of \(tones) Hz at most, under its level in the source."
      : "Stray tones: the images of \(tones) Hz at most, under the tone's level in the source.")
      + " The sweep ends at \(Int(sweepEnd)) Hz."
  }
}
