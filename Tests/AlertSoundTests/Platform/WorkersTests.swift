import SoundFormat
import TestSupport
import Testing

@testable import AlertCore
@testable import AlertSound

struct WorkersTests {
  /// The channels' packets don't depend on who searches them, nor in which order.
  @Test func packetsDoNotDependOnTheWorkers() throws {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: .ima4)
    let frames = zip(Signal.bell.int16(frameCount: 2000), Signal.noise.int16(frameCount: 2000))
      .flatMap { [$0, $1] }
    func packets(_ workers: Workers) throws -> [UInt8] {
      var encoder = try FrameEncoder(for: format, ima4Quality: 31, workers: workers)
      return encoder.encode(.int16(frames)) + encoder.finish()
    }
    let expected = try packets(.sequential)
    #expect(!expected.isEmpty)
    let backwards = Workers { count, part in
      for index in (0..<count).reversed() { part(index) }
    }
    #expect(try packets(backwards) == expected)
    #expect(try packets(Host.system.workers) == expected)
  }
}
