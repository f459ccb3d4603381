import AlertSound
import SoundFormat
import TestSupport
import Testing

/// How Core Audio's tools print a format; scripts match these texts.
struct CoreAudioTextTests {
  @Test(arguments: [
    (DataFormat.pcm(.int16), " 1 ch,  44100 Hz, Int16"),
    (.pcm(.int32), " 1 ch,  44100 Hz, Int32"),
    (.pcm(.float32), " 1 ch,  44100 Hz, Float32"),
    (.pcm(.float64), " 1 ch,  44100 Hz, Float64"),
    (.pcm(.int8), " 1 ch,  44100 Hz, lpcm (0x0000000C) 8-bit signed integer"),
    (.pcm(.uint8), " 1 ch,  44100 Hz, lpcm (0x00000008) 8-bit unsigned integer"),
    (.pcm(.int24), " 1 ch,  44100 Hz, lpcm (0x0000000C) 24-bit little-endian signed integer"),
    (.pcm(.int16, .big), " 1 ch,  44100 Hz, lpcm (0x0000000E) 16-bit big-endian signed integer"),
    (.pcm(.int24, .big), " 1 ch,  44100 Hz, lpcm (0x0000000E) 24-bit big-endian signed integer"),
    (.pcm(.int32, .big), " 1 ch,  44100 Hz, lpcm (0x0000000E) 32-bit big-endian signed integer"),
    (.pcm(.float32, .big), " 1 ch,  44100 Hz, lpcm (0x0000000B) 32-bit big-endian float"),
    (.pcm(.float64, .big), " 1 ch,  44100 Hz, lpcm (0x0000000B) 64-bit big-endian float"),
    (
      .ima4,
      """
       1 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, 64 frames/packet, \
      0 bytes/frame
      """
    ),
    (
      .muLaw,
      """
       1 ch,  44100 Hz, ulaw (0x00000000) 8 bits/channel, 1 bytes/packet, 1 frames/packet, \
      1 bytes/frame
      """
    ),
    (
      .aLaw,
      """
       1 ch,  44100 Hz, alaw (0x00000000) 8 bits/channel, 1 bytes/packet, 1 frames/packet, \
      1 bytes/frame
      """
    ),
    (
      .other(CodecDescription(formatID: "aac ", framesPerPacket: 1024)),
      """
       1 ch,  44100 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, 1024 frames/packet, \
      0 bytes/frame
      """
    ),
    (
      .other(
        CodecDescription(formatID: "alac", formatFlags: 0xAB, framesPerPacket: 4096)),
      " 1 ch,  44100 Hz, alac (0x000000AB) from UNKNOWN source bit depth, 4096 frames/packet"
    ),
    (
      .other(CodecDescription(formatID: "alac", formatFlags: 3, framesPerPacket: 4096)),
      " 1 ch,  44100 Hz, alac (0x00000003) from 24-bit source, 4096 frames/packet"
    ),
  ])
  func everyDataFormat(dataFormat: DataFormat, text: String) {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: dataFormat)
    #expect(format.coreAudioText == text)
  }

  @Test(arguments: [
    (DataFormat.pcm(.int16), " 2 ch,  44100 Hz, Int16, interleaved"),
    (.pcm(.float64), " 2 ch,  44100 Hz, Float64, interleaved"),
    (.pcm(.int16, .big), " 2 ch,  44100 Hz, lpcm (0x0000000E) 16-bit big-endian signed integer"),
    (.pcm(.int24), " 2 ch,  44100 Hz, lpcm (0x0000000C) 24-bit little-endian signed integer"),
    (
      .ima4,
      """
       2 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 68 bytes/packet, 64 frames/packet, \
      0 bytes/frame
      """
    ),
    (
      .muLaw,
      """
       2 ch,  44100 Hz, ulaw (0x00000000) 8 bits/channel, 2 bytes/packet, 1 frames/packet, \
      2 bytes/frame
      """
    ),
  ])
  func twoChannels(dataFormat: DataFormat, text: String) {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: dataFormat)
    #expect(format.coreAudioText == text)
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
