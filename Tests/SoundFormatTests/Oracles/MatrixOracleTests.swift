import TestSupport
import Testing

@testable import SoundFormat

/// The library and other programs read every container and data format that the library writes.
@Suite struct MatrixOracleTests {
  @Test(arguments: MatrixCell.all)
  func isReadBackExactly(cell: MatrixCell) throws {
    let bytes = try cell.bytes()
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == cell.container)
    #expect(sound.format == cell.format)
    #expect(sound.missingByteCount == 0)
    if cell.usesFiller { #expect(sound.audioBytes.lowerBound == 4096) }
    let samples = try frames(of: bytes)
    if cell.format.dataFormat != .ima4 {
      #expect(sound.frameCount == MatrixCell.frameCount)
      #expect(samples.doubles == cell.samples.doubles)
    } else {
      // AIFC can't state how many frames are valid, so its length includes the padding of the
      // packets.
      #expect(sound.frameCount == (cell.container == .caf ? MatrixCell.frameCount : 192))
    }
    // The only deviation is that Apple's WAVE files have no pad byte.
    let isUnpadded = cell.container == .wave || cell.container == .rf64
    #expect(sound.notes.isEmpty || (isUnpadded && sound.audioBytes.count % 2 == 1))
  }

  private static let containers: [Container: Int] = [
    .caf: Libsndfile.caf, .aiff: Libsndfile.aiff, .aifc: Libsndfile.aiff,
    .wave: Libsndfile.wav, .rf64: Libsndfile.rf64,
  ]

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
          encoding: cell.format.dataFormat.libsndfileEncoding, sampleRate: 44_100,
          channelCount: cell.format.channelCount, frameCount: MatrixCell.frameCount))
    #expect(samples == cell.samples.doubles)
  }

  /// libsndfile can't read ima4 in CAF. In AIFC, it reloads the state from each packet header,
  /// which lacks the predictor's lower seven bits, so its samples are up to 127 lower. In the first
  /// packet they are equal, because the first header is exact.
  @Test(arguments: MatrixCell.all.filter { !isLossless($0) && $0.container == .aifc })
  func ima4IsReadByLibsndfile(cell: MatrixCell) throws {
    let bytes = try cell.bytes()
    let (info, theirs): (Libsndfile.Info, [Int16]) = try Libsndfile.read(bytes)
    let ours = try frames(of: bytes).int16Samples
    #expect(info.encoding == Libsndfile.ima4)
    #expect(info.frameCount == 192)
    try #require(theirs.count == ours.count)
    let first = 64 * cell.format.channelCount
    #expect(theirs.prefix(first) == ours.prefix(first))
    #expect(zip(ours, theirs).allSatisfy { (0...127).contains(Int($0) - Int($1)) })
  }

  /// Runs one process per container, because FFmpeg needs a fifth of a second to start.
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
        // Accept the padding, too: FFmpeg 5 ignores the packet table, so it returns the padding.
        let ours = try frames(of: cell.bytes()).doubles
        let counts = [MatrixCell.frameCount, 192].map { $0 * cell.format.channelCount }
        #expect(counts.contains(samples.count), "\(cell)")
        #expect(samples.prefix(ours.count).elementsEqual(ours), "\(cell)")
      } else {
        #expect(samples == cell.samples.doubles, "\(cell)")
      }
    }
  }
}

extension DataFormat {
  /// libsndfile's number for the format, without the byte order.
  var libsndfileEncoding: Int {
    switch self {
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
    case .other: preconditionFailure("libsndfile has no number for \(self)")
    }
  }
}

/// A file of the matrix: a container, a data format that it holds, and a number of channels.
struct MatrixCell: Sendable, CustomStringConvertible {
  let container: Container
  let format: StreamFormat
  let usesFiller: Bool

  /// An odd number that isn't a multiple of 64, so that pad bytes and packet padding both occur.
  static let frameCount = 151

  var description: String {
    "\(container.fileType) \(format.dataFormat) \(format.channelCount) ch"
      + (usesFiller ? "" : " without filler")
  }

  /// Every container except BW64, which libsndfile doesn't read, with 1 and 2 channels, and 6 for
  /// PCM.
  static let all: [MatrixCell] = [Container.caf, .aiff, .aifc, .wave, .rf64].flatMap { container in
    container.dataFormats.flatMap { dataFormat in
      (dataFormat.pcmEncoding == nil ? [1, 2] : [1, 2, 6]).flatMap { channels in
        [true, false].map { usesFiller in
          MatrixCell(
            container: container,
            format: StreamFormat(
              sampleRate: 44_100, channelCount: channels, dataFormat: dataFormat),
            usesFiller: usesFiller)
        }
      }
    }
  }

  /// Noise that the cell's data format holds exactly. IMA4 holds nothing exactly, so it gets a
  /// sine and a bell.
  var samples: SampleBlock {
    var generator = SeededGenerator(seed: 3)
    let count = Self.frameCount * format.channelCount
    switch format.dataFormat {
    case .linearPCM(let encoding) where encoding.sampleType == .float32:
      return .float32((0..<count).map { _ in Float.random(in: -1...1, using: &generator) })
    case .linearPCM(let encoding) where encoding.sampleType == .float64:
      return .float64((0..<count).map { _ in Double.random(in: -1...1, using: &generator) })
    case .linearPCM(let encoding):
      let shift = 32 - encoding.bitDepth
      return .int32(
        (0..<count).map { _ in
          (Int32.random(in: .min ... .max, using: &generator) >> shift) << shift
        })
    case .compressed(.muLaw), .compressed(.aLaw):
      let codes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let isMuLaw = format.dataFormat == .muLaw
      return .int16(codes.withBytes { isMuLaw ? MuLaw.decode($0) : ALaw.decode($0) })
    case .compressed(.ima4), .other:
      let channels = [Signal.sine, .bell].prefix(format.channelCount)
      return .int16(interleaved(channels.map { $0.int16(frameCount: Self.frameCount) }))
    }
  }

  func bytes() throws -> [UInt8] {
    let header = SoundHeader(
      container: container, format: format, frameCount: Self.frameCount, usesFiller: usesFiller)
    return try soundFile(header, samples)
  }
}
