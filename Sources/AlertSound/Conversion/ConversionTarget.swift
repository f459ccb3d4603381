public import SoundFormat

/// What to make of a sound.
public struct ConversionTarget: Hashable, Sendable {
  /// The container to write.
  public var container: Container
  /// How to code the frames.
  public var dataFormat: DataFormat
  /// How many channels; nil keeps the source's. See ``ChannelMap/changing(_:to:)``.
  public var channelCount: Int?
  /// Whether the audio begins at byte 4096, as in files of Apple's tools.
  public var usesFiller: Bool

  public init(
    container: Container, dataFormat: DataFormat, channelCount: Int? = nil, usesFiller: Bool = true
  ) {
    self.container = container
    self.dataFormat = dataFormat
    self.channelCount = channelCount
    self.usesFiller = usesFiller
  }
}

extension Container {
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
