package import SoundFormat

/// The facts from a sound file's headers that `afinfo` and `alertsound info` print.
package struct SoundReport: Sendable {
  /// Rate, channels and coding.
  package var format: StreamFormat
  /// Which loudspeaker each channel is for, if the file says so.
  package var layout: ChannelLayout?
  /// Which loudspeaker each channel is for after decoding.
  package var decodedLayout: ChannelLayout?
  /// How many frames the sound has, without the codec's priming and padding.
  package var frameCount: Int
  package var details: SoundDetails
  /// The type of the samples that the sound was made from, in Core Audio's notation: `I16`, `F32`.
  package var sourceBitDepth: String?
  package var metadata: SoundMetadata
  /// Where the file deviates from its format's specification.
  package var notes: [Note]

  /// The human-readable name of the container. If an external decoder reads the sound, the name includes the codec.
  package var typeName: String { details.typeName }
  /// Every chunk, in file order; empty if an external decoder reads the sound.
  package var chunks: [Chunk] { details.chunks }
  /// How long the sound is, in seconds.
  package var duration: Double { Double(frameCount) / format.sampleRate }
  /// How long the sound is by Core Audio's estimate, in seconds.
  package var estimatedDuration: Double { details.estimatedDuration ?? duration }

  /// Creates the report of a sound. To include formats that can't be decoded, open the sound with
  /// `SoundSource(inspecting:)`.
  package init(of source: SoundSource) {
    format = source.format
    layout = source.soundFile.map { $0.layout } ?? source.layout
    decodedLayout = source.layout
    frameCount = source.frameCount
    metadata = source.metadata
    notes = source.notes
    details = source.structure.details
    if let byteOrder = details.byteOrder, let encoding = format.dataFormat.pcmEncoding {
      format.dataFormat = .linearPCM(encoding.stored(byteOrder))
    }
    sourceBitDepth = source.losslessBitDepth ?? metadata[.sourceBitDepth]
  }
}

extension SoundSource {
  /// The type of the samples that a lossless sound was made from, in Core Audio's notation; nil for a lossy sound.
  fileprivate var losslessBitDepth: String? {
    if let sampleType = losslessSampleType {
      return (sampleType.isFloat ? "F" : "I") + String(sampleType.bitDepth)
    }
    guard case .other(let codec) = format.dataFormat, codec.formatID == "alac" else { return nil }
    return CodecDescription.losslessBitDepths[codec.formatFlags].map { "I\($0)" }
  }
}

package enum Toolkit {
  package static let name = "alertsound"
  package static let version = "0.1.0"
}
