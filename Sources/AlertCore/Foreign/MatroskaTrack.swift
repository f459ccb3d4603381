internal import SoundFormat

/// What a Matroska or WebM file states of its first sound.
///
/// Sources: RFC 8794, 4 to 6 (EBML); RFC 9559, 5.1.4 (tracks).
struct MatroskaTrack {
  /// In Hz.
  private(set) var sampleRate = 8000.0
  private(set) var channelCount = 1
  private var isSound = false
  private var isOpus = false

  /// Reads the tracks; nil if there is no sound among them.
  ///
  /// - Throws: `SoundFileError` if the source can't be read.
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
      // Type 2 is sound.
      case 0x83: isSound = try walk.bytes(of: element).last == 2
      case 0x86: isOpus = try walk.bytes(of: element).starts(with: "A_OPUS".utf8)
      case 0xE1: try read(walk.children(of: element.body), &walk)
      case 0xB5:
        // A number of 4 or 8 bytes.
        let bytes = try walk.bytes(of: element)
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if bytes.count == 4 { sampleRate = Double(Float(bitPattern: UInt32(bits))) }
        if bytes.count == 8 { sampleRate = Double(bitPattern: bits) }
      case 0x9F:
        channelCount = try walk.bytes(of: element).reduce(0) { min($0, 255) << 8 | Int($1) }
      default: break
      }
    }
    // Opus decodes to 48 kHz, whatever the encoder was given.
    if isOpus { sampleRate = 48_000 }
  }
}

/// An element of EBML: an identifier, a size and a body.
private struct Element {
  let id: UInt32
  let body: Range<Int>
}

/// Finds elements. However many a file claims, few are looked at.
private struct ElementWalk<Source: ByteSource> {
  private let source: Source
  private var elementsLeft = 2000

  init(_ source: Source) {
    self.source = source
  }

  /// The element at an offset; nil if none begins there. A size that is unknown or too large ends with the parent.
  mutating func element(at offset: Int, before end: Int) throws(SoundFileError) -> Element? {
    guard offset < end, elementsLeft > 0 else { return nil }
    elementsLeft -= 1
    // An identifier has 4 bytes at most, a size 8.
    let bytes = try source.bytes(at: offset, count: min(12, end - offset))
    // Zeros before the first one tell how many bytes follow.
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

  /// The elements inside a range, up to one that isn't read.
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

  /// The first bytes of an element, as many as a number or a codec's name needs.
  func bytes(of element: Element) throws(SoundFileError) -> [UInt8] {
    try source.bytes(at: element.body.lowerBound, count: min(8, element.body.count))
  }
}
