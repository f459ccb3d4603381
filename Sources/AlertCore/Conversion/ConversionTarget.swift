public import SoundFormat

/// What to convert a sound to.
///
/// Start from ``alert`` for alerts. For the bytes of Apple's `afconvert`, start from a container and a data format.
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
    /// A number of channels, without mixing. The last channels are dropped, or silent channels are added. A single
    /// source channel goes to every output channel.
    case count(Int)
    /// Like `count`, but a reduction to one or two channels is a mix of all channels, with the gains of ITU-R BS.775-3.
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
  /// Which loudspeaker each of the source's channels is for; nil for what the source states.
  public var inputLayout: ChannelLayout?
  /// Which loudspeaker each of the output's channels is for; nil keeps the source's layout.
  public var outputLayout: ChannelLayout?
  /// Whether a WAVE file has the header of Apple's tools: for one or two channels with a layout,
  /// `WAVE_FORMAT_EXTENSIBLE`; for µ-law and A-law, no `fact` chunk, although the standard asks for this chunk.
  package var hasApplesWAVEHeader = true
  /// How many frames to skip at the source's beginning.
  public var firstFrame = 0
  /// The output's maximum number of frames, at the output's rate; nil for no limit. Copied packets can't be cut.
  package var frameLimit: Int?
  /// How many frames fade to silence at the end if `frameLimit` cuts the sound. These frames are held in memory.
  package var fadeOutFrameCount = 0
  /// The loudness and the true peak of the output; nil changes neither. All settings above are applied first.
  ///
  /// With levels, the sound is read at least twice. If the sound already meets the levels, its samples don't change,
  /// and its packets are copied if possible. If it doesn't, a target that copies packets is an error.
  public var levels: LevelTarget?
  /// The source's levels, if they were measured and meet `levels`. The source's packets are then copied.
  var keptLevels: LevelChange?
  /// The quality of IMA4: 0 gives the same bytes as Apple's tool; from 1 to 127, a search makes the noise less audible.
  public var ima4Quality = 0
  /// If set, IMA4 ends with a whole packet and, if possible, stays below this length, in seconds. Nil leaves padding
  /// after the sound, as in Apple's files. FFmpeg 8.1 to 9.0 can't open such files, and other readers play the padding.
  package var wholePacketLimit: Double?
  /// The dither to add when the bit depth is reduced; nil adds none, Apple's default.
  public var dither: Dither?
  /// The numbers of frames to drop before and after the sound, in place of the numbers that the source states.
  package var primingOverride = PrimingOverride()
  /// Whether the audio begins at byte 4096, as in files of Apple's tools.
  package var usesFiller = true
  /// Whether another encoder reads the output. The output's size then differs from the size of the final file.
  package var isEncodedAgain = false

  /// IMA4 in a CAF, the smallest format that every iPhone plays. A search makes the noise less audible. A debug build
  /// leaves out the search: without optimization, it would take five seconds for each second of stereo.
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

/// The numbers of priming and padding frames of a compressed source. Nil keeps the number that the source states.
package struct PrimingOverride: Equatable, Sendable {
  /// How many frames are before the sound.
  package var primingFrameCount: Int?
  /// How many frames are after the sound.
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
  /// If several containers use the extension, the first container that can hold the data format wins: for `aiff`, AIFF,
  /// or AIFC if AIFF can't hold the format. If none can, the container whose first extension is `pathExtension` wins.
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

  /// The data format of a new file if no format is asked for: the container's first 16-bit linear PCM, as in Apple's
  /// `afconvert`.
  package var defaultDataFormat: DataFormat {
    dataFormats.first { $0.pcmEncoding?.sampleType == .int16 } ?? dataFormats[0]
  }

  /// Returns the nearest rate that the container's header can state. WAVE stores only integer rates.
  package func statable(_ sampleRate: Double) -> Double {
    hasWholeRates ? sampleRate.rounded() : sampleRate
  }
}
