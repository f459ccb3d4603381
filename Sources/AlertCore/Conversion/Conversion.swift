public import SoundFormat

/// The conversion of one sound into another: planned when created, performed when run.
///
/// ```swift
/// let sound = try SoundSource(path: "ring.mp3")
/// let target = ConversionTarget(container: .caf, dataFormat: .ima4)
/// let conversion = try Conversion(of: sound, to: target, limit: LengthLimit(.trim))
/// if case .trimmed(let length, _) = try conversion.write(to: "ring.caf").facts.outcome {
///   print("ring.mp3 is \(length) long")
/// }
/// ```
///
/// Frames are streamed, so memory doesn't grow with the sound's length. Unless the rate changes, the output is
/// identical to the output of Apple's `afconvert`.
///
/// A limit applies to the output's length. The length is determined before anything is encoded, from the headers if
/// they state it, otherwise by decoding. An MP3 that is too long is decoded only to just past the limit. Its
/// ``AlertLength`` may then be inexact, and damage later in the file isn't noticed.
public struct Conversion: Sendable {
  /// The sound to convert.
  package private(set) var source: SoundSource
  /// What to convert it to.
  package let target: ConversionTarget
  /// How long the sound may be, and what to do with a longer sound; nil if any length is allowed.
  package internal(set) var limit: LengthLimit?
  /// The header that the output would have without the limit, if the source's header is right.
  public internal(set) var header: SoundHeader
  let routing: FramePipeline.Routing
  /// What the conversion does with the sound; nil until that is decided.
  var outcome: AlertOutcome?
  /// How the source was arranged; nil if it wasn't.
  var arrangement: ArrangementChange?
  /// What is wrong with the sound, or with the sound that the default sound replaces.
  var warnings: [SoundWarning]

  /// Plans a conversion.
  ///
  /// - Throws: `SoundError` if the source is truncated, a layout doesn't fit, the container can't hold the data
  ///   format, there is no decoder or encoder, or the sound is too long and the limit's policy is to fail or can't
  ///   be applied.
  public init(
    of source: SoundSource, to target: ConversionTarget, limit: LengthLimit? = nil
  ) throws(SoundError) {
    try Self.checkNumbers(in: target)
    let source = try source.checked(for: target)
    self.source = source
    warnings = source.warnings
    self.target = target
    self.limit = limit
    routing = try Self.routing(from: source, to: target)
    var format = source.format
    format.channelCount = target.channelCount(of: source)
    format.dataFormat = target.dataFormat ?? source.format.dataFormat
    format.sampleRate = target.sampleRate.map(target.container.statable) ?? source.format.sampleRate
    try Self.checkCodecs(of: source, format, target)
    try Self.checkLoudness(of: source, format, target)
    header = Self.makeHeader(
      of: source, to: target, format,
      sourceFrameCount: max(0, source.frameCount - target.firstFrame))
    if let layout = header.layout, layout.channelCount != format.channelCount {
      throw SoundError(
        .matchingOutputLayout, nil,
        unsupported: "the layout \(layout.name) doesn't fit"
          + " \(counted(format.channelCount, "channel"))",
        remedy: .leaveLayoutOut)
    }
    do throws(SoundFileError) {
      _ = try header.headerBytes()
    } catch {
      throw SoundError(
        .creatingOutput, nil, error, remedy: Self.advice(on: header).map { .words($0) })
    }
    try applyLimit()
  }

  private static func makeHeader(
    of source: SoundSource, to target: ConversionTarget, _ format: StreamFormat,
    sourceFrameCount: Int
  ) -> SoundHeader {
    let wholeFrameCount =
      format.sampleRate == source.format.sampleRate
      ? sourceFrameCount
      : RateChange.frameCount(
        sourceFrameCount, from: source.format.sampleRate, to: format.sampleRate)
    let frameCount = min(wholeFrameCount, target.frameLimit ?? .max)
    var header = SoundHeader(
      container: target.container, format: format, frameCount: frameCount,
      layout: target.outputLayout ?? target.keptLayout(of: source),
      information: source.format.dataFormat.pcmEncoding.map {
        InformationEntry.appleEntries(for: format, frameCount: frameCount, source: $0)
      } ?? [],
      metadata: source.metadata.withoutFileDetails, usesFiller: target.usesFiller)
    guard let sound = source.soundFile else { return header }
    if target.tagsSource {
      header.sourceTag = SourceTag(
        format: sound.format, fileType: sound.container.fileType, fileName: source.file?.name ?? "")
    }
    if target.dataFormat == nil {
      header.copiedPacketCount = sound.copiedPacketCount
      header.primingFrameCount = sound.copiedPrimingFrameCount
    }
    return header
  }

  /// Returns the header that the output has if the source actually has this many frames.
  func actualHeader(sourceFrameCount: Int) -> SoundHeader {
    Self.makeHeader(of: source, to: target, header.format, sourceFrameCount: sourceFrameCount)
  }

  /// Returns this conversion, but of a sound of which a part was decoded.
  func reading(_ part: DecodedPart) -> Conversion {
    var conversion = self
    conversion.source = source.replacingStructure(
      by: DecodedSound(part.frames, of: source.structure, part: part))
    conversion.header = actualHeader(sourceFrameCount: part.endFrame - target.firstFrame)
    return conversion
  }

  /// How long the arranged sound is before the length limit cuts it, in seconds; nil if it isn't arranged.
  package var arrangedSeconds: Double? {
    arrangement?.isUnchanged == false ? Double(source.frameCount) / source.format.sampleRate : nil
  }

  /// Returns how many source frames are certainly enough for an output of a given length.
  func sourceFrameCount(reaching seconds: Double) -> Int {
    let sourceRate = source.format.sampleRate
    // Add the source frames after this length that a resampler needs to compute the output's last frames.
    let reach =
      header.format.sampleRate == sourceRate
      ? 0 : Double(RateChange.reachFrameCount) * max(1, sourceRate / header.format.sampleRate)
    return Int(saturating: min(0x1p53, (seconds * sourceRate + reach).rounded(.up)) + 1)
  }
}
