import SoundFormat
import TestSupport
import Testing

/// Texts that other programs write or read, and texts in real files.
@Suite struct MetadataOracleTests {
  /// libsndfile's number for each of our containers.
  static let containers: [(Container, Int)] = [(.wave, Libsndfile.wav), (.aiff, Libsndfile.aiff)]

  @Test(arguments: containers)
  func libsndfileReadsOurTexts(container: Container, _: Int) throws {
    let metadata = try Libsndfile.metadata(of: file(container, .full))
    #expect(metadata.title == "T")
    #expect(metadata.artist == "Zoë")
    #expect(metadata.copyright == "me")
  }

  @Test(arguments: containers)
  func readsFilesWrittenByLibsndfile(container: Container, format: Int) throws {
    var source = Libsndfile.Metadata()
    source.title = "Bell"
    source.artist = "Zoë"
    source.comment = "struck"
    source.copyright = "2009"
    let sound = try SoundFile(parsing: Libsndfile.write(source, container: format, frameCount: 100))
    #expect(sound.container == container)
    #expect(sound.metadata[.title] == "Bell")
    #expect(sound.metadata[.artist] == "Zoë")
    #expect(sound.metadata[.comments] == "struck")
    #expect(sound.metadata[.copyright] == "2009")
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
    #expect(metadata.withoutFileDetails.texts.map(\.field) == [.comments])
  }

  @Test(
    .enabled(if: Corpus.installed != nil, "the corpus is not installed"),
    arguments: [
      (
        "goaiff_padded24b.aif",
        SoundMetadata(
          texts: [
            InformationEntry(.artist, "Hugo Tichborne"), InformationEntry(.copyright, "Goldbaby"),
            InformationEntry(
              .comments, "Copyright: Goldbaby      Author:           Hugo Tichborne"),
          ])
      ),
      ("goaiff_sowt.aif", SoundMetadata()), ("goaiff_melina.aiff", SoundMetadata()),
      ("playn_bling.wav", SoundMetadata()),
    ])
  func readsRealFiles(name: String, metadata: SoundMetadata) throws {
    let row = try #require(Corpus.installed?.rows.first { $0["file"] == name })
    let sound = try SoundFile(parsing: row.bytes())
    #expect(sound.metadata == metadata)
  }
}
