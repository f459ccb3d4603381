import Foundation

/// The costs of the programs, measured side by side.
struct Speed {
  private let contenders: [ResamplingContender]
  private let runs: [Runs]
  /// The length of the sound, in seconds.
  private let duration: Double

  init(of contenders: [ResamplingContender], at change: RateChange, in bench: Bench) throws {
    let (input, output) = (bench.file("in.wav"), bench.file("out.wav"))
    self.contenders = contenders
    duration = bench.scale.resamplingSeconds
    let stereo = (0..<Int(duration * change.sourceRate)).flatMap { frame -> [Double] in
      let time = Double(frame) / change.sourceRate
      return [sin(2 * .pi * 997 * time) / 2, sin(2 * .pi * 1511 * time) / 2]
    }
    try FloatWave.write(stereo, channelCount: 2, rate: change.sourceRate, to: input)
    runs = try Rounds(count: bench.scale.resamplingRoundCount).measure(
      contenders.map {
        Trial(
          process: $0.process(input, output, rate: change.rate),
          cleanUp: { bench.remove(output) })
      })
  }

  static let columns = [
    "processor time per second of stereo", "elapsed time per second of stereo",
    "afconvert's time relative to this, with the same or its best converter",
  ]

  func cells(of index: Int) -> [String] {
    let own = runs[index]
    let ratio = rival(of: index).map { Words.times($0.ratio(\.wall, to: own)) }
    return [
      String(format: "%.1f ms", own.processor / duration * 1000),
      String(format: "%.1f ms", own.wall / duration * 1000), ratio ?? "",
    ]
  }

  /// Returns the runs of our same converter, or of our best one if the contender uses none of
  /// libsamplerate's. Nil if the contender is that one.
  private func rival(of index: Int) -> Runs? {
    let converter = contenders[index].converter ?? .best
    guard let own = contenders.firstIndex(where: { $0.converter == converter }), own != index
    else { return nil }
    return runs[own]
  }

  /// Compares our best converter with sndfile-resample's; nil if that isn't installed.
  func highlight(_ change: RateChange) -> Highlight? {
    let best = contenders.indices.filter { contenders[$0].converter == .best }
    guard best.count == 2 else { return nil }
    let (own, peer) = (runs[best[0]], runs[best[1]])
    return Highlight(
      work:
        "\(Words.duration(duration)) of stereo, \(change.title), libsamplerate's best converter",
      ours: Words.seconds(own.wall), best: "\(Words.seconds(peer.wall)), sndfile-resample",
      ratio: own.ratio(\.wall, to: peer))
  }
}
