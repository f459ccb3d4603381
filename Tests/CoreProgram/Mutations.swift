import SoundFormat

/// Reads files after changes to their headers, mostly to numbers near the limits of 32 and 64 bits.
/// Only builds for a 32-bit machine can show traps of a 32-bit `Int`.
enum Mutations {
  /// The number of inputs that each part makes from each seed.
  private static let inputCount = 250

  /// - Parameter partCount: The number of parts to run. Each has different inputs.
  static func run(partCount: Int) {
    let seeds = Seeds.all
    for part in 0..<partCount {
      for seed in seeds {
        var random = Random(seed: UInt64(part) << 32 | UInt64(seed.bytes.count))
        var digest = Digest()
        var alertDigest = Digest()
        for input in 0..<inputCount {
          var file = seed.bytes
          for _ in 0...random.next(below: 3) { mutate(&file, seed, &random) }
          digest.add(outcomeOf: file)
          // Judge and convert only every eighth file, because these steps take longer than reading.
          if input % 8 == 0 { alertDigest.add(alertOutcomeOf: file) }
        }
        print("\(seed.name) \(part) \(digest.text) \(alertDigest.text)")
      }
    }
  }

  /// Overwrites a field of 1, 2, 4 or 8 bytes in the header, or rarely truncates the file.
  private static func mutate(_ file: inout [UInt8], _ seed: Seed, _ random: inout Random) {
    if random.next(below: 16) == 0 {
      file.removeLast(min(file.count - 1, random.next(below: 64)))
      return
    }
    let width = [1, 2, 4, 4, 4, 8, 8][random.next(below: 7)]
    // Prefer even offsets, because most fields are at even offsets.
    let offset =
      random.next(below: max(1, min(seed.headerByteCount, file.count) - width))
      & (random.next(below: 4) == 0 ? ~0 : ~1)
    guard offset + width <= file.count else { return }
    let value = number(near: file.count, &random)
    let isBig = random.next(below: 2) == 0
    for index in 0..<width {
      let shift = UInt64(8 * (isBig ? width - 1 - index : index))
      file[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  private static func number(near byteCount: Int, _ random: inout Random) -> UInt64 {
    let limits: [UInt64] = [
      0, 1, 2, 3, 16, 34, 64, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 1 << 24,
      0x3FFF_FFFF, 1 << 30, 0x7F00_0000, 0x7FFF_FFFE, 0x7FFF_FFFF, 1 << 31, 0x8000_0001,
      0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 32, 1 << 33, 1 << 53, 1 << 56, 1 << 62, 0x7FFF_FFFF_FFFF_FFFE,
      0x7FFF_FFFF_FFFF_FFFF, 1 << 63, .max - 1, .max, 0x41E0_0000_0000_0000,
      0x4340_0000_0000_0000, 0x7FF0_0000_0000_0000, 0x40E5_8880_0000_0000,
    ]
    switch random.next(below: 8) {
    case 0: return random.next()
    case 1: return UInt64(byteCount + random.next(below: 24)) &- 16
    default: return limits[random.next(below: limits.count)]
    }
  }
}

extension Digest {
  /// Adds the results of reading, decoding and writing a file.
  fileprivate mutating func add(outcomeOf file: [UInt8]) {
    do throws(SoundFileError) {
      let sound = try SoundFile(parsing: file)
      add(sound)
      do throws(SoundFileError) {
        try add(packetsOf: sound, in: file, limit: 1 << 12)
      } catch {
        add(error)
      }
      for container in Container.writable { add(headerOf: sound, in: container) }
    } catch {
      add(error)
    }
  }

  /// Adds the header of a copy in another container.
  private mutating func add(headerOf sound: SoundFile, in container: Container) {
    var format = sound.format
    if !container.holds(format.dataFormat) { format.dataFormat = container.dataFormats[0] }
    var header = SoundHeader(
      container: container, format: format, frameCount: sound.frameCount, layout: sound.layout,
      metadata: sound.metadata, usesFiller: false)
    header.primingFrameCount = sound.packetTable?.primingFrameCount ?? 0
    if format == sound.format { header.copiedPacketCount = sound.packetCount }
    // Don't add the headers of long sounds, but check that they don't trap. They differ where an
    // `Int` has 32 bits, because a sound to be written must fit in memory.
    guard Double(sound.frameCount) * Double(max(1, format.bytesPerPacket)) < 0x1p29 else {
      _ = try? header.headerBytes()
      return add("long")
    }
    do throws(SoundFileError) {
      add(try header.headerBytes())
      add(header.trailerBytes)
      add(header.playedFrameCount)
      add(header.audioByteCount)
    } catch {
      add(error)
    }
  }
}
