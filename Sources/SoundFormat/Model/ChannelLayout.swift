/// Which loudspeaker each channel is for.
///
/// The fields are those of Core Audio's `AudioChannelLayout`. CAF's `chan` chunk and AIFF's `CHAN` chunk store these
/// fields. Source: CAF specification, "Channel Layout Chunk".
public struct ChannelLayout: Hashable, Sendable {
  /// The layout's tag; its low 16 bits count the channels.
  package var tag: UInt32
  /// One bit for each loudspeaker. Used only if the tag is `usesBitmap`.
  package var bitmap: UInt32
  /// The channels one by one. Used only if the tag is `usesDescriptions`.
  package var descriptions: [ChannelDescription]

  package init(tag: UInt32, bitmap: UInt32 = 0, descriptions: [ChannelDescription] = []) {
    self.tag = tag
    self.bitmap = bitmap
    self.descriptions = descriptions
  }

  /// One channel: `kAudioChannelLayoutTag_Mono`.
  public static let mono = ChannelLayout(tag: 100 << 16 | 1)
  /// Left and right: `kAudioChannelLayoutTag_Stereo`.
  public static let stereo = ChannelLayout(tag: 101 << 16 | 2)

  /// Returns the layout of AAC with more than two channels, `kAudioChannelLayoutTag_AAC_5_1` for example; nil for other
  /// numbers of channels.
  static func aac(channelCount: Int) -> ChannelLayout? {
    let tags: [UInt32] = [114, 116, 120, 124, 142, 127]
    guard 3...8 ~= channelCount else { return nil }
    return ChannelLayout(tag: tags[channelCount - 3] << 16 | UInt32(channelCount))
  }

  private static let usesDescriptions: UInt32 = 0
  static let usesBitmap: UInt32 = 1 << 16

  public var channelCount: Int {
    switch tag {
    case Self.usesDescriptions: descriptions.count
    case Self.usesBitmap: bitmap.nonzeroBitCount
    default: Int(tag & 0xFFFF)
    }
  }

  /// Creates the layout of a `WAVE_FORMAT_EXTENSIBLE` channel mask, which has the same bits as `bitmap`;
  /// nil if the mask names no loudspeaker, or only the left one.
  package init?(speakerMask: UInt32) {
    switch speakerMask {
    // Ignore a mask of only the left speaker: many writers set the first bit for any mono sound.
    case 0, 0x1: return nil
    case 0x4: self = .mono
    case 0x3: self = .stereo
    default: self.init(tag: Self.usesBitmap, bitmap: speakerMask)
    }
  }

  /// The layout as a `WAVE_FORMAT_EXTENSIBLE` channel mask. 0 ("not stated") if the loudspeakers are unknown, or not in
  /// the order of the mask's bits.
  var speakerMask: UInt32 {
    if tag == Self.usesBitmap { return bitmap }
    var mask: UInt32 = 0
    for speaker in speakers ?? [] {
      guard speaker.rawValue > mask else { return 0 }
      mask |= speaker.rawValue
    }
    return mask
  }

  /// The layout's common name, as Apple's tools print it.
  public var name: String {
    switch speakerMask {
    case 0x4: "Mono"
    case 0x3: "Stereo (L R)"
    case 0x33: "Quadraphonic"
    case 0x3F: "5.1 (L R C LFE Ls Rs)"
    default: "\(counted(channelCount, "channel")) (layout 0x\(String(tag, radix: 16)))"
    }
  }
}

/// One channel of a layout that describes its channels individually.
package struct ChannelDescription: Hashable, Sendable {
  /// The channel's label, `kAudioChannelLabel_Left` for example.
  package var label: UInt32
  /// Whether the coordinates are valid, and how to interpret them.
  package var flags: UInt32
  /// The loudspeaker's position: distances to the right, to the front and upwards; or azimuth and elevation in degrees,
  /// and a distance. Distances are in metres if `flags` says so, otherwise relative.
  var coordinates: SIMD3<Float>
}

extension ChannelLayout {
  /// Parses the body of a `chan` chunk of CAF or of a `CHAN` chunk of AIFF. Source: CAF specification, "Channel Layout
  /// Chunk".
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    let tag = try reader.read(UInt32.self)
    let bitmap = try reader.read(UInt32.self)
    let descriptionCount = try reader.read(UInt32.self)
    self.init(tag: tag, bitmap: bitmap)
    // Don't reserve memory for the count, which is untrusted: append only what is present.
    for _ in 0..<descriptionCount {
      descriptions.append(
        ChannelDescription(
          label: try reader.read(), flags: try reader.read(),
          coordinates: SIMD3(
            try reader.readFloat(), try reader.readFloat(), try reader.readFloat())))
    }
  }

  /// Writes the body of a `chan` or `CHAN` chunk.
  func write(to writer: inout ByteWriter) {
    writer.write(tag)
    writer.write(bitmap)
    writer.write(UInt32(descriptions.count))
    for description in descriptions {
      writer.write(description.label)
      writer.write(description.flags)
      for axis in 0..<3 { writer.write(description.coordinates[axis].bitPattern) }
    }
  }
}
