import AlertSound
import SoundFormat
import SystemPackage

/// What `alertsound info --json` prints. The fields are described in JSONReports.md.
struct InfoDocument: Encodable {
  let schema = "alertsound.info/2"
  let files: [InfoReport]
}

/// The report on one file.
struct InfoReport: Encodable {
  let file: String
  let byteCount: Int
  let summary: String?
  let fileType: String?
  let typeName: String?
  let format: FormatJSON?
  let layout: String?
  let frameCount: Int?
  let seconds: Double?
  let packetCount: Int?
  let packetTable: PacketTableJSON?
  let largestPacketByteCount: Int?
  let bitRate: Int?
  let isOptimized: Bool?
  let audio: ByteRangeJSON?
  let sourceBitDepth: String?
  let texts: [TextJSON]?
  let markers: [MarkerJSON]?
  let loops: [LoopJSON]?
  let instrument: InstrumentJSON?
  let chunks: [ChunkJSON]?
  let notes: [NoteJSON]?
  let levels: LevelsJSON?
  let unheard: String?
  let verdict: VerdictJSON

  init(_ inspection: SoundInspection, remedyPaths: RemedyPaths?) {
    let report = inspection.report
    file = inspection.path.string
    byteCount = inspection.fileByteCount
    summary = report?.formatInWords
    fileType = report?.fileType.description
    typeName = report?.typeName
    format = report.map { FormatJSON($0.format) }
    layout = report?.layout?.name
    frameCount = report?.frameCount
    seconds = report?.duration
    packetCount = report?.packetCount
    packetTable = report?.packetTable.map(PacketTableJSON.init)
    largestPacketByteCount = report?.largestPacketByteCount
    bitRate = report?.bitRate
    isOptimized = report?.isOptimized
    audio = report?.audioBytes.map { ByteRangeJSON(offset: $0.lowerBound, byteCount: $0.count) }
    sourceBitDepth = report?.sourceBitDepth
    texts = report?.metadata.texts.map { TextJSON(key: $0.key, value: $0.value) }
    markers = report.map { report in
      report.metadata.markers.map { MarkerJSON($0, sampleRate: report.format.sampleRate) }
    }
    loops = report.map { report in
      report.metadata.loops.map { LoopJSON($0, sampleRate: report.format.sampleRate) }
    }
    instrument = report?.metadata.instrument.map(InstrumentJSON.init)
    chunks = report?.chunks.map(ChunkJSON.init)
    notes = report?.notes.map { NoteJSON(message: $0.message, offset: $0.offset) }
    levels = inspection.measurement.map { LevelsJSON($0.levels, $0.marks) }
    unheard = inspection.unheardReason
    verdict = VerdictJSON(inspection.verdict) {
      inspection.verdict.advice(on: $0, with: remedyPaths)
    }
  }
}

struct FormatJSON: Encodable {
  let formatID: String
  let name: String
  let encoding: String
  let sampleRate: Double
  let channelCount: Int
  let framesPerPacket: Int
  let bytesPerPacket: Int

  init(_ format: StreamFormat) {
    formatID = format.dataFormat.formatID.description
    name = format.dataFormat.words
    encoding = format.dataFormat.pcmEncoding?.description ?? formatID
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    framesPerPacket = format.framesPerPacket
    bytesPerPacket = format.bytesPerPacket
  }
}

struct PacketTableJSON: Encodable {
  let validFrameCount: Int
  let primingFrameCount: Int
  let remainderFrameCount: Int

  init(_ table: PacketTable) {
    validFrameCount = table.validFrameCount
    primingFrameCount = table.primingFrameCount
    remainderFrameCount = table.remainderFrameCount
  }
}

struct ByteRangeJSON: Encodable {
  let offset: Int
  let byteCount: Int
}

struct ChunkJSON: Encodable {
  let identifier: String
  let bodyOffset: Int
  let byteCount: Int
  let claimedByteCount: UInt64?

  init(_ chunk: Chunk) {
    identifier = chunk.identifier.description
    bodyOffset = chunk.bodyOffset
    byteCount = chunk.byteCount
    claimedByteCount = chunk.claimedByteCount
  }
}

struct NoteJSON: Encodable {
  let message: String
  let offset: Int?
}

struct LevelsJSON: Encodable {
  let frameCount: Int
  let peak: Double
  let peakInDecibels: Double?
  let truePeakInDecibels: Double?
  let firstLevel: Double
  let lastLevel: Double
  let leadingSilence: Double
  let trailingSilence: Double
  let loudness: Double?
  let loudnessMeasure: String?
  let silences: [SilenceJSON]
  let clicks: [Double]

  init(_ levels: SoundLevels, _ marks: SoundMarks) {
    frameCount = levels.frameCount
    peak = levels.peak
    // The peak of silence is -∞ dB, but JSON has no infinity.
    peakInDecibels = levels.peak > 0 ? levels.peakInDecibels : nil
    truePeakInDecibels = levels.peak > 0 ? levels.truePeakInDecibels : nil
    firstLevel = levels.firstLevel
    lastLevel = levels.lastLevel
    leadingSilence = levels.leadingSilence
    trailingSilence = levels.trailingSilence
    loudness = levels.loudness
    loudnessMeasure = levels.loudnessMeasure?.rawValue
    silences = marks.silences.map { SilenceJSON(start: $0.lowerBound, end: $0.upperBound) }
    clicks = marks.clicks
  }
}

/// A part of a sound, in seconds.
struct SilenceJSON: Encodable {
  let start: Double
  let end: Double
}
