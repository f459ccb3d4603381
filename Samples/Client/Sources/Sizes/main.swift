// Prints how large a second of sound is in each codec that iOS plays. Its only module is SoundFormat.

import SoundFormat

let ramp = (0..<44_100).map { Int16(truncatingIfNeeded: $0 * 100) }
let formats: [DataFormat] = [.linearPCM(PCMEncoding(.int16, .little)), .ima4, .muLaw, .aLaw]

do throws(SoundFileError) {
  for dataFormat in formats {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: dataFormat)
    var encoder = try FrameEncoder(for: format)
    let packets = encoder.encode(.int16(ramp)) + encoder.finish()
    let header = SoundHeader(container: .caf, format: format, frameCount: ramp.count)
    let file = try header.headerBytes() + packets + header.trailerBytes
    print(try SoundFile(parsing: file).format.dataFormat, file.count, "bytes")
  }
} catch {
  print(error)
}
