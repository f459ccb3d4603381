import Foundation

/// What programs cost, side by side.
struct Speed {
  private static let runCount = 7
  private static let duration = 30.0

  /// Processor time and wall time for each program, in seconds for a second of stereo.
  private let medians: [(processor: Double, wall: Double)]

  init(of contenders: [Contender], at change: RateChange, in folder: URL) throws {
    let (input, output) = (
      folder.appendingPathComponent("in.wav"), folder.appendingPathComponent("out.wav")
    )
    let frameCount = Int(Self.duration * change.sourceRate)
    let stereo = (0..<frameCount).flatMap { frame -> [Double] in
      let time = Double(frame) / change.sourceRate
      return [sin(2 * .pi * 997 * time) / 2, sin(2 * .pi * 1511 * time) / 2]
    }
    try FloatWave.write(stereo, channelCount: 2, rate: change.sourceRate, to: input)
    var costs = contenders.map { _ in [Contender.Cost]() }
    // In turn, so that what else the machine does falls on all alike; the first round only warms up.
    for round in 0...Self.runCount {
      for (index, contender) in contenders.enumerated() {
        let cost = try contender.run(input, output, rate: change.rate)
        if round > 0 { costs[index].append(cost) }
      }
    }
    medians = costs.map { costs in
      (
        Self.median(costs.map(\.processor)) / Self.duration,
        Self.median(costs.map(\.wall)) / Self.duration
      )
    }
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  static let columns = ["processor time for 1 s of stereo", "wall time", "of the best's"]

  func cells(of index: Int) -> [String] {
    let (processor, wall) = medians[index]
    return [
      String(format: "%.1f ms", processor * 1000), String(format: "%.1f ms", wall * 1000),
      String(format: "× %.3f", processor / medians[0].processor),
    ]
  }
}
