import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

@testable import AlertSound
@testable import AlertSoundCommand

/// The state file of a batch: what is read is written the same again. The bytes are a file, or the lines of
/// one to which the digest is added.
enum StatePromise {
  static func keep(for bytes: [UInt8]) throws {
    try check(bytes)
    var file = Array("alertsound state 1\n".utf8) + bytes
    if file.last != UInt8(ascii: "\n") { file.append(UInt8(ascii: "\n")) }
    let digest = ContentDigest.value(of: file)
    try check(file + Array("digest \(String(digest, radix: 16))\n".utf8))
  }

  private static func check(_ bytes: [UInt8]) throws {
    guard let state = BatchState(fileBytes: bytes) else { return }
    let written = state.fileBytes
    guard let again = BatchState(fileBytes: written) else {
      throw BrokenPromise("written, but not read")
    }
    try expect(again.fileBytes == written, "read otherwise than written")
    try expect(again.records.count == state.records.count, "records are lost")
  }
}

/// A notification's payload: it is refused in words, or means a request.
enum PayloadPromise {
  private static let search = Result { try SoundSearch(bundle: ScratchFile.app) }

  static func keep(for bytes: [UInt8]) throws {
    let file: PayloadFile
    do throws(ConversionError) {
      file = try PayloadFile(ScratchFile.holding(bytes))
    } catch {
      return try expect(!error.reason.isEmpty, "refused without a word")
    }
    let resolution = try search.get().resolve(file.payload.request)
    try expect(resolution.request == file.payload.request, "an answer to another request")
  }
}

/// A file of options: its words are those of a command line, and parse or don't.
enum OptionsPromise {
  static func keep(for bytes: [UInt8]) throws {
    let words: [CommandArgument]
    do throws(ConversionError) {
      words = try OptionsFile(ScratchFile.holding(bytes)).words
    } catch {
      return try expect(!error.reason.isEmpty, "refused without a word")
    }
    try expect(
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
