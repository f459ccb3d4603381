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

  @Test func bytesAreThoseOfTheSynchronousForm() async throws {
    let conversion = try Conversion(of: Self.source(), to: Self.target)
    func synchronousBytes() throws -> [UInt8] { try conversion.inMemory().bytes }
    let last = Locked(0.0)
    let folder = try TemporaryDirectory()
    try await conversion.write(to: folder.filePath("a.caf")) { fraction in
      last.withLock { $0 = fraction }
    }
    #expect(try folder.read("a.caf") == synchronousBytes())
    #expect(last.withLock { $0 } == 1)
  }

  @Test func theFileIsWrittenAndInspected() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.filePath("a.caf")
    try await Conversion(of: Self.source(), to: Self.target).write(to: path)
    #expect(try await SoundInspection(of: path).verdict.outcome == .plays)
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
          try await conversion.write(to: path) { _ in
            continuation.yield()
            while !isReleased.withLock({ $0 }) {}
          }
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
