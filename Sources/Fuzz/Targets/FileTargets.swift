import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

@testable import AlertSound
@testable import AlertSoundCommand

/// The state file of a batch: what is read is written the same again. The bytes are a file, or the lines of
/// one to which the digest is added.
enum StateTarget {
  static func run(_ bytes: [UInt8]) {
    check(bytes)
    var file = Array("alertsound state 1\n".utf8) + bytes
    if file.last != UInt8(ascii: "\n") { file.append(UInt8(ascii: "\n")) }
    let digest = ContentDigest.value(of: file)
    check(file + Array("digest \(String(digest, radix: 16))\n".utf8))
  }

  private static func check(_ bytes: [UInt8]) {
    guard let state = BatchState(fileBytes: bytes) else { return }
    let written = state.fileBytes
    guard let again = BatchState(fileBytes: written) else {
      fatalError("written, but not read")
    }
    expect(again.fileBytes == written, "read otherwise than written")
    expect(again.records.count == state.records.count, "records are lost")
  }
}

/// A notification's payload: it is refused in words, or means a request.
enum PayloadTarget {
  private static let search = {
    guard let search = try? SoundSearch(bundle: ScratchFile.app) else {
      fatalError("the app for payloads is none")
    }
    return search
  }()

  static func run(_ bytes: [UInt8]) {
    do throws(ConversionError) {
      let file = try PayloadFile(ScratchFile.holding(bytes))
      let resolution = search.resolve(file.payload.request)
      expect(resolution.request == file.payload.request, "an answer to another request")
    } catch {
      expect(!error.reason.isEmpty, "refused without a word")
    }
  }
}

/// A file of options: its words are those of a command line, and parse or don't.
enum OptionsTarget {
  static func run(_ bytes: [UInt8]) {
    let words: [CommandArgument]
    do throws(ConversionError) {
      words = try OptionsFile(ScratchFile.holding(bytes)).words
    } catch {
      return expect(!error.reason.isEmpty, "refused without a word")
    }
    expect(
      !OptionWord.all(of: words.map(\.bytes)).contains { $0.name == OptionsFile.option },
      "a file of options in a file of options")
    let line = ["convert", "in.wav", "-o", "out.caf"].map { CommandArgument($0) } + words
    guard
      let command = try? AlertSoundCommand.parseAsRoot(ParserText.words(of: line))
        as? ConvertCommand
    else { return }
    _ = try? command.format.target(output: command.output.path)
  }
}

/// An `.ipa` archive: its sounds are checked and looked for, inflated where they are deflated.
enum ArchiveTarget {
  static func run(_ bytes: [UInt8]) {
    let path = ScratchFile.holding(bytes)
    guard let apps = try? AppBundle.apps(inArchive: path) else { return }
    for app in apps {
      expect(app.path.starts(with: path), "an app outside its archive: \(app.path)")
      for file in app.files.filePaths {
        expect(
          file.isRelative && !file.components.contains { $0.kind == .parentDirectory },
          "a file outside its archive: \(file)")
      }
    }
    var check = SoundCheck()
    check.listens = true
    check.check(path) { _ in }
    guard let search = try? SoundSearch(bundle: path) else { return }
    for name in ["ring.caf", "sounds/ring.caf", "link.caf"] {
      for interface in [SoundRequest.Interface.notification, .localNotification] {
        var request = SoundRequest(name: name)
        request.interface = interface
        _ = search.resolve(request)
      }
    }
  }
}

/// An MP3's tags and index, which come before libsndfile sees a byte of it: an inserted frame is read as if it
/// stood there, wherever the reading is cut.
enum MPEGTarget {
  static func run(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let (start, count) = (input.short(), input.short())
    let file = Array(input.rest)
    do throws(SoundFileError) {
      let audio = try MPEGTags.audioRange(of: file, in: 0..<file.count)
      expect(
        audio.lowerBound >= 0 && audio.upperBound <= file.count, "audio at \(audio) of a file")
      guard let index = try MPEGIndex(forStreamAt: audio, in: file) else { return }
      expect(index.estimatedFrameCount >= 0, "\(index.estimatedFrameCount) frames")
      var whole = file
      whole.insert(contentsOf: index.frame, at: audio.lowerBound)
      let source = SourceWithInsertion(
        source: file, insertion: index.frame, offset: audio.lowerBound)
      expect(source.byteCount == whole.count, "\(source.byteCount) bytes")
      let piece = try source.bytes(at: start, count: count)
      expect(piece == (try whole.bytes(at: start, count: count)), "other bytes at \(start)")
    } catch {
      fatalError("an array can always be read: \(error)")
    }
  }
}
