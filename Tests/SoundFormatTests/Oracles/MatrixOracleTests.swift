import TestSupport
import Testing

@testable import SoundFormat

/// Everything this library writes, in every container and data format, is read correctly by the
/// library itself and by other programs.
@Suite struct MatrixOracleTests {
  @Test(arguments: MatrixCell.all)
  func isReadBackExactly(cell: MatrixCell) throws {
    let bytes = try cell.bytes()
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == cell.container)
    #expect(sound.format == cell.format)
    #expect(sound.missingByteCount == 0)
    if cell.usesFiller { #expect(sound.audioBytes.lowerBound == 4096) }
    let samples = try decoded(bytes)
    if cell.format.dataFormat != .ima4 {
      #expect(sound.frameCount == MatrixCell.frameCount)
      #expect(samples.doubles == cell.samples.doubles)
    } else {
      // AIFC can't state how many frames are valid: its length is that of its packets.
      #expect(sound.frameCount == (cell.container == .caf ? MatrixCell.frameCount : 192))
    }
    // Apple's WAVE files have no pad byte; that is the only deviation.
    let isUnpadded = cell.container == .wave || cell.container == .rf64
    #expect(sound.notes.isEmpty || (isUnpadded && sound.audioBytes.count % 2 == 1))
  }

  private static let containers: [Container: Int] = [
    .caf: Libsndfile.caf, .aiff: Libsndfile.aiff, .aifc: Libsndfile.aiff,
    .wave: Libsndfile.wav, .rf64: Libsndfile.rf64,
  ]

  private func encoding(_ format: DataFormat) -> Int? {
    switch format {
    case .linearPCM(let encoding):
      switch encoding.sampleType {
      case .uint8: Libsndfile.uint8
      case .int8: Libsndfile.int8
      case .int16: Libsndfile.int16
      case .int24: Libsndfile.int24
      case .int32: Libsndfile.int32
      case .float32: Libsndfile.float32
      case .float64: Libsndfile.float64
      }
    case .compressed(.muLaw): Libsndfile.muLaw
    case .compressed(.aLaw): Libsndfile.aLaw
    case .compressed(.ima4): Libsndfile.ima4
    case .other: nil
    }
  }

  private static func isLossless(_ cell: MatrixCell) -> Bool {
    cell.format.dataFormat != .ima4
  }

  @Test(arguments: MatrixCell.all.filter(isLossless))
  func isReadByLibsndfile(cell: MatrixCell) throws {
    let bytes = try cell.bytes()
    let info: Libsndfile.Info
    let samples: [Double]
    if cell.format.dataFormat.pcmEncoding?.sampleType.isFloat == true {
      (info, samples) = try Libsndfile.read(bytes)
    } else {
      let integers: [Int32]
      (info, integers) = try Libsndfile.read(bytes)
      samples = SampleBlock.int32(integers).doubles
    }
    #expect(
      info
        == Libsndfile.Info(
          container: Self.containers[cell.container] ?? 0,
          encoding: encoding(cell.format.dataFormat) ?? 0, sampleRate: 44_100,
          channelCount: cell.format.channelCount, frameCount: MatrixCell.frameCount))
    #expect(samples == cell.samples.doubles)
  }

  /// libsndfile can't read ima4 in CAF. In AIFC, it reloads the state from each packet header,
  /// which lacks the predictor's lower seven bits. So its samples are up to 127 lower. In the first
  /// packet, whose header is exact, they are equal.
  @Test(arguments: MatrixCell.all.filter { !isLossless($0) && $0.container == .aifc })
  func ima4IsReadByLibsndfile(cell: MatrixCell) throws {
    let bytes = try cell.bytes()
    let (info, theirs): (Libsndfile.Info, [Int16]) = try Libsndfile.read(bytes)
    let ours = try decoded(bytes).int16Samples
    #expect(info.encoding == Libsndfile.ima4)
    #expect(info.frameCount == 192)
    try #require(theirs.count == ours.count)
    let first = 64 * cell.format.channelCount
    #expect(theirs.prefix(first) == ours.prefix(first))
    #expect(zip(ours, theirs).allSatisfy { (0...127).contains(Int($0) - Int($1)) })
  }

  /// One process per container, because FFmpeg needs a fifth of a second to start.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [Container.caf, .aiff, .aifc, .wave, .rf64])
  func isReadByFFmpeg(container: Container) throws {
    let directory = try TemporaryDirectory()
    let cells = MatrixCell.all.filter { $0.container == container }
    var inputs: [String] = []
    var outputs: [String] = []
    for (index, cell) in cells.enumerated() {
      inputs += ["-i", try directory.write(cell.bytes(), to: "\(index).in")]
      outputs += ["-map", "\(index):a", "-f", "f64le", directory.path("\(index).out")]
    }
    try Tool.ffmpeg.run(["-v", "error"] + inputs + outputs)
    for (index, cell) in cells.enumerated() {
      let samples = try directory.read("\(index).out").withBytes {
        LinearPCM.decode($0, as: PCMEncoding(.float64, .little))
      }.doubles
      if cell.format.dataFormat == .ima4 {
        // FFmpeg 5 ignores the packet table and returns the padding, too.
        let ours = try decoded(cell.bytes()).doubles
        let counts = [MatrixCell.frameCount, 192].map { $0 * cell.format.channelCount }
        #expect(counts.contains(samples.count), "\(cell)")
        #expect(samples.prefix(ours.count).elementsEqual(ours), "\(cell)")
      } else {
        #expect(samples == cell.samples.doubles, "\(cell)")
      }
    }
  }

  @Test func extensibleIsReadByLibsndfile() throws {
    let format = StreamFormat(
      sampleRate: 48_000, channelCount: 6, dataFormat: .linearPCM(PCMEncoding(.int24)))
    let header = SoundHeader(
      container: .wave, format: format, frameCount: 2, layout: ChannelLayout(tag: 0x0079_0006))
    let samples = (1...12).map { Int32($0) << 20 }
    let (info, read): (Libsndfile.Info, [Int32]) = try Libsndfile.read(
      try file(header, of: .int32(samples)))
    #expect(info.container == Libsndfile.wavExtensible)
    #expect(info.encoding == Libsndfile.int24)
    #expect(info.frameCount == 2)
    #expect(read == samples)
  }
}
