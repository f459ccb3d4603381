package import SoundFormat

/// The headers of a sound that this library doesn't decode, but browsers may: Ogg, WebM, HE-AAC.
///
/// A browser resamples every sound to the rate that the page asks for, so the sound's own rate must be known first.
package struct BrowserFormat {
  /// In Hz; nil if the headers don't tell.
  package private(set) var sampleRate: Double?
  package private(set) var channelCount: Int?
  /// The number of frames without the codec's delay and padding; nil if the headers don't state it.
  package private(set) var frameCount: Int?
  /// What the headers show to be wrong.
  package private(set) var warnings: [SoundWarning] = []
  /// The bits of a sample of FLAC in Ogg; nil for other codecs.
  package private(set) var bitDepth: Int?
  /// The codec's delay, in frames, which some browsers don't remove.
  package private(set) var primingFrameCount = 0
  /// The codec's four-character code in Core Audio. Source: CoreAudioBaseTypes.h.
  package private(set) var formatID: FourCharCode = "????"

  package init(of source: some ByteSource) throws(SoundFileError) {
    try read(source)
    if let rate = sampleRate, !(rate > 0) { sampleRate = nil }
    if let count = channelCount, count < 1 { channelCount = nil }
  }

  private mutating func read(_ source: some ByteSource) throws(SoundFileError) {
    if let sound = try? SoundFile(bounded: source) {
      (sampleRate, channelCount) = (sound.format.sampleRate, sound.format.channelCount)
      (frameCount, warnings) = (sound.frameCount, sound.warnings)
      primingFrameCount = sound.packetTable?.primingFrameCount ?? 0
      formatID = sound.format.dataFormat.formatID
      return
    }
    if let stream = try OggIdentification(ofFileIn: source) {
      (sampleRate, channelCount) = (stream.sampleRate, stream.channelCount)
      bitDepth = stream.bitDepth
    } else if let track = try MatroskaTrack(ofFileIn: source) {
      (sampleRate, channelCount) = (track.sampleRate, track.channelCount)
    }
  }
}

/// The first packet of an Ogg stream.
///
/// Sources: RFC 3533, 6; Vorbis I specification, 4.2.2; RFC 7845, 5.1; RFC 9639, 10.1.
private struct OggIdentification {
  /// In Hz.
  let sampleRate: Double
  let channelCount: Int
  /// The bits of a sample of FLAC; nil for a lossy codec.
  let bitDepth: Int?

  /// Reads the packet; nil if the file isn't an Ogg file with Vorbis, Opus or FLAC.
  init?(ofFileIn source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: 0, count: Self.byteCount)
    // Skip the page's header of 27 bytes, and the segment table, whose length is the header's last byte.
    guard bytes.count == Self.byteCount, bytes.starts(with: "OggS".utf8) else { return nil }
    let packet = Array(bytes.dropFirst(27 + Int(bytes[26])))
    guard packet.count >= 48 else { return nil }
    func littleEndian(_ offset: Int) -> UInt32 {
      packet[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    if packet.starts(with: "\u{1}vorbis".utf8) {
      (channelCount, sampleRate, bitDepth) = (Int(packet[11]), Double(littleEndian(12)), nil)
    } else if packet.starts(with: "OpusHead".utf8) {
      // Use 48 kHz, because Opus decodes to this rate, whatever rate the encoder was given.
      (channelCount, sampleRate, bitDepth) = (Int(packet[9]), 48_000, nil)
    } else if packet.starts(with: "\u{7F}FLAC".utf8) {
      // Skip a signature, a version and the number of header packets. The FLAC's own header follows.
      guard let flac = FLACConfiguration(Array(packet[9...])) else { return nil }
      (channelCount, sampleRate) = (flac.channelCount, Double(flac.sampleRate))
      bitDepth = flac.bitDepth
    } else {
      return nil
    }
    guard sampleRate > 0, channelCount > 0 else { return nil }
  }

  /// How many bytes to read: a page's header, the longest segment table, and 51 bytes of the packet.
  private static let byteCount = 27 + 255 + 51
}

/// The first sound track of a Matroska or WebM file.
///
/// Sources: RFC 8794, 4 to 6 (EBML); RFC 9559, 5.1.4 (tracks).
private struct MatroskaTrack {
  /// In Hz.
  private(set) var sampleRate = 8000.0
  private(set) var channelCount = 1
  private var isSound = false
  private var isOpus = false

  /// Reads the tracks; nil if there is no sound track.
  init?(ofFileIn source: some ByteSource) throws(SoundFileError) {
    var walk = ElementWalk(source)
    guard let header = try walk.element(at: 0, before: source.byteCount), header.id == 0x1A45_DFA3
    else { return nil }
    for segment in try walk.children(of: header.body.upperBound..<source.byteCount)
    where segment.id == 0x1853_8067 {
      for tracks in try walk.children(of: segment.body, until: 0x1F43_B675)
      where tracks.id == 0x1654_AE6B {
        for entry in try walk.children(of: tracks.body) where entry.id == 0xAE {
          self.init()
          try read(walk.children(of: entry.body), &walk)
          if isSound { return }
        }
      }
    }
    return nil
  }

  private init() {}

  private mutating func read(
    _ elements: [Element], _ walk: inout ElementWalk<some ByteSource>
  ) throws(SoundFileError) {
    for element in elements {
      switch element.id {
      // A track of type 2 is sound.
      case 0x83: isSound = try walk.bytes(of: element).last == 2
      case 0x86: isOpus = try walk.bytes(of: element).starts(with: "A_OPUS".utf8)
      case 0xE1: try read(walk.children(of: element.body), &walk)
      case 0xB5:
        // Read the sample rate, a float of 4 or 8 bytes.
        let bytes = try walk.bytes(of: element)
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if bytes.count == 4 { sampleRate = Double(Float(bitPattern: UInt32(bits))) }
        if bytes.count == 8 { sampleRate = Double(bitPattern: bits) }
      case 0x9F:
        channelCount = try walk.bytes(of: element).reduce(0) { min($0, 255) << 8 | Int($1) }
      default: break
      }
    }
    // Use 48 kHz, because Opus decodes to this rate, whatever rate the encoder was given.
    if isOpus { sampleRate = 48_000 }
  }
}

/// An element of EBML: an identifier, a size and a body.
private struct Element {
  let id: UInt32
  let body: Range<Int>
}

/// Finds at most 2000 elements, because a hostile file may contain millions.
private struct ElementWalk<Source: ByteSource> {
  private let source: Source
  private var elementsLeft = 2000

  init(_ source: Source) {
    self.source = source
  }

  /// Returns the element at an offset; nil if none starts there. An element whose size is unknown or too large ends
  /// with its parent.
  mutating func element(at offset: Int, before end: Int) throws(SoundFileError) -> Element? {
    guard offset < end, elementsLeft > 0 else { return nil }
    elementsLeft -= 1
    // Read at most 12 bytes, because an identifier has at most 4, and a size has at most 8.
    let bytes = try source.bytes(at: offset, count: min(12, end - offset))
    // Count the leading zero bits of the first byte, because that many bytes follow it.
    guard let first = bytes.first, first.leadingZeroBitCount < 4 else { return nil }
    let idByteCount = first.leadingZeroBitCount + 1
    let rest = bytes.dropFirst(idByteCount)
    guard let sizeByte = rest.first, sizeByte != 0 else { return nil }
    let sizeByteCount = sizeByte.leadingZeroBitCount + 1
    guard rest.count >= sizeByteCount else { return nil }
    let id = bytes.prefix(idByteCount).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let number = rest.prefix(sizeByteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let largest = (UInt64(1) << UInt64(7 * sizeByteCount)) - 1
    let start = offset + idByteCount + sizeByteCount
    let size = number & largest
    let isKnown = size != largest && size <= UInt64(end - start)
    return Element(id: id, body: start..<(isKnown ? start + Int(size) : end))
  }

  /// Returns the elements in a range that come before the first element with the ID `last`.
  mutating func children(
    of range: Range<Int>, until last: UInt32 = 0
  ) throws(SoundFileError) -> [Element] {
    var elements: [Element] = []
    var offset = range.lowerBound
    while let element = try element(at: offset, before: range.upperBound), element.id != last {
      elements.append(element)
      offset = element.body.upperBound
    }
    return elements
  }

  /// Returns the first 8 bytes of an element, enough for a number or a codec's name.
  func bytes(of element: Element) throws(SoundFileError) -> [UInt8] {
    try source.bytes(at: element.body.lowerBound, count: min(8, element.body.count))
  }
}
