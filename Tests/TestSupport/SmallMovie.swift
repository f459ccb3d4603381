/// A small MPEG-4 file, box by box.
///
/// Layout: ISO/IEC 14496-12.
public struct SmallMovie: Sendable {
  /// The brand in `ftyp`. Nil omits the box.
  public var brand: String? = "M4A "
  /// The movie's and the sound's time units per second.
  public var movieTimescale: UInt32 = 1000
  public var timescale: UInt32 = 44_100
  /// The entry of `stsd`.
  public var entry: [UInt8]
  public var descriptionVersion: UInt32 = 0
  /// The packets, in runs with unrelated bytes between them.
  public var runs: [[[UInt8]]]
  /// Each pair is a number of packets and their duration.
  public var durations: [(UInt32, UInt32)]
  /// Each pair is a length in the movie's time units and a start in the sound's. Nil omits the edit
  /// list.
  public var edits: [(UInt32, Int32)]?
  public var hasRollGroups = false
  /// iTunes' text about priming and padding.
  public var padding: String?
  public var writer: String?
  public var title: String?
  /// Whether `moov` precedes the packets.
  public var isFastStart = false
  /// New contents for the boxes in `stbl`, by type. An empty content omits the box.
  public var tables: [String: [UInt8]] = [:]
  /// The content of `dinf`.
  public var dataReference = fullBox("dref", [0, 0, 0, 1], fullBox("url ", flags: 1))
  public var handler = "soun"
  /// The content of `mvex`, a box of fragmented files.
  public var fragmentDefaults: [UInt8] = []

  public init(
    entry: [UInt8], runs: [[[UInt8]]], durations: [(UInt32, UInt32)]
  ) {
    self.entry = entry
    self.runs = runs
    self.durations = durations
  }

  public var bytes: [UInt8] {
    let type = brand.map { box("ftyp", Array($0.utf8), number(0), Array("isom".utf8)) } ?? []
    let gap = Array(repeating: UInt8(0xEE), count: 5)
    let media = Array(runs.map { $0.flatMap { $0 } }.joined(separator: gap))
    let movieByteCount = movie(mediaOffset: 0).count
    let mediaOffset = type.count + (isFastStart ? movieByteCount : 0) + 8
    let movie = movie(mediaOffset: mediaOffset)
    return type + (isFastStart ? movie + box("mdat", media) : box("mdat", media) + movie)
  }

  private func movie(mediaOffset: Int) -> [UInt8] {
    let length = durations.reduce(0) { $0 + $1.0 * $1.1 }
    var offset = mediaOffset
    var offsets: [UInt32] = []
    var map: [UInt32] = []
    for (index, run) in runs.enumerated() {
      offsets.append(UInt32(offset))
      map += [UInt32(index + 1), UInt32(run.count), 1]
      offset += run.reduce(0) { $0 + $1.count } + 5
    }
    let sizes = runs.joined().map { UInt32($0.count) }
    let standard: [(String, [UInt8])] = [
      ("stsd", fullBox("stsd", version: descriptionVersion, number(1), entry)),
      (
        "stts",
        fullBox("stts", numbers([UInt32(durations.count)] + durations.flatMap { [$0.0, $0.1] }))
      ),
      ("stsc", fullBox("stsc", numbers([UInt32(runs.count)] + map))),
      ("stsz", fullBox("stsz", numbers([0, UInt32(sizes.count)] + sizes))),
      ("stco", fullBox("stco", numbers([UInt32(offsets.count)] + offsets))),
      (
        "sgpd",
        hasRollGroups
          ? fullBox("sgpd", Array("roll".utf8), numbers([2, 1]), [0xFF, 0xFF])
            + fullBox("sbgp", Array("roll".utf8), numbers([1, UInt32(sizes.count), 1])) : []
      ),
    ]
    let tables = standard.flatMap { self.tables[$0.0] ?? $0.1 }
    let edits = edits.map { edits in
      box(
        "edts",
        fullBox(
          "elst",
          numbers(
            [UInt32(edits.count)] + edits.flatMap { [$0.0, UInt32(bitPattern: $0.1), 0x1_0000] })))
    }
    return box(
      "moov",
      fullBox("mvhd", numbers([0, 0, movieTimescale, 0]), zeros(80)),
      box(
        "trak", fullBox("tkhd", flags: 7, numbers([0, 0, 1, 0, 0]), zeros(60)), edits ?? [],
        box(
          "mdia", fullBox("mdhd", numbers([0, 0, timescale, length, 0])),
          fullBox("hdlr", number(0), Array(handler.utf8), zeros(13)),
          box(
            "minf", fullBox("smhd", number(0)), box("dinf", dataReference),
            box("stbl", tables)))),
      fragmentDefaults.isEmpty ? [] : box("mvex", fragmentDefaults), texts)
  }

  private var texts: [UInt8] {
    var items: [UInt8] = []
    if let title { items += box([0xA9] + Array("nam".utf8), Self.data(title)) }
    if let writer { items += box([0xA9] + Array("too".utf8), Self.data(writer)) }
    if let padding {
      items += box(
        "----", fullBox("mean", Array("com.apple.iTunes".utf8)),
        fullBox("name", Array("iTunSMPB".utf8)), Self.data(padding))
    }
    return items.isEmpty ? [] : box("udta", fullBox("meta", box("ilst", items)))
  }

  private static func data(_ text: String) -> [UInt8] {
    box("data", numbers([1, 0]), Array(text.utf8))
  }
}

extension SmallMovie {
  /// An entry of `stsd` for AAC.
  ///
  /// - Parameter config: The content of the decoder's description. The default is AAC-LC, 44,100 Hz, mono.
  public static func aacEntry(
    config: [UInt8] = [0x12, 0x08], channelCount: UInt16 = 2, rate: UInt32 = 44_100
  ) -> [UInt8] {
    let decoder =
      [0x40, 0x15, 0, 0, 0] + numbers([128_000, 64_000]) + [5, UInt8(config.count)] + config
    let stream = [0, 0, 0, 4, UInt8(decoder.count)] + decoder
    return entry(
      "mp4a", channelCount: channelCount, rate: rate,
      fullBox("esds", [3, UInt8(stream.count)] + stream))
  }

  /// An entry of `stsd`, of version 0.
  public static func entry(
    _ type: String, channelCount: UInt16 = 1, bits: UInt16 = 16, rate: UInt32 = 44_100,
    _ boxes: [UInt8] = []
  ) -> [UInt8] {
    box(
      type, zeros(6), [0, 1], zeros(8), [UInt8(channelCount >> 8), UInt8(channelCount & 0xFF)],
      [UInt8(bits >> 8), UInt8(bits & 0xFF)], zeros(4), number(rate << 16), boxes)
  }

  /// The note on a file that neither states its encoder's delay nor names FFmpeg.
  public static let assumedDelay =
    "the encoder's delay isn't stated: 2112 frames at the start are left out"

  /// A file with AAC. Its packets have correct sizes and durations, but their bytes are no sound.
  public static func aac(packetCount: Int = 4, last: UInt32 = 1024) -> SmallMovie {
    let packets = (0..<packetCount).map { Array(repeating: UInt8($0 % 256), count: 20 + $0 % 64) }
    let others = (count: UInt32(packetCount - 1), delta: UInt32(1024))
    return SmallMovie(
      entry: aacEntry(), runs: [packets], durations: [others, (count: 1, delta: last)])
  }
}

/// Returns a box: its size, its type and its content.
public func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
  box(Array(type.utf8), Array(parts.joined()))
}

/// Returns a box whose type isn't text.
public func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
  number(UInt32(8 + content.count)) + type + content
}

/// Returns a box whose content begins with a version and flags.
public func fullBox(
  _ type: String, version: UInt32 = 0, flags: UInt32 = 0, _ parts: [UInt8]...
) -> [UInt8] {
  box(type, number(version << 24 | flags) + Array(parts.joined()))
}

/// Returns a number of 32 bits, big-endian.
public func number(_ value: UInt32) -> [UInt8] { value.big() }

public func numbers(_ values: [UInt32]) -> [UInt8] { values.flatMap(number) }

public func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
