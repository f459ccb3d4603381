import Foundation
import Synthesis

/// The meter libebur128, which also measures sounds of less than 400 ms, as one block.
@safe struct EBUR128Library {
  private typealias State = UnsafeMutableRawPointer
  private typealias Create = @convention(c) (CUnsignedInt, CUnsignedLong, CInt) -> State?
  private typealias SetChannel = @convention(c) (State, CUnsignedInt, CInt) -> CInt
  private typealias AddFrames = @convention(c) (State, UnsafePointer<Double>, Int) -> CInt
  private typealias Loudness =
    @convention(c) (State, CUnsignedLong, UnsafeMutablePointer<Double>) -> CInt
  private typealias GlobalLoudness =
    @convention(c) (State, UnsafeMutablePointer<Double>) -> CInt
  private typealias Destroy = @convention(c) (UnsafeMutablePointer<State?>) -> Void

  /// In milliseconds.
  private static let longestBlock = 400

  private let create: Create
  private let setChannel: SetChannel
  private let addFrames: AddFrames
  private let loudness: Loudness
  private let globalLoudness: GlobalLoudness
  private let destroy: Destroy

  /// Loads the library; nil if it isn't installed.
  init?() {
    guard let library = SharedLibrary(["libebur128.so.1", "libebur128.1.dylib"]),
      let create = unsafe library.function("ebur128_init", as: Create.self),
      let setChannel = unsafe library.function("ebur128_set_channel", as: SetChannel.self),
      let addFrames = unsafe library.function("ebur128_add_frames_double", as: AddFrames.self),
      let loudness = unsafe library.function("ebur128_loudness_window", as: Loudness.self),
      let globalLoudness = unsafe library.function(
        "ebur128_loudness_global", as: GlobalLoudness.self),
      let destroy = unsafe library.function("ebur128_destroy", as: Destroy.self)
    else { return nil }
    unsafe (self.create, self.setChannel, self.addFrames) = (create, setChannel, addFrames)
    unsafe (self.loudness, self.globalLoudness) = (loudness, globalLoudness)
    unsafe self.destroy = destroy
  }

  /// Measures a sound: all frames as one block if it has no longer one.
  ///
  /// - Returns: The loudness in LUFS; nil if it isn't above -70.
  func loudness(of channels: [Signal]) -> Double? {
    guard let channel = channels.first, !channel.frames.isEmpty else { return nil }
    let (rate, frameCount) = (Int(channel.sampleRate), channel.frames.count)
    // The block is a whole number of milliseconds: with the silence before the sound, it is too long by a part of one.
    let duration = (frameCount * 1000 + rate - 1) / rate
    let (momentary, integrated): (CInt, CInt) = (1, 1 << 2)
    var state = unsafe create(
      CUnsignedInt(channels.count), CUnsignedLong(rate), momentary | integrated)
    defer { unsafe destroy(&state) }
    guard let meter = unsafe state else { return nil }
    let left: CInt = 1
    if channels.count == 1 { _ = unsafe setChannel(meter, 0, left) }
    var result = -Double.infinity
    _ = unsafe channels.interleaved.withUnsafeBufferPointer {
      unsafe addFrames(meter, $0.baseAddress!, frameCount)
    }
    if duration > Self.longestBlock {
      _ = unsafe globalLoudness(meter, &result)
    } else {
      _ = unsafe loudness(meter, CUnsignedLong(duration), &result)
      result += 10 * log10(Double(rate * duration / 1000) / Double(frameCount))
    }
    return result > -70 ? result : nil
  }
}
