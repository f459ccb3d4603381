import SoundFormat

/// Writes sounds in every container and data format and reads them. Decodes and encodes sounds.
enum Conversions {
  static func run() {
    for block in Sounds.blocks(4, seconds: 0.1, sampleRate: 44_100) {
      var digest = Digest()
      digest.add(block)
      print("samples \(digest.text)")
    }
    for container in Container.writable {
      for dataFormat in container.dataFormats { convert(to: dataFormat, in: container) }
    }
    describeLongSounds()
    // Below 16 kHz, the search shapes less.
    for rate in [8000.0, 44_100] { search(rate) }
  }

  private static func convert(to dataFormat: DataFormat, in container: Container) {
    var digest = Digest()
    for channelCount in [1, 2, 6] where dataFormat != .ima4 || channelCount <= 2 {
      let sampleRate = channelCount == 2 ? 44_100.0 : 22_050
      let format = StreamFormat(
        sampleRate: sampleRate, channelCount: channelCount, dataFormat: dataFormat)
      for block in Sounds.blocks(channelCount, seconds: 0.031, sampleRate: sampleRate) {
        do throws(SoundFileError) {
          let file = try file(of: block, format: format, container: container)
          digest.add(file)
          let sound = try SoundFile(parsing: file)
          check(
            sound.format == format, "\(container.fileType) \(dataFormat): another format is read")
          check(
            sound.audioBytes.count == sound.packetCount * format.bytesPerPacket,
            "\(container.fileType) \(dataFormat): the audio has another length")
          digest.add(sound)
          try digest.add(packetsOf: sound, in: file)
        } catch {
          check(false, "\(container.fileType) \(dataFormat): \(error)")
        }
      }
    }
    print("\(container.fileType) \(dataFormat) \(digest.text)")
  }

  /// Encodes in pieces of different lengths, as a stream arrives.
  static func file(
    of block: SampleBlock, format: StreamFormat, container: Container
  ) throws(SoundFileError) -> [UInt8] {
    var encoder = try FrameEncoder(for: format)
    var packets: [UInt8] = []
    var offset = 0
    var frameCount = 1
    while offset < block.sampleCount {
      let end = min(block.sampleCount, offset + frameCount * format.channelCount)
      packets += encoder.encode(block.samples(in: offset..<end))
      offset = end
      frameCount = frameCount * 3 + 1
    }
    packets += encoder.finish()
    let header = SoundHeader(
      container: container, format: format, frameCount: block.sampleCount / format.channelCount)
    check(
      header.audioByteCount == packets.count,
      "\(container.fileType): the packets have another length")
    return try header.headerBytes() + packets + header.trailerBytes
  }

  /// Writes the headers of 500 MB sounds. Some data formats have far more frames than bytes.
  private static func describeLongSounds() {
    var digest = Digest()
    for container in Container.writable {
      for dataFormat in container.dataFormats {
        let format = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: dataFormat)
        let frameCount = 500_000_000 / format.bytesPerPacket * format.framesPerPacket
        let header = SoundHeader(container: container, format: format, frameCount: frameCount)
        do throws(SoundFileError) {
          digest.add(try header.headerBytes())
        } catch {
          check(false, "\(container.fileType) \(dataFormat), 500 MB: \(error)")
        }
      }
    }
    print("long \(digest.text)")
  }

  private static func search(_ sampleRate: Double) {
    var digest = Digest()
    for channelCount in [1, 2] {
      let format = StreamFormat(
        sampleRate: sampleRate, channelCount: channelCount, dataFormat: .ima4)
      do throws(SoundFileError) {
        var encoder = try FrameEncoder(for: format, ima4Quality: 1)
        for block in Sounds.blocks(channelCount, seconds: 0.07, sampleRate: sampleRate).prefix(2) {
          digest.add(encoder.encode(block))
        }
        digest.add(encoder.finish())
        digest.add(encoder.signalAndNoise?.signalEnergy ?? 0)
        digest.add(encoder.signalAndNoise?.noiseEnergy ?? 0)
      } catch {
        check(false, "the search at \(sampleRate) Hz: \(error)")
      }
    }
    print("ima4 search \(sampleRate) \(digest.text)")
  }
}
