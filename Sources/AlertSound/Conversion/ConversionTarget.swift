public import SoundFormat

/// What to make of a sound.
public struct ConversionTarget: Hashable, Sendable {
  /// Which channels the output has.
  public enum Channels: Hashable, Sendable {
    /// The source's.
    case unchanged
    /// A number of them, dropped or duplicated. See ``/SoundFormat/ChannelMap/changing(_:to:)``.
    case count(Int)
    /// A number of them, mixed down. See ``ChannelMix/down(from:sourceChannelCount:to:)``.
    case mixed(Int)
    /// For each output channel the index of a source channel, or nil for silence.
    case map([Int?])
  }

  /// The container to write.
  public var container: Container
  /// How to code the frames; nil copies the source's packets as they are.
  public var dataFormat: DataFormat?
  /// Frames per second, in Hz; nil keeps the source's.
  public var sampleRate: Double?
  /// How carefully to change the rate.
  public var resamplingQuality = ResamplingQuality.best
  /// Which channels the output has.
  public var channels = Channels.unchanged
  /// Which loudspeaker each of the source's channels is for, in place of what the source says.
  public var inputLayout: ChannelLayout?
  /// Which loudspeaker each of the output's channels is for; nil keeps the source's.
  public var outputLayout: ChannelLayout?
  /// How many frames to leave out at the beginning.
  public var firstFrame = 0
  /// The most frames the output may have, counted at its rate; nil keeps them all. Copied packets
  /// can't be cut.
  public var frameLimit: Int?
  /// Over how many frames a sound that `frameLimit` cuts fades to silence. They are held in memory until
  /// it is known whether more follow; a sound that isn't cut doesn't fade.
  public var fadeOutFrameCount = 0
  /// How long to search for the IMA4 that comes closest to the sound: 0 takes Apple's bytes, 1 to 127 look
  /// ahead, the longer the closer. See ``/SoundFormat/IMA4SearchEncoder``.
  public var ima4Quality = 0
  /// Noise against the error of fewer bits; Apple adds none unless told to.
  public var dither: Dither?
  /// Frames a decoder drops before and after the sound, in place of what the source says.
  public var primingOverride = PrimingOverride()
  /// Whether a CAF notes what it was made from. See ``/SoundFormat/SourceTag``.
  public var tagsSource = false
  /// Whether the audio begins at byte 4096, as in files of Apple's tools.
  public var usesFiller = true

  /// Asks for a container and a data format and leaves everything else as the source has it.
  ///
  /// - Parameters:
  ///   - container: The container to write.
  ///   - dataFormat: How to code the frames; nil copies the source's packets as they are.
  public init(container: Container, dataFormat: DataFormat?) {
    self.container = container
    self.dataFormat = dataFormat
  }
}

/// Which of the frames a compressed source decodes to are sound; nil keeps what its file says.
public struct PrimingOverride: Hashable, Sendable {
  /// Frames before the sound.
  public var primingFrameCount: Int?
  /// Frames after it.
  public var remainderFrameCount: Int?

  /// Overrides one number or both.
  public init(primingFrameCount: Int? = nil, remainderFrameCount: Int? = nil) {
    self.primingFrameCount = primingFrameCount
    self.remainderFrameCount = remainderFrameCount
  }
}

extension Container {
  /// The container of a four-character code, as `afconvert -f` takes it; nil for an unknown one.
  public init?(fileType: FourCharCode) {
    guard let container = Self.allCases.first(where: { $0.fileType == fileType }) else {
      return nil
    }
    self = container
  }

  /// The container of a new file, by its name's extension; nil for an unknown one.
  ///
  /// An extension that several containers use goes to the one whose own it is (`aiff` is AIFF's),
  /// unless that one doesn't hold the data format.
  public init?(pathExtension: String, holding dataFormat: (Container) -> DataFormat?) {
    let pathExtension = pathExtension.lowercased()
    let candidates = [Container.caf, .wave, .aiff, .aifc].filter {
      $0.pathExtensions.contains(pathExtension)
    }
    let fitting = candidates.first { container in
      dataFormat(container).map { container.holds($0) } ?? true
    }
    let owner = candidates.first { $0.pathExtensions.first == pathExtension }
    guard let container = fitting ?? owner ?? candidates.first else { return nil }
    self = container
  }

  /// The data format of a new file for which none is asked: the first 16-bit linear PCM the
  /// container holds, as Apple's `afconvert` chooses.
  public var defaultDataFormat: DataFormat {
    dataFormats.first { $0.pcmEncoding?.sampleType == .int16 } ?? dataFormats[0]
  }
}

extension Container {
  /// The rate nearest to one that the container's header can say: WAVE counts whole Hz.
  func statable(_ sampleRate: Double) -> Double {
    switch self {
    case .caf, .aiff, .aifc: sampleRate
    case .wave, .rf64, .bw64: sampleRate.rounded()
    }
  }
}
