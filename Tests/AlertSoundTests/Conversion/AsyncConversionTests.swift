import AlertSound
import ConversionSupport
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

struct AsyncConversionTests {
  private static let target = ConversionTarget(container: .caf, dataFormat: .ima4)

  private static func source(frameCount: Int = 10_000) throws -> SoundSource {
    try SoundSource(bytes: soundFile(.wave, .pcm(.int16), frameCount: frameCount))
  }

  @Test func detachedWorkReportsItsProgress() async throws {
    let conversion = try Conversion(of: Self.source(), to: Self.target)
    let last = Locked(0.0)
    let folder = try TemporaryDirectory()
    let path = folder.filePath("a.caf")
    let result = try await Monitor(progress: { done in last.withLock { $0 = done } }).detached {
      try conversion.write(to: path, monitor: $0)
    }
    #expect(result.facts.outcome == .converted)
    #expect(try folder.read("a.caf") == conversion.inMemory().bytes)
    #expect(last.withLock { $0 } == 1)
    let inspection = try await Monitor().detached { try SoundInspection(of: path, monitor: $0) }
    #expect(inspection.verdict.outcome == .plays)
    let levels = try await Monitor().detached { monitor in
      try SoundSource(path: path).frames(monitor: monitor).levels(monitor: monitor)
    }
    #expect(levels.frameCount == 10_000)
  }

  /// The conversion waits until its task is cancelled. If it didn't notice the cancellation, it would succeed.
  @Test func cancellingTheTaskCancelsTheConversion() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.filePath("a.caf")
    let conversion = try Conversion(of: Self.source(frameCount: 200_000), to: Self.target)
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      // The conversion waits on its own thread, so the shared threads stay free to cancel the task.
      let isReleased = Locked(false)
      return await withTaskCancellationHandler {
        await #expect(throws: CancellationError.self) {
          let monitor = Monitor { _ in
            continuation.yield()
            while !isReleased.withLock({ $0 }) {}
          }
          return try await monitor.detached { try conversion.write(to: path, monitor: $0) }
        }
      } onCancel: {
        isReleased.withLock { $0 = true }
      }
    }
    for await _ in started { break }
    task.cancel()
    _ = await task.value
    #expect(try folder.names == [])
  }
}
