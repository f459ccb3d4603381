import Foundation
import SoundFormat

/// The processor time of whole programs that change the rate of a long stereo sound.
struct ProgramSpeed {
  /// From start to end.
  private(set) var whole: PeerComparison
  /// Above that of the same program without a change of rate.
  private(set) var rateChangeAlone: PeerComparison

  /// Slower runs, such as those with libsamplerate's best converter, aren't repeated, in seconds.
  private static let patience = 0.5

  init(of peers: [ResamplingProgram], seconds: Double, in bench: Bench) throws {
    let own = ResamplingProgram.own(in: bench)
    whole = PeerComparison(
      title: "rates", ours: own.name, peers: peers.map(\.name), cost: \.processor)
    let (input, output) = (bench.file("in.wav"), bench.file("out.wav"))
    defer { bench.remove(input) }
    let copying = peers.filter {
      $0.arguments("", "", ResamplingProgram.Output(rate: nil, type: .float32)) != nil
    }
    rateChangeAlone = PeerComparison(
      title: "rates", ours: own.name, peers: copying.map(\.name), cost: \.processor,
      reasonsAhead: [
        "ffmpeg, swr": "Its filter is shorter; the table on quality shows what that costs."
      ])
    let rounds = Rounds(count: bench.scale.resamplingRoundCount, patience: Self.patience)
    for change in RateChange.all(at: bench.scale) {
      let sound = MemorySound(seconds: seconds, channelCount: 2, rate: change.sourceRate)
      try TestWave.write(
        sound.samples.map { Double($0) }, channelCount: 2, rate: change.sourceRate, as: .float32,
        to: input)
      let all = [own] + peers
      let changing = all.compactMap {
        $0.trial(
          input, output, ResamplingProgram.Output(rate: change.rate, type: .float32), in: bench)
      }
      let plain = ([own] + copying).compactMap {
        $0.trial(input, output, ResamplingProgram.Output(rate: nil, type: .float32), in: bench)
      }
      let runs = try rounds.measure(changing + plain)
      let changed = Array(runs[..<all.count])
      let copied = Dictionary(
        uniqueKeysWithValues: zip(([own] + copying).map(\.name), runs[all.count...]))
      whole.rows.append(
        PeerComparison.Row(
          name: change.title, own: changed[0], others: Array(changed.dropFirst())))
      let excess = zip(all, changed).compactMap { program, runs in
        copied[program.name].map { runs.excess(over: $0) }
      }
      rateChangeAlone.rows.append(
        PeerComparison.Row(name: change.title, own: excess[0], others: Array(excess.dropFirst())))
    }
  }
}
