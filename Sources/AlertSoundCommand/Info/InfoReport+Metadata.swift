import SoundFormat

struct TextJSON: Encodable {
  let key: String
  let value: String
}

struct MarkerJSON: Encodable {
  let identifier: UInt32
  let name: String
  let framePosition: Int
  let seconds: Double

  init(_ marker: SoundMetadata.Marker, sampleRate: Double) {
    identifier = marker.identifier
    name = marker.name
    framePosition = marker.framePosition
    seconds = Double(marker.framePosition) / sampleRate
  }
}

struct LoopJSON: Encodable {
  let firstFrame: Int
  let frameCount: Int
  let seconds: Double
  let kind: String
  let stage: String
  let playCount: UInt32

  init(_ loop: SoundMetadata.Loop, sampleRate: Double) {
    firstFrame = loop.frames.lowerBound
    frameCount = loop.frames.count
    seconds = Double(loop.frames.count) / sampleRate
    kind = "\(loop.kind)"
    stage = "\(loop.stage)"
    playCount = loop.playCount
  }
}

struct InstrumentJSON: Encodable {
  let baseNote: Int
  let detune: Int
  let gain: Int
  let lowestNote: Int
  let highestNote: Int
  let lowestVelocity: Int
  let highestVelocity: Int

  init(_ instrument: SoundMetadata.Instrument) {
    baseNote = instrument.baseNote
    detune = instrument.detune
    gain = instrument.gain
    lowestNote = instrument.notes.lowerBound
    highestNote = instrument.notes.upperBound
    lowestVelocity = instrument.velocities.lowerBound
    highestVelocity = instrument.velocities.upperBound
  }
}
