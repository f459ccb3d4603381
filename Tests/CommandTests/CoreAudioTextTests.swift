import CommandSupport
import SoundFormat
import TestSupport
import Testing

/// A format's text must equal the text of Core Audio's tools, because scripts match it.
struct CoreAudioTextTests {
  @Test(arguments: [
    (DataFormat.pcm(.int16), "Int16"), (.pcm(.int32), "Int32"), (.pcm(.float32), "Float32"),
    (.pcm(.float64), "Float64"),
    (.pcm(.int8), "lpcm (0x0000000C) 8-bit signed integer"),
    (.pcm(.uint8), "lpcm (0x00000008) 8-bit unsigned integer"),
    (.pcm(.int24), "lpcm (0x0000000C) 24-bit little-endian signed integer"),
    (.pcm(.int16, .big), "lpcm (0x0000000E) 16-bit big-endian signed integer"),
    (.pcm(.int24, .big), "lpcm (0x0000000E) 24-bit big-endian signed integer"),
    (.pcm(.int32, .big), "lpcm (0x0000000E) 32-bit big-endian signed integer"),
    (.pcm(.float32, .big), "lpcm (0x0000000B) 32-bit big-endian float"),
    (.pcm(.float64, .big), "lpcm (0x0000000B) 64-bit big-endian float"),
    (.ima4, codec("ima4", bits: 0, bytes: 34, frames: 64, bytesPerFrame: 0)),
    (.muLaw, codec("ulaw", bits: 8, bytes: 1, frames: 1, bytesPerFrame: 1)),
    (.aLaw, codec("alaw", bits: 8, bytes: 1, frames: 1, bytesPerFrame: 1)),
    (
      .other(CodecDescription(formatID: "aac ", framesPerPacket: 1024)),
      codec("aac ", bits: 0, bytes: 0, frames: 1024, bytesPerFrame: 0)
    ),
    (
      .other(CodecDescription(formatID: "alac", formatFlags: 0xAB, framesPerPacket: 4096)),
      "alac (0x000000AB) from UNKNOWN source bit depth, 4096 frames/packet"
    ),
    (
      .other(CodecDescription(formatID: "alac", formatFlags: 3, framesPerPacket: 4096)),
      "alac (0x00000003) from 24-bit source, 4096 frames/packet"
    ),
  ])
  func everyDataFormat(dataFormat: DataFormat, text: String) {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: dataFormat)
    #expect(format.coreAudioText == " 1 ch,  44100 Hz, " + text)
  }

  private static func codec(
    _ code: String, bits: Int, bytes: Int, frames: Int, bytesPerFrame: Int
  ) -> String {
    "\(code) (0x00000000) \(bits) bits/channel, \(bytes) bytes/packet, \(frames) frames/packet,"
      + " \(bytesPerFrame) bytes/frame"
  }

  @Test(arguments: [
    (DataFormat.pcm(.int16), "Int16, interleaved"), (.pcm(.float64), "Float64, interleaved"),
    (.pcm(.int16, .big), "lpcm (0x0000000E) 16-bit big-endian signed integer"),
    (.pcm(.int24), "lpcm (0x0000000C) 24-bit little-endian signed integer"),
    (.ima4, codec("ima4", bits: 0, bytes: 68, frames: 64, bytesPerFrame: 0)),
    (.muLaw, codec("ulaw", bits: 8, bytes: 2, frames: 1, bytesPerFrame: 2)),
  ])
  func twoChannels(dataFormat: DataFormat, text: String) {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: dataFormat)
    #expect(format.coreAudioText == " 2 ch,  44100 Hz, " + text)
  }

  @Test(arguments: [
    (8000.0, 1, " 1 ch,   8000 Hz, Int16"), (192_000, 1, " 1 ch, 192000 Hz, Int16"),
    (1, 1, " 1 ch,      1 Hz, Int16"), (2_822_400, 1, " 1 ch, 2822400 Hz, Int16"),
    (11_025.4, 1, " 1 ch,  11025 Hz, Int16"), (44_099.5, 1, " 1 ch,  44100 Hz, Int16"),
    (44_100, 12, "12 ch,  44100 Hz, Int16, interleaved"),
    (44_100, 100, "100 ch,  44100 Hz, Int16, interleaved"),
  ])
  func columnsGrowOnlyIfNeeded(sampleRate: Double, channelCount: Int, text: String) {
    let format = StreamFormat(
      sampleRate: sampleRate, channelCount: channelCount, dataFormat: .pcm(.int16))
    #expect(format.coreAudioText == text)
  }
}
