/// The processor time of resamplers inside this process, without start-up and files.
struct InProcessSpeed {
  private let bench: Bench
  private let peers = LibraryContender.peers
  /// Slower conversions, such as libsamplerate's best ones of long sounds, run once.
  private static let patience = 0.25

  init(_ bench: Bench) {
    self.bench = bench
  }

  /// Measures a long stereo sound.
  func long(_ seconds: Double) throws -> PeerComparison {
    try compare(Array(OwnResampler.all.prefix(1)), seconds: seconds, channelCount: 2)
  }

  /// Measures a short mono sound, also with tables that are shared among many sounds.
  func short(_ seconds: Double) throws -> PeerComparison {
    try compare(OwnResampler.all, seconds: seconds, channelCount: 1)
  }

  private func compare(
    _ own: [LibraryContender], seconds: Double, channelCount: Int
  ) throws -> PeerComparison {
    let all = own + peers
    var comparison = PeerComparison(
      title: "rates", ours: all[0].name, variantCount: own.count - 1,
      peers: all.dropFirst().map(\.name), cost: \.processor,
      reasonsAhead: ["soxr HQ": "It computes in 32-bit floats, for 20 bits of precision."])
    let rounds = Rounds(count: bench.scale.resamplingRoundCount, patience: Self.patience)
    for change in RateChange.all(at: bench.scale) {
      let sound = MemorySound(
        seconds: seconds, channelCount: channelCount, rate: change.sourceRate)
      let runs = try rounds.measure(
        inProcess: all.map { contender in
          { try contender.run(sound, change) }
        })
      comparison.rows.append(
        PeerComparison.Row(name: change.title, own: runs[0], others: Array(runs.dropFirst())))
    }
    return comparison
  }
}
