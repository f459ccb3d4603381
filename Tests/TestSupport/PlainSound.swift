public import SoundFormat

/// Frames that belong to no file. Full scale is 1.
public struct PlainSound: Sendable, Equatable {
  /// Each channel's samples.
  public var channels: [[Double]]
  public var sampleRate: Double

  public init(_ channels: [[Double]], sampleRate: Double = 44_100) {
    self.channels = channels
    self.sampleRate = sampleRate
  }

  /// A sound with a signal in the first channel and quieter copies in the others.
  public init(
    _ signal: Signal, channelCount: Int = 1, frameCount: Int, sampleRate: Double = 44_100
  ) {
    let samples = signal.doubles(frameCount: frameCount, sampleRate: sampleRate)
    channels = (0..<channelCount).map { channel in samples.map { $0 / Double(channel + 1) } }
    self.sampleRate = sampleRate
  }

  public var frameCount: Int { channels[0].count }

  /// Writes the sound to a file with this package.
  package func file(
    _ container: Container, _ dataFormat: DataFormat? = nil, layout: ChannelLayout? = nil
  ) throws -> [UInt8] {
    let format = StreamFormat(
      sampleRate: sampleRate, channelCount: channels.count,
      dataFormat: dataFormat ?? container.dataFormats.first { $0.pcmEncoding?.bitDepth == 16 }!)
    let header = SoundHeader(
      container: container, format: format, frameCount: frameCount, layout: layout)
    return try soundFile(header, .float64(interleaved(channels)))
  }

  /// Writes the sound to a file with libsndfile.
  ///
  /// - Parameter format: The sum of the numbers of a container and an encoding, such as `Libsndfile.flac`.
  public func file(libsndfile format: Int) throws -> [UInt8] {
    try Libsndfile.write(
      interleaved(channels), format: format, channelCount: channels.count,
      sampleRate: Int(sampleRate))
  }

  /// Decodes a file that this package has written.
  public init(decoding file: [UInt8]) throws {
    let sound = try SoundFile(parsing: file)
    let samples = try frames(of: file).doubles
    let count = sound.format.channelCount
    channels = (0..<count).map { channel in
      stride(from: channel, to: samples.count, by: count).map { samples[$0] }
    }
    sampleRate = sound.format.sampleRate
  }
}

extension DataFormat {
  public static let bigInt16 = DataFormat.linearPCM(PCMEncoding(.int16, .big))
  public static let littleInt16 = DataFormat.linearPCM(PCMEncoding(.int16, .little))
  public static let littleInt24 = DataFormat.linearPCM(PCMEncoding(.int24, .little))
  public static let littleFloat32 = DataFormat.linearPCM(PCMEncoding(.float32, .little))
  public static let littleFloat64 = DataFormat.linearPCM(PCMEncoding(.float64, .little))
}

extension PlainSound {
  /// Writes the sound to a file with FFmpeg.
  ///
  /// - Parameters:
  ///   - name: The file's name, whose extension chooses the container.
  ///   - options: The codec and its settings.
  public func file(ffmpeg name: String, _ options: [String] = []) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let input = try directory.write(file(.wave), to: "in.wav")
    try Tool.ffmpeg.run(
      ["-v", "error", "-nostdin", "-i", input] + options + [directory.path(name)])
    return try directory.read(name)
  }
}
