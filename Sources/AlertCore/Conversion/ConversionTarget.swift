public import SoundFormat

/// What to convert a sound to.
///
/// Start from ``alert`` for alerts, and from a container and a data format for the bytes of Apple's `afconvert`.
///
/// ```swift
/// var target = ConversionTarget.alert
/// target.sampleRate = 22_050
/// target.channels = .mixed(1)
/// ```
public struct ConversionTarget: Equatable, Sendable {
  /// Which channels the output has.
  public enum Channels: Equatable, Sendable {
    /// The source's channels.
    case unchanged
    /// This many channels, without mixing. The last channels are dropped, or silent channels are added. But a single
    /// channel goes to every output channel.
    case count(Int)
    /// This many channels, by mixing down. The gains follow ITU-R BS.775-3.
    case mixed(Int)
    /// For each output channel, the index of a source channel, or nil for silence.
    case map([Int?])
  }

  /// The container to write.
  public var container: Container
  /// How to code the frames; nil copies the source's packets as they are.
  public var dataFormat: DataFormat?
  /// Frames per second, in Hz; nil keeps the source's rate.
  public var sampleRate: Double?
  /// How a change of rate is computed.
  public var resamplingMethod = ResamplingMethod.bandLimited
  /// Which channels the output has.
  public var channels = Channels.unchanged
  /// Which loudspeaker each of the source's channels is for, overriding the source.
  public var inputLayout: ChannelLayout?
  /// Which loudspeaker each of the output's channels is for; nil keeps the source's layout.
  public var outputLayout: ChannelLayout?
  /// Whether a WAVE file has the header of Apple's tools. If it has one or two channels, it then states its source's layout,
  /// in a `WAVE_FORMAT_EXTENSIBLE` header. If it is µ-law or A-law, it lacks the `fact` chunk that the standard asks for.
  package var hasApplesWAVEHeader = true
  /// How many frames to skip at the beginning.
  public var firstFrame = 0
  /// The output has at most this many frames, counted at its own rate; nil for no limit. Copied packets can't be cut.
  package var frameLimit: Int?
  /// How many frames fade to silence if `frameLimit` cuts the sound; other sounds don't fade. These frames are held in
  /// memory.
  package var fadeOutFrameCount = 0
  /// The loudness and the true peak of the output; nil doesn't change them. They are applied after all settings above.
  ///
  /// With levels, the sound is read at least twice. If it already meets the levels, its samples don't change, and its
  /// packets are copied if possible. Otherwise, copying packets is an error.
  public var levels: LevelTarget?
  /// The source's levels, if they were measured and meet `levels`. The source's packets are then copied.
  var keptLevels: LevelChange?
  /// Whether to search for IMA4 with less audible noise: 0 gives the same bytes as Apple's tool, 1 to 127 search.
  public var ima4Quality = 0
  /// If set, the frames of IMA4 fill whole packets, as long as the output stays below this length, in seconds. Nil leaves
  /// padding after the sound, as in Apple's files. FFmpeg 8.1 to 9.0 can't open those, and other readers play the padding.
  package var wholePacketLimit: Double?
  /// The dither to add when the bit depth is reduced; nil adds none, Apple's default.
  public var dither: Dither?
  /// How many frames a decoder drops before and after the sound, overriding the source.
  package var primingOverride = PrimingOverride()
  /// Whether the audio begins at byte 4096, as in files of Apple's tools.
  package var usesFiller = true
  /// Whether another encoder reads the output, so that the output's size isn't that of the file.
  package var isEncodedAgain = false

  /// IMA4 in a CAF, the smallest format that every iPhone plays. A search makes its noise less audible, except in a
  /// debug build: without optimization, it would take five seconds for each second of stereo.
  public static let alert: ConversionTarget = {
    var target = ConversionTarget(container: .caf, dataFormat: .ima4)
    #if !DEBUG
      target.ima4Quality = IMA4SearchEncoder.defaultQuality
    #endif
    return target
  }()

  /// Creates a target with a container and a data format. Everything else stays as in the source.
  ///
  /// - Parameters:
  ///   - container: The container to write.
  ///   - dataFormat: How to code the frames; nil copies the source's packets as they are.
  public init(container: Container, dataFormat: DataFormat?) {
    self.container = container
    self.dataFormat = dataFormat
  }
}

/// The numbers of priming and padding frames of a compressed source, overriding its file; nil keeps the file's number.
package struct PrimingOverride: Equatable, Sendable {
  /// Frames before the sound.
  package var primingFrameCount: Int?
  /// Frames after the sound.
  package var remainderFrameCount: Int?

  package init(primingFrameCount: Int? = nil, remainderFrameCount: Int? = nil) {
    self.primingFrameCount = primingFrameCount
    self.remainderFrameCount = remainderFrameCount
  }
}

extension Container {
  /// Returns the container to write for one of Core Audio's codes for file types; nil for an unknown code.
  package init?(fileType: FourCharCode) {
    guard let container = Self.writable.first(where: { $0.fileType == fileType }) else {
      return nil
    }
    self = container
  }

  /// Returns the container of a new file by its name's extension; nil for an unknown extension.
  ///
  /// If several containers use the extension, the first that can hold the data format wins: for `aiff`, AIFF, or AIFC
  /// if AIFF can't hold the format. If none can, the container whose main extension this is wins.
  package init?(pathExtension: String, holding dataFormat: (Container) -> DataFormat?) {
    let pathExtension = pathExtension.lowercased()
    let candidates = Self.chosenByExtension.filter { $0.pathExtensions.contains(pathExtension) }
    let fitting = candidates.first { container in
      dataFormat(container).map { container.holds($0) } ?? true
    }
    let owner = candidates.first { $0.pathExtensions.first == pathExtension }
    guard let container = fitting ?? owner ?? candidates.first else { return nil }
    self = container
  }

  /// The data format of a new file if none is asked for: the container's first 16-bit linear PCM, as in Apple's
  /// `afconvert`.
  package var defaultDataFormat: DataFormat {
    dataFormats.first { $0.pcmEncoding?.sampleType == .int16 } ?? dataFormats[0]
  }

  /// Returns the nearest rate that the container's header can state. WAVE stores only integer rates.
  package func statable(_ sampleRate: Double) -> Double {
    hasWholeRates ? sampleRate.rounded() : sampleRate
  }
}
