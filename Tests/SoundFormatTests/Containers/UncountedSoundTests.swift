import TestSupport
import Testing

@testable import SoundFormat

/// Headers that count less sound than the file holds.
struct UncountedSoundTests {
  private static let containers: [Container] = [.caf, .aiff, .aifc, .wave, .rf64, .bw64]

  private static let longAudio = (0..<8000 * 9).flatMap { frame in
    let sample = UInt16(bitPattern: Int16((frame * 37) % 8000 - 3900))
    return [UInt8(sample >> 8), UInt8(sample & 0xFF)]
  }

  private static func audio(seconds: Int) -> [UInt8] { Array(longAudio.prefix(16_000 * seconds)) }

  /// A file whose header counts `seconds` of sound, and then the audio.
  private static func file(
    _ container: Container, counting seconds: Int, _ audio: [UInt8]
  ) throws -> [UInt8] {
    let isBig = [.caf, .aiff, .aifc].contains(container)
    let format = StreamFormat(
      sampleRate: 8000, channelCount: 1, dataFormat: isBig ? .bigInt16 : .littleInt16)
    let header = SoundHeader(
      container: container, format: format, frameCount: 8000 * seconds, usesFiller: false)
    return try header.headerBytes() + audio
  }

  /// A recorder wrote the header after one second, and then died.
  @Test(arguments: containers, [2, 9])
  func aStaleSizeLeavesUncountedSound(container: Container, seconds: Int) throws {
    for zeroCount in [0, 1, 70_000] {
      let rest = zeros(zeroCount) + Self.audio(seconds: seconds - 1)
      let file = try Self.file(container, counting: 1, Self.audio(seconds: 1) + rest)
      let sound = try SoundFile(parsing: file)
      #expect(sound.frameCount == 8000 && sound.hasUncountedSound)
      #expect(sound.ignoredRest?.message.contains("that the header doesn't count") == true)
      #expect(sound.ignoredRest?.offset == file.count - rest.count)
    }
  }

  /// A size that was never filled in doesn't make chunks at the file's end sound.
  @Test(arguments: [UInt32(0), 8, .max])
  func chunksAfterAudioWithoutASizeArentSound(size: UInt32) throws {
    let list = Array("LIST".utf8) + [20, 0, 0, 0] + Array("INFOINAM".utf8) + [8, 0, 0, 0]
    for (end, isChunk) in [(list + Array("a title\0".utf8), true), (list + zeros(4), false)] {
      var file = try Self.file(.wave, counting: 1, Self.audio(seconds: 9) + end)
      let start = file.count - Self.audio(seconds: 9).count - end.count
      file.replaceSubrange(start - 4..<start, with: size.little())
      file.replaceSubrange(4..<8, with: size.little())
      let sound = try SoundFile(parsing: file)
      #expect(sound.hasUnfilledSize)
      #expect(sound.frameCount == 72_000 + (isChunk ? 0 : end.count / 2))
    }
  }

  /// Samples that look like a chunk's code are no chunk.
  @Test(arguments: containers)
  func samplesThatLookLikeACodeAreSound(container: Container) throws {
    let rest = Array("ABCD0123".utf8) + Self.audio(seconds: 9)
    let file = try Self.file(container, counting: 1, Self.audio(seconds: 1) + rest)
    #expect(try SoundFile(parsing: file).hasUncountedSound)
  }

  /// Zeros, less than a tenth of a second, and an incomplete chunk aren't sound.
  @Test(arguments: containers)
  func whatCantBeSoundIsntCalledSound(container: Container) throws {
    for rest in [
      zeros(200_000), Self.audio(seconds: 1).prefix(1500) + [],
      hex("'LIST' 00FFFFFF") + zeros(9000) + [1],
      hex("'TAG'") + [UInt8](repeating: 0x20, count: 125),
    ] {
      let sound = try SoundFile(
        parsing: Self.file(container, counting: 1, Self.audio(seconds: 1) + rest))
      #expect(sound.frameCount == 8000 && !sound.hasUncountedSound, "\(rest.prefix(8))")
    }
  }

  /// Files whose sizes were left before the length was known. Those of the enclosing chunk may be right or not.
  private static func files(
    _ container: Container, size: Int, _ audio: [UInt8]
  ) throws -> [[UInt8]] {
    var file = try Self.file(container, counting: 40, audio)
    var files: [[UInt8]] = []
    let code = [.aiff, .aifc].contains(container) ? "SSND" : "data"
    let start = file.count - audio.count - (container == .caf ? 4 : code == "SSND" ? 8 : 0)
    let isSmall = container != .caf
    var bytes = size.little(byteCount: isSmall ? 4 : 8)
    if code == "SSND" || container == .caf { bytes.reverse() }
    file.replaceSubrange(start - bytes.count..<start, with: bytes)
    if let sizes = file.firstRange(of: "ds64".utf8)?.upperBound {
      file.replaceSubrange(sizes + 12..<sizes + 20, with: size.little())
      for form in [size.little(), zeros(8), nil] {
        if let form { file.replaceSubrange(sizes + 4..<sizes + 12, with: form) }
        files.append(file)
      }
      file.replaceSubrange(start - 4..<start, with: hex("FFFFFFFF"))
    }
    for form in container == .caf ? [nil] : [nil, bytes, zeros(4)] {
      if let form { file.replaceSubrange(4..<8, with: form) }
      files.append(file)
    }
    return files
  }

  @Test(arguments: containers, [0, 8, -8, -1])
  func aPlaceholderIsReadToTheEnd(container: Container, size: Int) throws {
    for file in try Self.files(container, size: size, Self.audio(seconds: 9)) {
      let sound = try SoundFile(parsing: file)
      #expect(sound.frameCount == 72_000 && sound.missingByteCount == 0)
      #expect(sound.noteTexts.contains { $0.contains("size was never filled in") } || size < 0)
      #expect(!sound.hasUncountedSound)
    }
  }

  /// What a recorder writes that was stopped at once. One that goes on with samples has sound.
  @Test(arguments: containers, [0, 8, -8, -1])
  func chunksAndTagsAfterAPlaceholderArentSound(container: Container, size: Int) throws {
    func chunk(_ count: Int) -> [UInt8] {
      let body = [UInt8](repeating: 0x41, count: count)
      return switch container {
      case .caf: hex("'info' \(size64(count))") + body
      case .aiff, .aifc: hex("'ANNO' \(size32(count))") + body
      default: hex("'LIST'") + hex(size32(count)).reversed() + body
      }
    }
    let id3 = hex("'ID3' 03 00 00 0000 2710") + [UInt8](repeating: 0x41, count: 5008)
    let ape =
      hex("'APETAGEX' D0070000 88130000 01000000 00000000 0000000000000000")
      + [UInt8](repeating: 0x41, count: 5000)
    let id3v1 = hex("'TAG'") + [UInt8](repeating: 0x41, count: 125)
    for rest in [
      chunk(26), chunk(6000), chunk(2) + chunk(4000), id3, ape, id3v1, chunk(26) + id3v1,
      id3 + zeros(9),
    ] {
      for file in try Self.files(container, size: size, rest) {
        let sound = try SoundFile(parsing: file)
        #expect(sound.frameCount == 0 && sound.unread.isEmpty, "\(rest.prefix(8)) \(rest.count)")
      }
    }
    let audio = Self.audio(seconds: 1)
    for file in try Self.files(container, size: size, id3 + audio) {
      let sound = try SoundFile(parsing: file)
      #expect(sound.frameCount > 8000 || sound.hasUncountedSound)
    }
  }

  /// A packet table of Apple Lossless and AAC that lists only some of the packets in the audio.
  @Test(arguments: [("alac", 4096), ("aac ", 1024)])
  func aPacketTableThatListsOnlyPartLeavesUncountedSound(code: String, length: Int) throws {
    func sound(listed: Int, _ audio: [UInt8], size: Int? = nil) throws -> SoundFile {
      try SoundFile(
        parsing: hex(
          """
          'caff' 0001 0000 'desc' 0000000000000020 40BF400000000000 '\(code)' 00000000
          00000000 \(size32(length)) 00000001 00000000
          'pakt' \(size64(24 + listed)) \(size64(listed)) \(size64(listed * length)) 00000000 00000000
          """) + [UInt8](repeating: 100, count: listed)
          + hex("'data' \(size64(4 + (size ?? audio.count))) 00000001") + audio)
    }
    let audio = [UInt8](repeating: 0x5A, count: 4000)
    for listed in [10, 38] {
      let sound = try sound(listed: listed, audio)
      #expect(sound.frameCount == listed * length && sound.hasUncountedSound)
      #expect(sound.ignoredRest?.offset == sound.audioBytes.lowerBound + 100 * listed)
    }
    #expect(try sound(listed: 40, audio).unread.isEmpty)
    #expect(try sound(listed: 40, audio + [1, 2, 3]).unread.isEmpty)
    #expect(try sound(listed: 40, audio + zeros(4000)).unread.isEmpty)
    // The audio's size is stale instead.
    let stale = try sound(listed: 40, audio, size: 1000)
    #expect(stale.frameCount == 10 * length && stale.hasUncountedSound && stale.unread.count == 2)
  }

  /// An empty sound with tags is empty.
  @Test func chunksAfterAnEmptyChunkArentSound() throws {
    let sound = try parsed(
      """
      'RIFF' 58000000 'WAVE' 'fmt ' 10000000 0100 0100 401F0000 803E0000 0200 1000
      'data' 00000000 'LIST' 2C000000 'INFO' 'INAM' 20000000 \(String(repeating: "41", count: 32))
      """)
    #expect(sound.frameCount == 0)
  }

  /// A packet table that leaves out more than a delay and a packet's padding. 60 s of frames, 8000 Hz.
  @Test(arguments: [
    ("lpcm", 2, 1, 16), ("ulaw", 1, 1, 8), ("alaw", 1, 1, 8), ("ima4", 34, 64, 0),
  ])
  func aPacketTableHidesSound(
    code: String, bytesPerPacket: Int, framesPerPacket: Int, bits: Int
  ) throws {
    let packetCount = 60 * 8000 / framesPerPacket
    func sound(valid: Int, priming: Int = 0) throws -> SoundFile {
      try SoundFile(
        parsing: hex(
          """
          'caff' 0001 0000 'desc' 0000000000000020 40BF400000000000 '\(code)' 00000000
          \(size32(bytesPerPacket)) \(size32(framesPerPacket)) 00000001 \(size32(bits))
          'pakt' 0000000000000018 0000000000000000 \(size64(valid)) \(size32(priming)) 00000000
          'data' \(size64(4 + packetCount * bytesPerPacket)) 00000001
          """) + [UInt8](repeating: 0x5A, count: packetCount * bytesPerPacket))
    }
    for (valid, priming) in [
      (80_000, 0), (80_000, 400_000), (0, 480_000), (479_900, 0), (472_000, 8000),
    ] {
      let sound = try sound(valid: valid, priming: priming)
      #expect(sound.frameCount == valid)
      #expect(sound.hiddenFrameCount == 480_000 - valid)
      #expect(sound.hiddenFrameCount > 0 && sound.ignoredRest != nil)
    }
    for (valid, priming) in [
      (480_000, 0), (480_000 - framesPerPacket, 0),
    ] {
      let sound = try sound(valid: valid, priming: priming)
      #expect(sound.hiddenFrameCount == 0 && sound.ignoredRest == nil)
    }
  }

  /// Python's aifc counts the pad byte after an odd number of bytes as audio.
  @Test(arguments: [("ulaw", 8), ("alaw", 8), ("NONE", 8), ("raw ", 8)])
  func aCountedPadByteIsNoSound(code: String, bits: Int) throws {
    for frameCount in [1, 5, 6] {
      let counted = frameCount + frameCount % 2
      let bytes =
        hex(
          """
          'FORM' \(size32(4 + 12 + 32 + 16 + counted)) 'AIFC' 'FVER' 00000004 A2805140
          'COMM' 00000018 0001 \(size32(frameCount)) \(bits == 8 ? "0008" : "0010")
          400BFA00000000000000 '\(code)' 0000
          'SSND' \(size32(8 + counted)) 00000000 00000000
          """) + [UInt8](repeating: 0x5A, count: frameCount) + zeros(frameCount % 2)
      let sound = try SoundFile(parsing: bytes)
      #expect(sound.frameCount == frameCount, "\(frameCount)")
      #expect(sound.audioBytes.count == frameCount)
    }
  }
}
