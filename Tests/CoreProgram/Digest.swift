import SoundFormat

/// A hash of everything that a step of the program computed (FNV-1a, 64 bits).
///
/// Builds are compared by their digests, so only add values that are equal on every machine.
struct Digest {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ flag: Bool) { add(UInt8(flag ? 1 : 0)) }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    for byte in text.utf8 { add(byte) }
  }

  mutating func add(_ bytes: [UInt8]) {
    add(bytes.count)
    for byte in bytes { add(byte) }
  }

  mutating func add(_ block: SampleBlock) {
    switch block {
    case .int16(let samples):
      add("i16")
      for sample in samples { add(UInt64(UInt16(bitPattern: sample))) }
    case .int32(let samples):
      add("i32")
      for sample in samples { add(UInt64(UInt32(bitPattern: sample))) }
    case .float32(let samples):
      add("f32")
      for sample in samples { add(UInt64(sample.identity)) }
    case .float64(let samples):
      add("f64")
      for sample in samples { add(sample.identity) }
    }
  }
}

// Add all NaNs alike, because a NaN's sign and payload depend on the processor that computed it.
extension Float {
  fileprivate var identity: UInt32 { isNaN ? Float.nan.bitPattern : bitPattern }
}

extension Double {
  fileprivate var identity: UInt64 { isNaN ? Double.nan.bitPattern : bitPattern }
}

extension Digest {
  /// Decodes a sound's packets and adds the frames.
  mutating func add(packetsOf sound: SoundFile, in file: [UInt8]) throws(SoundFileError) {
    if let codec = sound.variableCodec { return try add(packetsOf: sound, codec, in: file) }
    var decoder = try FrameDecoder(for: sound, from: min(3, sound.frameCount))
    let bytesPerPacket = max(1, sound.format.bytesPerPacket)
    var runs = sound.audioRuns
    var packetCount = 1
    while !runs.isEmpty {
      let run = runs.prefix(packetCount * bytesPerPacket)
      guard run.count >= bytesPerPacket else { break }
      add(decoder.decode(try file.bytes(at: run.lowerBound, count: run.count)))
      runs.removeFirst(run.count)
      packetCount = packetCount * 2 + 1
    }
  }

  /// Adds the samples of a codec whose packets vary in size.
  private mutating func add(
    packetsOf sound: SoundFile, _ codec: VariableCodec, in file: [UInt8]
  ) throws(SoundFileError) {
    var packets = PacketCursor(sound)
    var decoder = try VariablePacketDecoder(codec)
    var block = SampleBlock.int16([])
    if sound.container == .flac {
      var offset = sound.audioBytes.lowerBound
      while offset < sound.audioBytes.upperBound {
        offset += try decoder.decode(file, from: offset, into: &block)
        add(block)
      }
      return
    }
    while let packet = try packets.next(in: AnyByteSource(file)) {
      _ = try decoder.decode(
        try file.bytes(at: packet.lowerBound, count: packet.count), into: &block)
      add(block)
    }
  }

  /// Adds a sound file's properties.
  mutating func add(_ sound: SoundFile) {
    add(sound.container.fileType.description)
    add(sound.format)
    for range in [sound.audioBytes] + sound.audioRuns.ranges {
      add(range.lowerBound)
      add(range.upperBound)
    }
    let table = sound.packetTable
    for number in [
      table?.validFrameCount, table?.primingFrameCount, table?.remainderFrameCount,
      sound.packetCount, sound.largestPacketByteCount, sound.frameCount,
    ] { add(number ?? -1) }
    for text in sound.metadata.texts {
      add(text.key)
      add(text.value)
    }
    for chunk in sound.chunks {
      add(chunk.identifier.description)
      add(chunk.bodyOffset)
    }
    for note in sound.notes { add(note.description) }
  }

  private mutating func add(_ format: StreamFormat) {
    add(format.sampleRate)
    add(format.channelCount)
    add(format.dataFormat.description)
    let description = format.coreAudioDescription
    add(UInt64(description.formatFlags))
    add(description.bytesPerPacket)
    add(description.framesPerPacket)
    add(description.bitsPerChannel)
  }
}
