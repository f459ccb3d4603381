import Foundation
import SoundFormat

/// An encoder of IMA4.
struct IMA4Contender {
  let name: String
  /// Encodes one channel to packets.
  let encode: (_ samples: [Int16]) throws -> [UInt8]
  /// The processor time of all encoding so far, in seconds.
  let processorTime: () -> Double
  /// The part of it that each call takes to start up, in seconds.
  var startUp = 0.0

  /// Returns the library's encoders and those that are installed. The first one is the library's equivalent
  /// of Apple's encoder, identical to the bit.
  static func installed(in folder: URL) throws -> [IMA4Contender] {
    var contenders = [
      library("Apple's = afconvert, -q 0") {
        var encoder = IMA4Encoder(channelCount: 1)
        return encoder.encode($0) + encoder.finish()
      }
    ]
    for quality in [31, 63, 95, 127] {
      contenders.append(
        library("search, -q \(quality)") {
          var encoder = IMA4SearchEncoder(channelCount: 1, quality: quality)
          return encoder.encode($0) + encoder.finish()
        })
    }
    for trellis in ["0", "8", "16"] {
      guard let program = Program("ffmpeg") else { break }
      contenders.append(
        try installed("ffmpeg -trellis \(trellis)", program, in: folder) {
          ["-v", "error", "-y", "-i", $0, "-c:a", "adpcm_ima_qt", "-trellis", trellis, $1]
        })
    }
    if let program = Program("sndfile-convert") {
      contenders.append(
        try installed("sndfile-convert", program, in: folder) { ["-ima-adpcm", $0, $1] })
    }
    if let program = Program("sfconvert") {
      contenders.append(
        try installed("sfconvert", program, in: folder) {
          [$0, $1, "format", "aifc", "compression", "ima"]
        })
    }
    return contenders
  }

  private static func library(
    _ name: String, _ encode: @escaping ([Int16]) -> [UInt8]
  ) -> IMA4Contender {
    var seconds = 0.0
    return IMA4Contender(
      name: name,
      encode: { samples in
        let before = processorSeconds()
        defer { seconds += processorSeconds() - before }
        return encode(samples)
      }, processorTime: { seconds })
  }

  private static func installed(
    _ name: String, _ program: Program, in folder: URL,
    _ arguments: @escaping (_ input: String, _ output: String) -> [String]
  ) throws -> IMA4Contender {
    let (input, output) = (
      folder.appendingPathComponent("in.wav"), folder.appendingPathComponent("out.aifc")
    )
    func encode(_ samples: [Int16]) throws -> [UInt8] {
      try write(samples, to: input)
      try? FileManager.default.removeItem(at: output)
      try program.run(arguments(input.path, output.path))
      let bytes = [UInt8](try Data(contentsOf: output))
      return Array(bytes[try SoundFile(parsing: bytes).audioBytes])
    }
    // Encode almost nothing, to measure the time of the start.
    _ = try encode([0])
    let before = program.processorTime
    for _ in 0..<5 { _ = try encode([0]) }
    let startUp = (program.processorTime - before) / 5
    let start = program.processorTime
    return IMA4Contender(
      name: name, encode: encode, processorTime: { program.processorTime - start },
      startUp: startUp)
  }

  private static func write(_ samples: [Int16], to url: URL) throws {
    let header = SoundHeader(
      container: .wave,
      format: StreamFormat(
        sampleRate: BenchmarkSound.sampleRate, channelCount: 1,
        dataFormat: .linearPCM(PCMEncoding(.int16, .little))),
      frameCount: samples.count, usesFiller: false)
    var encoder = try FrameEncoder(for: header.format)
    try Data(try header.headerBytes() + encoder.encode(.int16(samples))).write(to: url)
  }
}
