package import AlertSound
package import SoundFormat
package import SystemPackage

extension DataFormatSpecifier {
  /// Why the data format asked for doesn't exist.
  package enum ResolutionError: Error, Hashable, Sendable {
    /// `N` asks for the PCM a lossless source was made from, but the source is lossy: its format.
    case lossySource(DataFormat)
    /// The flags or the frames per packet don't match the format.
    case otherDetails(DataFormat)

    /// What is wrong, without a full stop.
    package var reason: String {
      switch self {
      case .lossySource(let format):
        "-d N decodes lossless sounds, and this one is \(format)"
      case .otherDetails(let format):
        "the flags or frames per packet don't match \(format)"
      }
    }

    /// What the user can do about it, without a full stop.
    package var advice: String {
      switch self {
      case .lossySource: "name a data format, such as LEI16"
      case .otherDetails: "leave out '/' and '#'"
      }
    }
  }

  /// Returns the data format asked for, in a container and for a source; nil copies the source's packets.
  ///
  /// - Throws: `ResolutionError`.
  package func dataFormat(
    in container: Container, from source: SoundSource
  ) throws(ResolutionError) -> DataFormat? {
    switch coding {
    case .packetsOfSource: return nil
    case .nativePCMOfSource:
      guard let sampleType = source.losslessSampleType else {
        throw .lossySource(source.format.dataFormat)
      }
      // 8 bits are signed in one container and unsigned in another.
      let otherSign: PCMEncoding.SampleType = sampleType == .int8 ? .uint8 : .int8
      let formats = (sampleType.bitDepth == 8 ? [sampleType, otherSign] : [sampleType]).map {
        DataFormatSpecifier(coding: .linearPCM($0, nil)).dataFormat(in: container)
      }
      return formats.compactMap(\.self).first(where: container.holds) ?? formats[0]
    case .linearPCM, .codec:
      let format = dataFormat(in: container)
      if let format, !describes(format) { throw .otherDetails(format) }
      return format
    }
  }

  /// Whether `/flags` and `#frames` match a data format. They are meant for codecs this library doesn't have.
  private func describes(_ dataFormat: DataFormat) -> Bool {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: dataFormat)
    let flags = format.coreAudioDescription.formatFlags
    return formatFlags ?? flags == flags
      && framesPerPacket ?? format.framesPerPacket == format.framesPerPacket
  }
}

extension Container {
  /// Infers the container from an output's extension, and among containers that share it from the data
  /// format; nil if no container's files have this extension.
  package init?(ofOutput path: FilePath?, holding dataFormat: DataFormatSpecifier?) {
    self.init(pathExtension: path?.extension ?? "") { dataFormat?.dataFormat(in: $0) }
  }
}
