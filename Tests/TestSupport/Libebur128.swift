import Foundation

/// libebur128 measures loudness and true peak in many players and editors. The tests use it if it
/// is installed (Debian's `libebur128-1`).
@safe
public struct Libebur128: @unchecked Sendable {
  private typealias State = UnsafeMutableRawPointer
  private let create: @convention(c) (UInt32, CUnsignedLong, CInt) -> State?
  private let setChannel: @convention(c) (State, UInt32, CInt) -> CInt
  private let add: @convention(c) (State, UnsafePointer<Double>, Int) -> CInt
  private let loudness: @convention(c) (State, UnsafeMutablePointer<Double>) -> CInt
  private let truePeak: @convention(c) (State, UInt32, UnsafeMutablePointer<Double>) -> CInt
  private let destroy: @convention(c) (UnsafeMutablePointer<State?>) -> Void

  public static let installed = Libebur128()

  private init?() {
    guard let library = unsafe dlopen("libebur128.so.1", RTLD_NOW) else { return nil }
    func function<Function>(_ name: String) -> Function? {
      unsafe dlsym(library, "ebur128_" + name).map { unsafe unsafeBitCast($0, to: Function.self) }
    }
    guard
      let create: @convention(c) (UInt32, CUnsignedLong, CInt) -> State? = unsafe function("init"),
      let setChannel: @convention(c) (State, UInt32, CInt) -> CInt = unsafe function("set_channel"),
      let add: @convention(c) (State, UnsafePointer<Double>, Int) -> CInt =
        unsafe function("add_frames_double"),
      let loudness: @convention(c) (State, UnsafeMutablePointer<Double>) -> CInt =
        unsafe function("loudness_global"),
      let truePeak: @convention(c) (State, UInt32, UnsafeMutablePointer<Double>) -> CInt =
        unsafe function("true_peak"),
      let destroy: @convention(c) (UnsafeMutablePointer<State?>) -> Void = unsafe function(
        "destroy")
    else { return nil }
    unsafe (self.create, self.setChannel, self.add) = (create, setChannel, add)
    unsafe (self.loudness, self.truePeak, self.destroy) = (loudness, truePeak, destroy)
  }

  /// Measures a sound. Six channels must be left, right, centre, low frequencies and the two
  /// surrounds.
  ///
  /// - Returns: The integrated loudness in LUFS and the true peak in dBTP.
  public func levels(of sound: PlainSound) -> (loudness: Double, truePeak: Double) {
    // The modes for integrated loudness and true peak, and the modes that they require.
    let modes: CInt = 1 | 1 << 2 | 1 << 4 | 1 << 5
    let channelCount = sound.channels.count
    var state = unsafe create(UInt32(channelCount), CUnsignedLong(sound.sampleRate), modes)
    defer { unsafe destroy(&state) }
    if channelCount == 1 { _ = unsafe setChannel(state!, 0, 1) }
    if channelCount == 6 {
      for (channel, place) in ([1, 2, 3, 0, 4, 5] as [CInt]).enumerated() {
        _ = unsafe setChannel(state!, UInt32(channel), place)
      }
    }
    let samples = interleaved(sound.channels)
    _ = unsafe samples.withUnsafeBufferPointer {
      unsafe add(state!, $0.baseAddress!, sound.frameCount)
    }
    var (integrated, peak) = (0.0, 0.0)
    _ = unsafe loudness(state!, &integrated)
    for channel in 0..<channelCount {
      var value = 0.0
      _ = unsafe truePeak(state!, UInt32(channel), &value)
      peak = max(peak, value)
    }
    return (integrated, 20 * log10(peak))
  }
}
