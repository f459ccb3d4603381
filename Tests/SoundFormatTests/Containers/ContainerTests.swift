import Testing

@testable import SoundFormat

@Suite struct ContainerTests {
  /// Apple's table, printed by `afconvert -hf`, without the codecs that this library lacks.
  @Test(arguments: [
    (Container.aifc, "I8 BEI16 BEI24 BEI32 BEF32 BEF64 UI8 'ulaw' 'alaw' 'ima4'"),
    (.aiff, "I8 BEI16 BEI24 BEI32"),
    (
      .caf,
      "'alaw' 'ima4' I8 BEI16 BEI24 BEI32 BEF32 BEF64 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'"
    ),
    (.wave, "UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw' 'alaw'"),
    (.rf64, "UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw' 'alaw'"),
    (.bw64, "UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw' 'alaw'"),
  ])
  func supportsWhatAppleLists(container: Container, list: String) {
    #expect(container.dataFormats.map(\.description).joined(separator: " ") == list)
  }

  @Test func supportsNoOtherCodec() {
    for container in Container.writable {
      #expect(!container.holds(.other(CodecDescription(formatID: "aac "))))
    }
  }

  @Test(arguments: [
    (Container.aifc, "AIFC", "AIFC", ["aifc", "aiff", "aif"]),
    (.aiff, "AIFF", "AIFF", ["aiff", "aif"]), (.caf, "caff", "CAF", ["caf"]),
    (.wave, "WAVE", "WAVE", ["wav"]), (.rf64, "RF64", "WAVE", ["wav"]),
    (.bw64, "BW64", "WAVE", ["wav"]),
  ])
  func hasApplesNames(container: Container, type: String, name: String, extensions: [String]) {
    #expect(container.fileType.description == type)
    #expect(container.name == name)
    #expect(container.pathExtensions == extensions)
  }

  @Test func noTwoContainersBeginAlike() {
    for container in Container.writable {
      for signature in container.signatures {
        let matching = Container.writable.filter { other in
          other.signatures.contains {
            $0.outer == signature.outer && ($0.form == nil || $0.form == signature.form)
          }
        }
        #expect(matching == [container])
      }
    }
  }

  @Test func listsContainersInWords() {
    #expect(Container.readNames("and") == "CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 and FLAC")
    #expect(Container.newFileExtensions == ".caf, .wav, .aiff or .aifc")
    #expect(Container.exportNames == "WAV, AIFF or CAF")
    #expect(listed(["CAF"], "or") == "CAF")
    #expect(listed([], "or") == "")
  }
}
