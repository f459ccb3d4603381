import Foundation
import Platform
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore
@testable import AlertSound

struct ThreadsTests {
  /// The closure runs once for each index, even if it calls `Threads.perform` itself.
  @Test func eachPartRunsOnce() {
    let counts = Locked([Int](repeating: 0, count: 60))
    for _ in 0..<200 {
      Threads.perform(3) { outer in
        Threads.perform(20) { inner in
          counts.withLock { $0[outer * 20 + inner] += 1 }
        }
      }
    }
    #expect(counts.withLock { $0 } == [Int](repeating: 200, count: 60))
  }

  @Test(arguments: [-1, 0, 1, 2, 50]) func waitsForAllParts(count: Int) {
    let started = Locked(0)
    let ended = Locked(0)
    Threads.inParallel(count) {
      started.withLock { $0 += 1 }
      usleep(1000)
      ended.withLock { $0 += 1 }
    }
    #expect(ended.withLock { $0 } == max(1, count))
    #expect(started.withLock { $0 } == max(1, count))
  }
}

struct WorkersTests {
  /// The threads on which channels are encoded, and their order, don't change the packets.
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
    // Workers that leave out a channel give zeros for its packets, and the same packets of the other.
    let halves = try [0, 1].map { channel in try packets(Workers { _, part in part(channel) }) }
    for (start, half) in expected.indices.filter({ $0 % 34 == 0 }).flatMap({ [($0, 0), ($0, 1)] }) {
      let isIn = start / 34 % 2 == half
      let packet = Array(expected[start..<start + 34])
      #expect(
        Array(halves[half][start..<start + 34])
          == (isIn ? packet : [UInt8](repeating: 0, count: 34)))
    }
  }
}
