import Foundation
import TestSupport
import Testing

@testable import SoundFormat

extension MP3Decoder {
  /// Decodes a file's packets to samples, including the frames that aren't sound.
  static func samples(of file: [UInt8]) throws -> (samples: [Float], channelCount: Int) {
    let sound = try SoundFile(parsing: file)
    var decoder = MP3Decoder(channelCount: sound.format.channelCount)
    var packets = PacketCursor(sound)
    var block = SampleBlock.int16([])
    var samples: [Float] = []
    while let range = try packets.next(in: AnyByteSource(file)) {
      try decoder.decode(Array(file[range]), into: &block)
      guard case .float32(let part) = block else { continue }
      samples += part
    }
    return (samples, sound.format.channelCount)
  }
}

struct MP3DecoderTests {
  @Test func anEmptyPacketIsSilence() throws {
    var stream = RandomMP3(seed: 1)
    stream.gains = 0...0
    var packet = stream.packet()
    packet.replaceSubrange(4..., with: zeros(packet.count - 4))
    var decoder = MP3Decoder(channelCount: 2)
    var block = SampleBlock.int16([])
    try decoder.decode(packet, into: &block)
    guard case .float32(let samples) = block else { return }
    #expect(samples == [Float](repeating: 0, count: 2304))
  }

  /// A packet whose audio begins in a missing packet is silent, and later packets are decoded.
  @Test func missingAudioIsSilence() throws {
    var stream = RandomMP3(seed: 3)
    let packets = [stream.packet(borrowing: 100), stream.packet(borrowing: 100), stream.packet()]
    var decoder = MP3Decoder(channelCount: 2)
    var block = SampleBlock.int16([])
    var isSilent: [Bool] = []
    for packet in packets {
      try decoder.decode(packet, into: &block)
      guard case .float32(let samples) = block else { continue }
      isSilent.append(samples.allSatisfy { $0 == 0 })
    }
    #expect(isSilent == [true, false, false])
  }

  @Test(arguments: [[], [0xFF, 0xFB], hex("FFFD9000") + zeros(413), hex("FFFB9000") + zeros(31)])
  func bytesThatAreNoPacketAreRefused(packet: [UInt8]) {
    var decoder = MP3Decoder(channelCount: 1)
    var block = SampleBlock.int16([])
    #expect(throws: SoundFileError(.malformed, "")) { try decoder.decode(packet, into: &block) }
  }

  /// If a stream changes its channels, the first packet's stay: one channel is copied to both, and two are averaged.
  @Test func channelsStay() throws {
    var mono = RandomMP3(seed: 5)
    mono.mode = 3
    var stereo = RandomMP3(seed: 6)
    stereo.mode = 0
    let packets = [mono.packet(), stereo.packet(), stereo.packet(), mono.packet()]
    func decoded(_ channelCount: Int) throws -> [[Float]] {
      var decoder = MP3Decoder(channelCount: channelCount)
      var block = SampleBlock.int16([])
      return try packets.map { packet in
        try decoder.decode(packet, into: &block)
        guard case .float32(let samples) = block else { return [] }
        return samples
      }
    }
    let (one, two) = (try decoded(1), try decoded(2))
    for index in packets.indices {
      #expect(one[index].count == 1152)
      for frame in 0..<1152 {
        let (left, right) = (two[index][2 * frame], two[index][2 * frame + 1])
        #expect(one[index][frame] == ((left + right) * 0.5))
        if index % 3 == 0 { #expect(left == right) }
      }
    }
  }
}

/// The tables are those of the standard.
struct MP3TableTests {
  /// All codes of the code books: book, symbol, length and code. The digest was computed from the tables of libav and
  /// Symphonia, which are the same, after every code was decoded by minimp3's tables.
  @Test func codeBooksAreComplete() {
    let books = MP3CodeBooks.standard
    var bytes: [UInt8] = []
    let numbers = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 24]
    let all =
      numbers.map { ($0, books.pairs[$0]) }
      + books.quadruples.enumerated().map { (32 + $0.offset, $0.element) }
    for (number, book) in all {
      var codes: [UInt8: (length: Int, code: Int)] = [:]
      Self.walk(books, book, book.start, Int(book.width), 0, 0) { symbol, length, code in
        codes[symbol] = (length, code)
      }
      for symbol in codes.keys.sorted() {
        let (length, code) = codes[symbol]!
        bytes += [
          UInt8(number), symbol >> 4, symbol & 15, UInt8(length), UInt8(code >> 8),
          UInt8(code & 0xFF),
        ]
      }
    }
    #expect(bytes.count == 8460)
    #expect(md5(bytes) == "ce88e22eeee282cebd670cc6f70e2029")
  }

  private static func walk(
    _ books: MP3CodeBooks, _ book: MP3CodeBooks.Book, _ table: Int, _ width: Int, _ length: Int,
    _ prefix: Int, _ found: (UInt8, Int, Int) -> Void
  ) {
    for index in 0..<1 << width {
      let entry = books.entries[table + index]
      if entry.isTable {
        walk(
          books, book, book.start + entry.table, Int(entry.width), length + width,
          prefix << width | index, found)
      } else {
        let unused = width - Int(entry.length)
        let code = (prefix << width | index) >> unused
        found(UInt8(entry.first << 4 | entry.second), length + Int(entry.length), code)
      }
    }
  }

  /// FFmpeg 5.1 has other widths here.
  @Test func band17At24kHz() {
    let ends = MP3Bands(rateIndex: 4).long.ends
    #expect(ends[16..<18] == [278, 332])
  }
}
