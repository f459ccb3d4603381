import SoundFormat
import TestSupport
import Testing

/// Metadata that other programs write or read, and metadata in real files.
@Suite struct MetadataOracleTests {
  /// libsndfile's number for each of our containers.
  static let containers: [(Container, Int)] = [(.wave, Libsndfile.wav), (.aiff, Libsndfile.aiff)]

  /// The metadata that libsndfile reads from a file that this library wrote.
  private func metadata(of container: Container) throws -> Libsndfile.Metadata {
    let metadata = try Libsndfile.metadata(of: file(container, .full))
    #expect(metadata.title == "T")
    #expect(metadata.artist == "Zoë")
    #expect(metadata.copyright == "me")
    #expect(
      metadata.cues == [
        Libsndfile.Cue(identifier: 7, frame: 0, name: "start"),
        Libsndfile.Cue(identifier: 3, frame: 100, name: "end"),
        Libsndfile.Cue(identifier: 4, frame: 50, name: ""),
      ])
    return metadata
  }

  @Test func libsndfileReadsOurWAVE() throws {
    let instrument = try #require(metadata(of: .wave).instrument)
    // libsndfile takes the pitch only from the sampler chunk, as the distance above the note.
    #expect(instrument.baseNote == 64)
    #expect(instrument.detune == 20)
    #expect(
      instrument.loops == [
        Libsndfile.Loop(mode: Libsndfile.alternatingLoop, start: 10, end: 90)
      ])
  }

  @Test func libsndfileReadsOurAIFF() throws {
    let instrument = try #require(metadata(of: .aiff).instrument)
    #expect(instrument.baseNote == 64)
    #expect(instrument.detune == -20)
    #expect(instrument.keys == 10...100)
    #expect(instrument.velocities == 1...120)
    #expect(instrument.gain == -6)
    // In AIFF, libsndfile reports every loop as a forward loop.
    #expect(
      instrument.loops == [
        Libsndfile.Loop(mode: Libsndfile.forwardLoop, start: 10, end: 90)
      ])
  }

  @Test(arguments: containers)
  func readsFilesWrittenByLibsndfile(container: Container, format: Int) throws {
    var source = Libsndfile.Metadata()
    source.title = "Bell"
    source.artist = "Zoë"
    source.comment = "struck"
    source.copyright = "2009"
    source.cues = [
      Libsndfile.Cue(identifier: 1, frame: 5, name: "attack"),
      Libsndfile.Cue(identifier: 2, frame: 60, name: "decay"),
    ]
    // libsndfile writes no instrument into AIFF, and no cues if there is an instrument.
    let hasInstrument = container == .wave
    let instrument = Libsndfile.Instrument(
      baseNote: 62, gain: 1, keys: 0...127, velocities: 0...127,
      loops: [Libsndfile.Loop(mode: Libsndfile.forwardLoop, start: 10, end: 90)])
    if hasInstrument { source.instrument = instrument }
    let sound = try SoundFile(parsing: Libsndfile.write(source, container: format, frameCount: 100))
    #expect(sound.container == container)
    #expect(sound.metadata[.title] == "Bell")
    #expect(sound.metadata[.artist] == "Zoë")
    #expect(sound.metadata[.comments] == "struck")
    #expect(sound.metadata[.copyright] == "2009")
    #expect(sound.metadata.markers.map(\.framePosition) == [5, 60])
    // libsndfile writes no names into WAVE.
    #expect(
      sound.metadata.markers.map(\.name)
        == source.cues.map { container == .aiff ? $0.name : "" })
    #expect(sound.metadata.instrument?.baseNote == (hasInstrument ? 62 : nil))
    #expect(sound.metadata.loops == (hasInstrument ? [SoundMetadata.Loop(frames: 10..<90)] : []))
  }

  @Test(
    .enabled(if: Tool("ffprobe").isInstalled, "ffprobe is not installed"),
    arguments: [Container.caf, .aiff, .wave])
  func ffprobeReadsOurTexts(container: Container) throws {
    let directory = try TemporaryDirectory()
    let name = "full.\(container.pathExtensions[0])"
    let path = try directory.write(file(container, .full), to: name)
    let output = try Tool("ffprobe").run(["-v", "error", "-show_format", path])
    let tags = String(decoding: output, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("TAG:") }.map { $0.dropFirst(4) }
    #expect(tags.contains("title=T"))
    #expect(tags.contains { $0 == "artist=Zoë" || $0 == "author=Zoë" })
    #expect(tags.contains("copyright=me"))
  }

  @Test(
    .enabled(if: Corpus.installed != nil, "the corpus is not installed"),
    arguments: [
      ("akx_Glass.wav", "11.5.2014"), ("akx_Sharp.wav", "18.12.2013"),
    ])
  func readsASamplersWAVE(name: String, comment: String) throws {
    let row = try #require(Corpus.installed?.rows.first { $0["file"] == name })
    let metadata = try SoundFile(parsing: row.bytes()).metadata
    #expect(metadata[.comments]?.contains(comment) == true)
    #expect(metadata[.encodingApplication] == "Edison")
    #expect(metadata.texts.count == 2)
    #expect(metadata.markers == [])
    #expect(metadata.loops == [])
    #expect(metadata.instrument == SoundMetadata.Instrument(velocities: 0...127))
    #expect(metadata.withoutFileDetails.texts.map(\.field) == [.comments])
  }

  @Test(
    .enabled(if: Corpus.installed != nil, "the corpus is not installed"),
    arguments: [
      (
        "goaiff_sowt.aif",
        SoundMetadata(
          loops: [SoundMetadata.Loop(frames: 0..<1)],
          instrument: SoundMetadata.Instrument(baseNote: 0, notes: 0...0, velocities: 0...0))
      ),
      (
        "goaiff_padded24b.aif",
        SoundMetadata(
          texts: [
            InformationEntry(.artist, "Hugo Tichborne"), InformationEntry(.copyright, "Goldbaby"),
            InformationEntry(
              .comments, "Copyright: Goldbaby      Author:           Hugo Tichborne"),
          ], instrument: SoundMetadata.Instrument())
      ),
      ("goaiff_melina.aiff", SoundMetadata()),
      ("playn_bling.wav", SoundMetadata()),
    ])
  func readsRealFiles(name: String, metadata: SoundMetadata) throws {
    let row = try #require(Corpus.installed?.rows.first { $0["file"] == name })
    let sound = try SoundFile(parsing: row.bytes())
    #expect(sound.metadata == metadata)
  }

  /// The corpus can't show whether Apple's tool carries metadata over: its sources have none.
  @Test(.enabled(if: Corpus.installed != nil, "the corpus is not installed"))
  func sourcesOfKnownFilesHaveNone() throws {
    let rows = try #require(Corpus.installed).rows
    let sources = Set(rows.map { $0["pair_source"] })
    for row in rows where sources.contains(row["file"]) {
      #expect(try SoundFile(parsing: row.bytes()).metadata.withoutFileDetails.isEmpty, "\(row)")
    }
  }
}
