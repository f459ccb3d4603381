import Foundation
import TestSupport
import Testing

@testable import SoundFormat

/// Decodes what FFmpeg encodes, and agrees with FFmpeg's decoder.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct AACDecoderTests {
  /// Decodes a file packet by packet, with the encoder's delay and padding.
  static func samples(of file: [UInt8]) throws -> [Float] {
    let sound = try SoundFile(parsing: file)
    var decoder = try AACDecoder(try #require(sound.aac))
    var packets = PacketCursor(sound)
    var block = SampleBlock.int16([])
    var samples: [Float] = []
    while let range = try packets.next(in: AnyByteSource(file)) {
      try decoder.decode(Array(file[range]), into: &block)
      guard case .float32(let part) = block else { throw SoundFileError(.malformed, "no floats") }
      samples += part
    }
    #expect(samples.count == sound.decodedFrameCount * sound.format.channelCount)
    return samples
  }

  /// Decodes a file with FFmpeg, with the encoder's delay and padding.
  static func reference(_ path: String) throws -> [Float] {
    let bytes = try Tool.ffmpeg.run([
      "-v", "error", "-flags2", "+skip_manual", "-i", path, "-map", "0:a:0", "-c:a", "pcm_f32le",
      "-f", "f32le", "-",
    ])
    return stride(from: 0, to: bytes.count, by: 4).map { offset in
      bytes.withBytes {
        Float(bitPattern: $0.loadInteger(at: offset, as: UInt32.self, order: .little))
      }
    }
  }

  /// The largest and the effective difference, in units of 16 bits.
  static func differences(_ samples: [Float], _ other: [Float]) -> (largest: Double, rms: Double) {
    var (largest, sum) = (0.0, 0.0)
    for (a, b) in zip(samples, other) {
      let difference = (Double(a) - Double(b)).magnitude * 32_768
      largest = max(largest, difference)
      sum += difference * difference
    }
    return (largest, (sum / Double(max(1, min(samples.count, other.count)))).squareRoot())
  }

  /// Tones, noise and attacks that change from channel to channel, so that an encoder uses all its tools.
  private static func source(channelCount: Int, rate: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(channelCount))
    var bytes: [UInt8] = []
    for frame in 0..<rate / 2 {
      let time = Double(frame) / Double(rate)
      let shared = 0.2 * sin(2 * .pi * 443 * time) + 0.1 * sin(2 * .pi * 1761 * time * (1 + time))
      let attack = exp(-60 * (time * 5).truncatingRemainder(dividingBy: 1))
      for channel in 0..<channelCount {
        let noise = Double.random(in: -1...1, using: &generator)
        let own = 0.15 * sin(2 * .pi * (300 + 211 * Double(channel)) * time)
        let value = shared + own + (0.02 + 0.4 * attack) * noise
        let integer = Int16(max(-32_768, min(32_767, value * 32_767)))
        bytes += [UInt8(truncatingIfNeeded: integer), UInt8(truncatingIfNeeded: integer >> 8)]
      }
    }
    return bytes
  }

  /// Encodes half a second.
  private static func encode(
    rate: Int, channelCount: Int, options: [String], as name: String,
    in directory: TemporaryDirectory
  ) throws -> String {
    let input = try directory.write(source(channelCount: channelCount, rate: rate), to: "in.raw")
    let path = directory.path(name)
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "s16le", "-ar", "\(rate)", "-ac", "\(channelCount)", "-i", input]
        + ["-c:a", "aac", "-bitexact"] + options + [path])
    return path
  }

  private static let plain = (largest: 0.03, rms: 0.003)
  private static let withNoise = (largest: 1.0, rms: 0.03)

  /// All rates; rates of the spectrum from 1 to 6 bits a frame; each tool without the others; all numbers of channels.
  @Test(
    arguments: [
      (96_000, 2, "-b:a 192k"), (88_200, 1, "-b:a 128k"), (64_000, 2, "-b:a 160k"),
      (48_000, 1, "-b:a 96k"), (32_000, 2, "-b:a 128k"), (24_000, 2, "-b:a 64k"),
      (22_050, 1, "-b:a 48k"), (16_000, 2, "-b:a 64k"), (12_000, 1, "-b:a 32k"),
      (11_025, 2, "-b:a 40k"), (8000, 1, "-b:a 16k"), (44_100, 2, "-b:a 320k -aac_pns 0"),
      (44_100, 2, "-b:a 128k -aac_pns 0"), (44_100, 2, "-b:a 128k -aac_pns 0 -aac_tns 0"),
      (44_100, 2, "-b:a 64k -aac_pns 0 -aac_is 1"), (44_100, 2, "-b:a 96k -aac_pns 0 -aac_ms 0"),
      (44_100, 2, "-b:a 48k"), (44_100, 2, "-q:a 0.3"), (44_100, 1, "-q:a 4 -aac_pns 0"),
      (44_100, 2, "-b:a 128k -aac_coder fast"), (48_000, 4, "-b:a 256k -aac_pns 0"),
      (48_000, 5, "-b:a 320k -channel_layout 5.0"), (48_000, 6, "-b:a 384k -channel_layout 5.1"),
      (48_000, 8, "-b:a 512k -channel_layout 7.1"),
    ])
  func agreesWithFFmpeg(rate: Int, channelCount: Int, options: String) throws {
    let directory = try TemporaryDirectory()
    let path = try Self.encode(
      rate: rate, channelCount: channelCount,
      options: options.split(separator: " ").map(String.init), as: "x.m4a", in: directory)
    let samples = try Self.samples(of: directory.read("x.m4a"))
    let reference = try Self.reference(path)
    #expect(samples.count == reference.count)
    let difference = Self.differences(samples, reference)
    let limit = options.contains("-aac_pns 0") ? Self.plain : Self.withNoise
    #expect(difference.largest <= limit.largest && difference.rms <= limit.rms, "\(difference)")
  }

  /// Every tool of AAC-LC and AAC-LD, as random as the formats allow. Filters make some packets very loud.
  @Test(arguments: [(false, 1), (false, 2), (true, 1), (true, 2)], [1, 2, 3])
  func agreesOnRandomPackets(kind: (isLowDelay: Bool, channelCount: Int), seed: UInt64) throws {
    var stream = RandomAAC(
      seed: seed, isLowDelay: kind.isLowDelay, channelCount: kind.channelCount)
    stream.hasNoise = false
    let file = stream.file(packetCount: 100)
    let directory = try TemporaryDirectory()
    let samples = try Self.samples(of: file)
    let reference = try Self.reference(directory.write(file, to: "x.m4a"))
    #expect(samples.count == reference.count)
    let peak = Double(samples.reduce(1) { max($0, $1.magnitude) })
    let difference = Self.differences(samples, reference)
    #expect(difference.largest <= 0.1 * peak && difference.rms <= 0.01 * peak, "\(difference)")
  }

  /// A frame of ADTS may have several packets, with and without checksums, which aren't checked.
  @Test func readsADTS() throws {
    let directory = try TemporaryDirectory()
    let movie = try Self.encode(
      rate: 44_100, channelCount: 2, options: ["-b:a", "64k"], as: "x.m4a", in: directory)
    try Tool.ffmpeg.run(["-v", "error", "-i", movie, "-c", "copy", directory.path("x.aac")])
    let file = try directory.read("x.aac")
    let samples = try Self.samples(of: directory.read("x.m4a"))
    #expect(try Self.samples(of: file) == samples)

    let sound = try SoundFile(parsing: file)
    var cursor = PacketCursor(sound)
    var packets: [[UInt8]] = []
    while let range = try cursor.next(in: AnyByteSource(file)) {
      packets.append(Array(file[range].dropFirst(7)))
    }
    // Configuration 0: the first packet, or each, begins with a list of its channels: a pair.
    let program = hex("A0 A0 80 00 04 00 00")
    for programCount in [1, packets.count] {
      let listed = packets.enumerated().flatMap { index, packet -> [UInt8] in
        var frame = Array(file.prefix(7)) + (index < programCount ? program : []) + packet
        frame[2] &= 0xFE
        frame[3] = UInt8(frame.count >> 11)
        frame[4] = UInt8(truncatingIfNeeded: frame.count >> 3)
        frame[5] = UInt8(truncatingIfNeeded: frame.count << 5) | frame[5] & 0x1F
        return frame
      }
      #expect(try Self.samples(of: listed) == samples)
    }
    for (count, hasChecksum) in [(2, false), (3, false), (4, true), (1, true), (2, true)] {
      var joined: [UInt8] = []
      for start in stride(from: 0, to: packets.count - count + 1, by: count) {
        var body: [UInt8] = hasChecksum ? zeros(2 * count) : []
        for (index, packet) in packets[start..<start + count].enumerated() {
          body += packet
          if hasChecksum, count > 1, index + 1 < count { body += [0xAB, 0xCD] }
        }
        let length = body.count + 7
        var header = Array(file.prefix(7))
        if hasChecksum { header[1] &= 0xFE }
        header[3] = header[3] & 0xFC | UInt8(length >> 11)
        header[4] = UInt8(truncatingIfNeeded: length >> 3)
        header[5] = UInt8(truncatingIfNeeded: length << 5) | header[5] & 0x1F
        header[6] = header[6] & 0xFC | UInt8(count - 1)
        joined += header + body
      }
      let found = try Self.samples(of: joined)
      #expect(found == Array(samples.prefix(found.count)), "\(count) packets")
      #expect(found.count >= 2 * 1024 * (packets.count - 3))
    }
  }

  /// Real files: AAC-LC and AAC-LD from Apple's encoder.
  @Test(
    .enabled(if: Corpus.installed != nil, "the corpus is not installed"),
    arguments: ["caredaily_beep.caf", "mattetti_ring.caf"])
  func agreesOnRealFiles(name: String) throws {
    let row = try #require(Corpus.installed?.rows.first { $0["file"] == name })
    let samples = try Self.samples(of: row.bytes())
    let url = try #require(Corpus.installed?.folder.appending(path: name))
    let reference = try Self.reference(url.path(percentEncoded: false))
    #expect(samples.count == reference.count)
    let difference = Self.differences(samples, reference)
    #expect(difference.largest <= 0.03 && difference.rms <= 0.003, "\(difference)")
  }
}
