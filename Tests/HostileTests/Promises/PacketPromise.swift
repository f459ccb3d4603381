import SoundFormat

@testable import AlertSound

/// The cursor lists each packet once, inside the file. The excerpt for other decoders has the same
/// packets.
enum PacketPromise {
  static func keep(for sound: SoundFile, in bytes: [UInt8]) throws {
    let runs = sound.audioRuns.ranges
    try expect(
      runs.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= bytes.count && !$0.isEmpty },
      "packets at \(runs) of \(bytes.count) bytes")
    try expect(
      runs.allSatisfy {
        sound.audioBytes.lowerBound <= $0.lowerBound && $0.upperBound <= sound.audioBytes.upperBound
      }, "packets at \(runs), outside \(sound.audioBytes)")
    // Expect one range of packets, except in MPEG-4, which may scatter packets, and in streams with tags between frames.
    try expect(
      sound.container.family == .mpeg4 || sound.container == .adts || sound.isMP3
        || runs == [sound.audioBytes].filter { !$0.isEmpty },
      "packets at \(runs) instead of \(sound.audioBytes)")
    let byteCount = runs.reduce(0) { $0 + $1.count }
    try expect(
      byteCount == sound.audioByteCount && byteCount <= bytes.count,
      "\(byteCount) bytes of packets, not \(sound.audioByteCount)")
    try checkList(of: sound, in: bytes)
  }

  /// The number and total size of the listed packets equal the sound's totals.
  private static func checkList(of sound: SoundFile, in bytes: [UInt8]) throws {
    var cursor = PacketCursor(sound)
    var (packetCount, byteCount, largest) = (0, 0, 0)
    do throws(SoundFileError) {
      while let range = try cursor.next(in: AnyByteSource(bytes)) {
        packetCount += 1
        byteCount += range.count
        largest = max(largest, range.count)
      }
    } catch {
      // Accept a CAF whose table lists the lengths of fewer packets than there are.
      return try expect(
        sound.container == .caf && sound.format.framesPerPacket == 0,
        "after \(packetCount) packets: \(error)")
    }
    guard sound.container.family != .flac else {
      return try expect(packetCount == 0, "packets that no table lists")
    }
    try expect(
      packetCount == sound.packetCount, "\(packetCount) packets, not \(sound.packetCount)")
    guard [.mpeg4, .adts].contains(sound.container.family) || sound.isMP3 else { return }
    try expect(
      byteCount == sound.audioByteCount, "\(byteCount) of \(sound.audioByteCount) bytes")
    try expect(
      packetCount == 0 || largest == sound.largestPacketByteCount,
      "\(largest) bytes, not \(sound.largestPacketByteCount ?? 0)")
  }
}

extension SoundFile {
  /// Whether the sound is a stream of MP3, in its own file or in a WAVE file.
  fileprivate var isMP3: Bool {
    if case .mp3 = variableCodec { container.family != .mpeg4 && container != .caf } else { false }
  }
}
