import Foundation
import TestSupport
import Testing

@testable import SoundFormat

/// Decodes an MP3 to the frames that are sound, the channels interleaved.
private func sound(of file: [UInt8]) throws -> (sound: SoundFile, samples: [Float]) {
  let sound = try SoundFile(parsing: file)
  let all = try MP3Decoder.samples(of: file).samples
  let priming = (sound.packetTable?.primingFrameCount ?? 0) + sound.decoderDelay
  let start = priming * sound.format.channelCount
  return (sound, Array(all[start..<start + sound.frameCount * sound.format.channelCount]))
}

/// How much two decoders differ, in units of the last of 16 bits.
private struct Difference {
  var greatest = 0.0
  var rootMeanSquare = 0.0

  init(_ samples: some Collection<Float>, _ others: some Collection<Float>) {
    var energy = 0.0
    for (sample, other) in zip(samples, others) {
      let difference = Double(sample - other) * 32_768
      greatest = max(greatest, difference.magnitude)
      energy += difference * difference
    }
    rootMeanSquare = (energy / Double(max(1, min(samples.count, others.count)))).squareRoot()
  }
}

/// Decodes a file with mpg123 to 32-bit floats.
private func mpg123(_ file: [UInt8]) throws -> [Float] {
  let folder = try TemporaryDirectory()
  let bytes = try Tool.mpg123.run(["-q", "-e", "f32", "-s", folder.write(file, to: "in.mp3")])
  return stride(from: 0, to: bytes.count, by: 4).map { start in
    Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
}

/// Streams of packets with every kind of window, also mixed ones, which LAME doesn't make.
@Suite(.enabled(if: Tool.mpg123.isInstalled, "mpg123 is not installed"))
struct MP3WindowOracleTests {
  @Test(arguments: [RandomMP3.Version.version1, .version2], [0, 1, 2] as [UInt32])
  func decodesAsMpg123Does(version: RandomMP3.Version, rateIndex: UInt32) throws {
    for (mode, extensionBits) in [(0, 0), (1, 2), (3, 0)] as [(UInt32, UInt32)] {
      var stream = RandomMP3(seed: UInt64(10 * rateIndex + mode))
      (stream.version, stream.rateIndex) = (version, rateIndex)
      (stream.mode, stream.extensionBits) = (mode, extensionBits)
      (stream.isExact, stream.bitRateIndex, stream.gains) = (true, 14, 150...175)
      let file = (0..<60).flatMap { _ in stream.packet() }
      let (_, samples) = try sound(of: file)
      let others = try mpg123(file)
      #expect(samples.count == others.count)
      let difference = Difference(samples, others)
      #expect(difference.greatest < 0.02)
      #expect(difference.rootMeanSquare < 0.002)
    }
  }
}

/// MP3s that LAME and FFmpeg made.
@Suite(.enabled(if: Tool.lame.isInstalled, "lame is not installed"))
struct MP3OracleTests {
  /// Noise and a tone in two channels.
  private static func source(_ frameCount: Int, rate: Int, channelCount: Int) -> PlainSound {
    let noise = Signal.noise.doubles(frameCount: frameCount, sampleRate: Double(rate))
    let tone = Signal.bell.doubles(frameCount: frameCount, sampleRate: Double(rate))
    let channels = [
      zip(noise, tone).map { $0 * 0.2 + $1 * 0.6 }, zip(noise, tone).map { $0 * 0.1 - $1 * 0.3 },
    ]
    return PlainSound(Array(channels.prefix(channelCount)), sampleRate: Double(rate))
  }

  private static func encoded(_ source: PlainSound, _ options: [String]) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let input = try folder.write(source.file(.wave), to: "in.wav")
    if options.first == "ffmpeg" {
      try Tool.ffmpeg.run(
        ["-v", "error", "-nostdin", "-i", input] + options.dropFirst() + [folder.path("out.mp3")])
    } else {
      try Tool.lame.run(["--quiet"] + options + [input, folder.path("out.mp3")])
    }
    return try folder.read("out.mp3")
  }

  private static let encodings =
    [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].flatMap { rate in
      [["-b", "64"], ["-V", "2"], ["-b", "64", "-m", "m"], ["-b", "96", "-m", "s", "-p"]].map {
        (rate, $0)
      }
    } + [
      (44_100, ["-b", "320"]), (44_100, ["-b", "128", "-m", "f"]), (48_000, ["--abr", "110"]),
      (44_100, ["--freeformat", "-b", "160"]), (44_100, ["--freeformat", "-b", "450"]),
    ]

  /// The samples are those of mpg123's 32-bit floats.
  @Test(.enabled(if: Tool.mpg123.isInstalled, "mpg123 is not installed"), arguments: encodings)
  func decodesAsMpg123Does(rate: Int, options: [String]) throws {
    let source = Self.source(rate, rate: rate, channelCount: 2)
    let file = try Self.encoded(source, options + ["--resample", "\(Double(rate) / 1000)"])
    let others = try mpg123(file)
    let (parsed, samples) = try sound(of: file)
    #expect(samples.count == others.count)
    #expect(parsed.format.sampleRate == Double(rate))
    let difference = Difference(samples, others)
    #expect(difference.greatest < 0.15)
    #expect(difference.rootMeanSquare < 0.01)
  }

  /// A row: a rate, LAME's options, a change of the file, how many frames it decodes to, and where the source begins in
  /// them.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var rate = 44_100
    var channelCount = 2
    var sourceFrameCount: Int?
    var options: [String]
    var change: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    var frameCount: Int?
    var start = 0
    var testDescription: String { name }
  }

  private static let indexed: [Row] =
    [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].flatMap { rate in
      [
        Row(name: "CBR \(rate)", rate: rate, options: ["-b", "64", "-m", "m"]),
        Row(name: "VBR \(rate)", rate: rate, options: ["-V", "3"]),
      ]
    } + [
      Row(name: "ABR", options: ["--abr", "128"]), Row(name: "320", options: ["-b", "320"]),
      Row(name: "mono", channelCount: 1, options: ["-b", "64"]),
      Row(name: "4 frames", sourceFrameCount: 4, options: ["-b", "128"]),
      Row(name: "500 frames", sourceFrameCount: 500, options: ["-b", "128"]),
      Row(name: "checksum", options: ["-p", "-b", "128"]),
      Row(name: "free 160", options: ["--freeformat", "-b", "160"]),
      Row(name: "free 450", options: ["--freeformat", "-b", "450"]),
      Row(name: "ID3v2", options: ["-b", "128", "--tt", "Title", "--add-id3v2"]),
      Row(name: "ID3v1", options: ["-b", "128", "--tt", "Title", "--id3v1-only"]),
      Row(name: "picture", options: ["-b", "128"]) { picture + $0 },
      Row(name: "junk", options: ["-b", "128"]) { noise(1000) + $0 },
      Row(name: "zeros", options: ["-b", "128"]) { zeros(1000) + $0 },
      Row(name: "APE", options: ["-b", "128"]) { $0 + ape },
      Row(name: "Lyrics3", options: ["-b", "128"]) {
        $0 + Array("LYRICSBEGININD0000200000033LYRICS200".utf8) + Array("TAG".utf8) + zeros(125)
      },
      Row(
        name: "cut end", options: ["-b", "128"], change: { $0.dropLast(100) }, frameCount: 43_823),
      Row(name: "joined", options: ["-b", "128"], change: { $0 + $0 }, frameCount: 90_180),
      Row(
        name: "joined with a tag", options: ["-b", "128"], change: { $0 + picture + $0 },
        frameCount: 90_180),
    ]

  private static let unindexed: [Row] = [
    Row(name: "no index", options: ["-t", "-b", "128"], frameCount: 46_080, start: 1105),
    Row(name: "no index, VBR", options: ["-t", "-V", "4"], frameCount: 46_080, start: 1105),
    Row(
      name: "no index, 22,050 Hz", rate: 22_050, options: ["-t", "-b", "64"], frameCount: 23_616,
      start: 1105),
    Row(
      name: "cut beginning", options: ["-b", "128"], change: { Array($0.dropFirst(5000)) },
      frameCount: 33_408, start: .min),
    Row(name: "iTunes", options: ["-t", "-b", "128"]) { iTunes("COMM") + $0 },
    Row(name: "iTunes, TXXX", options: ["-t", "-b", "128"]) { iTunes("TXXX") + $0 },
    Row(
      name: "iTunes, other length", options: ["-t", "-b", "128"],
      change: { iTunes("COMM") + $0.dropLast(418) }, frameCount: 42_948),
  ]

  private static let ffmpeg: [Row] = [
    Row(name: "FFmpeg", options: ["ffmpeg"]),
    Row(name: "FFmpeg without a tag", options: ["ffmpeg", "-id3v2_version", "0"]),
    Row(
      name: "FFmpeg without an index", options: ["ffmpeg", "-write_xing", "0"], frameCount: 46_080,
      start: 1105),
  ]

  @Test(arguments: indexed + unindexed + (Tool.ffmpeg.isInstalled ? ffmpeg : []))
  func lengths(row: Row) throws {
    let frameCount = row.sourceFrameCount ?? row.rate
    let source = Self.source(frameCount, rate: row.rate, channelCount: row.channelCount)
    let resampling =
      row.options[0] == "ffmpeg" ? [] : ["--resample", "\(Double(row.rate) / 1000)"]
    let file = row.change(try Self.encoded(source, row.options + resampling))
    let (sound, samples) = try sound(of: file)
    #expect(sound.frameCount == row.frameCount ?? frameCount)
    guard frameCount > 5000, row.start != .min else { return }
    // The source matches best where it begins.
    let channel = stride(from: 0, to: samples.count, by: sound.format.channelCount).map {
      Double(samples[$0])
    }
    let errors = (row.start - 20...row.start + 20).map { start -> Double in
      (2000..<4000).reduce(0.0) { sum, frame in
        sum + pow(channel[max(0, frame + start)] - source.channels[0][frame], 2)
      }
    }
    let best = try #require(errors.indices.min { errors[$0] < errors[$1] })
    #expect(best == 20)
  }

  /// A picture full of bytes that look like headers.
  private static let picture = id3Tag(
    id3Frame("APIC", (0..<80_000).flatMap { _ in [0xFF, 0xFB, 0x90, 0x64] as [UInt8] }))

  private static let ape =
    Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xA0] + zeros(8)
    + (0..<256).flatMap { _ in [0xFF, 0xFB, 0x90, 0x64] as [UInt8] } + zeros(0x4D0)

  /// The padding of 40 packets with 44,100 frames of sound.
  private static func iTunes(_ name: String) -> [UInt8] {
    let numbers = " 00000000 00000240 0000057C 000000000000AC44"
    guard name == "TXXX" else {
      return id3Tag(id3Frame(name, [0] + Array("engiTunSMPB\u{0}".utf8) + Array(numbers.utf8)))
    }
    func wide(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    return id3Tag(id3Frame(name, [1] + wide("iTunSMPB\u{0}") + wide(numbers)))
  }

  private static func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(($0 * 37 + 11) % 251) }
  }
}

/// minimp3's conformance streams (https://github.com/lieff/minimp3, `vectors`), if the corpus has them.
private let vectors: URL? = {
  let folder = Corpus.installed?.folder.appending(path: "minimp3")
  return folder.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
}()

@Suite(.enabled(if: vectors != nil, "minimp3's vectors are not installed"))
struct MP3VectorTests {
  /// Each case: a stream, and how many frames its samples begin after the first packet's.
  @Test(arguments: [
    ("l3-compl", 0), ("l3-he_32khz", 0), ("l3-he_44khz", 0), ("l3-he_48khz", 0), ("l3-he_free", 0),
    ("l3-he_mode", 0), ("l3-hecommon", 0), ("l3-si", 0), ("l3-si_block", 0), ("l3-si_huff", 0),
    ("l3-sin1k0db", 2304), ("l3-test45", 0), ("l3-test46", 0), ("M2L3_bitrate_16_all", 0),
    ("M2L3_bitrate_22_all", 0), ("M2L3_bitrate_24_all", 0), ("M2L3_compl24", 0),
    ("M2L3_noise", 0),
  ])
  func samplesAreThoseOfTheVectors(name: String, start: Int) throws {
    let folder = try #require(vectors)
    let file = [UInt8](try Data(contentsOf: folder.appending(path: name + ".bit")))
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name + ".pcm")))
    var expected = stride(from: 0, to: bytes.count, by: 2).map {
      Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
    }
    if name == "l3-he_mode" { expected = try Self.averaged(expected, of: file) }
    let (samples, channelCount) = try MP3Decoder.samples(of: file)
    var greatest = 0
    var energy = 0
    for (sample, other) in zip(samples.dropFirst(start * channelCount), expected) {
      let difference = Int(sample.roundedToInt16) - other
      greatest = max(greatest, abs(difference))
      energy += difference * difference
    }
    #expect(greatest <= 1)
    #expect(
      (Double(energy) / Double(expected.count)).squareRoot() <= (name == "l3-he_mode" ? 0.5 : 0.15))
  }

  /// The samples of a stream whose packets have one channel or two, in one channel, as the first packet has.
  private static func averaged(_ samples: [Int], of file: [UInt8]) throws -> [Int] {
    var packets = PacketCursor(try SoundFile(parsing: file))
    var rest = samples[...]
    var averages: [Int] = []
    while let packet = try packets.next(in: AnyByteSource(file)) {
      let channelCount = file[packet.lowerBound + 3] >> 6 == 3 ? 1 : 2
      for _ in 0..<1152 {
        averages.append(rest.prefix(channelCount).reduce(0, +) / channelCount)
        rest = rest.dropFirst(channelCount)
      }
    }
    return averages
  }
}
