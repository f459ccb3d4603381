import Foundation
import SoundFormat
import Testing

@testable import Benchmark

/// How costs here are compared with those of others, case by case.
struct PeerComparisonTests {
  private func runs(_ milliseconds: [Double]) -> Runs {
    Runs(
      costs: milliseconds.map { Cost(wall: 1, processor: $0 / 1000) }, peakMemory: 0)
  }

  private var comparison: PeerComparison {
    var comparison = PeerComparison(
      title: "rates", ours: "ours", variantCount: 1, peers: ["ours, shared", "soxr", "sox"],
      cost: \.processor)
    comparison.rows = [
      PeerComparison.Row(name: "a", own: runs([2]), others: [runs([1]), runs([4]), runs([8])]),
      PeerComparison.Row(name: "b", own: runs([6]), others: [runs([1]), runs([4]), nil]),
    ]
    return comparison
  }

  @Test func theLowestTimeIsBoldUnlessItIsAVariantOfOurs() {
    #expect(
      comparison.table.markdown == """
        | rates | ours | ours, shared | soxr | sox |
        | --- | --- | --- | --- | --- |
        | a | **2.00 ms** | 1.00 ms, × 2.00 | 4.00 ms, × 0.50 | 8.00 ms, × 0.25 |
        | b | 6.00 ms | 1.00 ms, × 6.00 | **4.00 ms, × 1.50** | - |
        """)
  }

  @Test func rivalsThatAreAheadAreNamedWithTheReason() {
    var comparison = comparison
    #expect(comparison.note == "- soxr is ahead: b (× 1.50).")
    comparison.reasonsAhead = ["soxr": "It rests.", "sox": "It sleeps."]
    #expect(comparison.note == "- soxr is ahead: b (× 1.50). It rests.")
    comparison.rows.removeLast()
    #expect(comparison.note == nil)
    comparison.reasonsAhead = [:]
    comparison.rows = [
      PeerComparison.Row(name: "c", own: runs([6]), others: [runs([1]), runs([4]), runs([5])])
    ]
    #expect(comparison.note == "- soxr is ahead: c (× 1.50).\n- sox is ahead: c (× 1.20).")
  }

  @Test func theFirstCaseIsTheHighlight() throws {
    let highlight = try #require(comparison.highlight("work", against: "soxr"))
    #expect(highlight.ours == "2.00 ms" && highlight.best == "4.00 ms, soxr")
    #expect(highlight.ratio == 0.5)
    #expect(comparison.highlight("work", against: "swr") == nil)
  }

  @Test func startUpIsSubtractedWithinEachRound() {
    // In the second round the machine is slow.
    let excess = runs([5, 50, 7]).excess(over: runs([3, 47, 3]))
    #expect(abs(excess.processor - 0.003) < 1e-12)
    // Runs that aren't paired are compared by their medians.
    #expect(abs(runs([5]).excess(over: runs([1, 2, 9])).processor - 0.003) < 1e-12)
  }

  @Test(arguments: [(1.0, 1), (0.02, 1), (0.015, 2), (0.001, 20), (0, 20_000)])
  func briefWorkIsRepeated(_ seconds: Double, _ count: Int) {
    #expect(RepeatedWork.count(forSeconds: seconds) == count)
  }

  @Test func workInThisProcessRunsOncePerRoundIfItIsLong() throws {
    var counts = [0, 0]
    let runs = try Rounds(count: 2, patience: 0.04).measure(inProcess: [
      {
        counts[0] += 1
        Thread.sleep(forTimeInterval: 0.05)
      },
      { counts[1] += 1 },
    ])
    // It warms up, and is then measured once.
    #expect(counts[0] == 2 && runs[0].costs.count == 1)
    #expect(counts[1] > 4 && runs[1].costs.count == 2)
  }
}

/// The arguments that resampling programs are called with.
struct ResamplingProgramTests {
  private let url = URL(fileURLWithPath: "/bin/program")

  private func output(_ rate: Int?, _ type: PCMEncoding.SampleType) -> ResamplingProgram.Output {
    ResamplingProgram.Output(rate: rate, type: type)
  }

  @Test func ourProgramGetsItsFormat() {
    let program = ResamplingProgram.afconvert("afconvert", url, ["--resampler", "libsamplerate"])
    #expect(
      program.arguments("in", "out", output(44_100, .float64)) == [
        "in", "out", "-f", "WAVE", "-d", "LEF64@44100", "--resampler", "libsamplerate",
      ])
    #expect(
      ResamplingProgram.afconvert("afconvert", url, []).arguments("in", "out", output(nil, .int16))
        == ["in", "out", "-f", "WAVE", "-d", "LEI16"])
  }

  @Test func soxOnlyCopiesWithoutARate() {
    let program = ResamplingProgram.sox("sox", url, quality: "-v")
    #expect(
      program.arguments("in", "out", output(48_001, .float32)) == [
        "-V1", "-D", "in", "-b", "32", "-e", "floating-point", "out", "rate", "-v", "48001",
      ])
    #expect(
      program.arguments("in", "out", output(nil, .int16))
        == ["-V1", "-D", "in", "-b", "16", "-e", "signed-integer", "out"])
  }
}

/// Samples in files.
struct TestWaveTests {
  @Test(arguments: [PCMEncoding.SampleType.float64, .float32, .int16])
  func samplesAreRead(_ type: PCMEncoding.SampleType) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let samples = [0, 0.25, -0.5, 1 - 0x1p-15]
    try TestWave.write(samples, channelCount: 2, rate: 8000, as: type, to: file)
    #expect(try TestWave.read(file, as: type) == samples)
    #expect(throws: Failure.self) { try TestWave.read(file, as: .int24) }
  }
}

/// Resamplers that are called inside this process.
struct LibraryContenderTests {
  private let sound = MemorySound(seconds: 0.5, channelCount: 2, rate: 48_000)
  private let change = RateChange(sourceRate: 48_000, rate: 44_100)

  @Test func everyInstalledOneConverts() throws {
    for contender in OwnResampler.all + LibraryContender.peers {
      try contender.run(sound, change)
    }
  }

  @Test(arguments: [0, 21_985, 22_115])
  func wrongLengthsAreNotMeasured(_ count: Int) {
    let contender = LibraryContender(name: "short") { _, _ in count }
    #expect(throws: Failure.self) { try contender.run(sound, change) }
  }

  @Test func blocksHoldTheSamples() {
    #expect(sound.frameCount == 24_000 && sound.samples.count == 48_000)
    #expect(sound.blocks.map(\.count) == [8192, 8192, 8192, 8192, 8192, 7040])
    #expect(sound.blocks.joined().elementsEqual(sound.samples.map { Double($0) }))
  }
}
