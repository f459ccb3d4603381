import TestSupport

@testable import SoundFormat

/// One file of the matrix: a container, a data format it holds, and a number of channels.
struct MatrixCell: Sendable, CustomStringConvertible {
  let container: Container
  let format: StreamFormat
  let usesFiller: Bool

  /// Odd, and not a multiple of 64, so that both kinds of padding occur.
  static let frameCount = 151

  var description: String {
    "\(container.fileType) \(format.dataFormat) \(format.channelCount) ch"
      + (usesFiller ? "" : " without filler")
  }

  /// Every container except BW64, which libsndfile doesn't read; 1 and 2 channels, and 6 of PCM.
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
  /// sound.
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
    return try file(header, of: samples)
  }
}

extension SampleBlock {
  /// All samples as doubles, with a full scale of 1: exact for every type.
  var doubles: [Double] {
    switch self {
    case .int16(let samples): samples.map { Double($0) / 32_768 }
    case .int32(let samples): samples.map { Double($0) / 2_147_483_648 }
    case .float32(let samples): samples.map { Double($0) }
    case .float64(let samples): samples
    }
  }
}
