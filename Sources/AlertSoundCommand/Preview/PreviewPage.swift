import AlertSound
import CommandSupport
import Platform
import SoundFormat
import SystemPackage

#if HAS_PAGE
  internal import CPage
#endif

/// The template of the page that `alertsound preview` puts sounds into.
struct PreviewPage {
  /// The template's bytes before and after the sounds.
  private let parts: (before: [UInt8], after: [UInt8])

  /// Parses a template; nil unless the template has exactly one element for sounds, with the content `null`.
  init?(template: [UInt8]) {
    let (start, end) = (#"<script type="application/json" id="preview">"#, "</script>")
    let parts = template.split(
      separator: Array((start + "null" + end).utf8), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.parts = (parts[0] + Array(start.utf8), Array(end.utf8) + parts[1])
  }

  /// Returns the template inside this program. Throws if the program was built without the template.
  static func builtIn() throws(SoundError) -> PreviewPage {
    #if HAS_PAGE
      let bytes = unsafe [UInt8](
        UnsafeBufferPointer(start: alertsound_page(), count: Int(alertsound_page_byte_count())))
      if let page = PreviewPage(template: bytes) { return page }
    #endif
    throw SoundError(
      .creatingOutput, nil,
      .sound(.libraryMissing, reason: "this program was built without the page"),
      advice: "build it with 'make release', or install a released one")
  }

  /// Writes the page with a preview in it.
  ///
  /// - Returns: The errors of the sounds that can't be read.
  func write(_ preview: Preview, to path: FilePath) throws -> [SoundError] {
    let settings = try preview.settings()
    try Self.checkReplacing(path, preview)
    let folder = try WholeFile.check(path)
    let (sounds, errors) = try preview.contents()
    let json: JSON = [
      "version": Toolkit.version.json, "date": currentDay.json,
      "command": preview.commandLine.json, "settings": settings, "sounds": sounds.json,
    ]
    // Escape <, because it could close the script element. In JSON, < occurs only in strings.
    let text = json.line.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
      .joined(separator: "\\u003c".utf8)
    let bytes = parts.before + text + parts.after
    try WholeFile.write(bytes, to: path, in: folder)
    // If a table is printed, leave out this line.
    let summary = "\(path): \(counted(sounds.count, "sound")), \(sizeText(bytes.count))"
    if !preview.command.markdown { try Results.show([summary.onOneLine]) }
    return errors
  }

  /// Refuses to replace a sound, or a regular file that isn't a page of this command.
  private static func checkReplacing(_ path: FilePath, _ preview: Preview) throws(SoundError) {
    let start = (try? InputFile(path: path).bytes(at: 0, count: 4096)) ?? []
    let isPage = String(decoding: start, as: UTF8.self)
      .contains(#"<meta name="generator" content="alertsound">"#)
    let isSound = preview.sounds.contains { FileIdentity(of: $0.path) == FileIdentity(of: path) }
    guard (try? path.stat())?.type == .regular, isSound || !isPage else { return }
    throw SoundError(
      .creatingOutput, SoundPath(path),
      .unsupported("this file isn't a page of 'alertsound preview'"),
      advice: "name another page")
  }
}

extension Preview {
  private static let byteLimit = 20_000_000

  /// Reads the sounds, for the page.
  ///
  /// - Returns: The sounds in the form that the page reads, and the errors of the sounds that can't be read.
  /// - Throws: `SoundError` if the files have too many bytes for a page. Some of the files are then not read.
  fileprivate func contents() throws -> (sounds: [JSON], errors: [SoundError]) {
    var byteCount = 0
    var errors: [SoundError] = []
    func data(of file: InputFile) throws(SoundError) -> JSON {
      byteCount += file.byteCount
      guard byteCount <= Self.byteLimit else { return "" }
      do throws(SoundFileError) {
        return JSON(base64: try file.bytes(at: 0, count: file.byteCount))
      } catch {
        throw SoundError(.reading, SoundPath(file.path), error)
      }
    }
    func frames(of file: InputFile) throws(SoundError) -> JSON? {
      guard converter.inputPolicy.imports, byteCount <= Self.byteLimit, file.needsLibrary else {
        return nil
      }
      do throws(SoundError) {
        let sound = try SoundSource(
          bytes: file, of: file.path, policy: converter.inputPolicy)
        let (format, type) = (sound.format, sound.framesType)
        var target = ConversionTarget(container: .caf, dataFormat: .linearPCM(PCMEncoding(type)))
        // Decode at most one frame more than fits into the page.
        target.frameLimit =
          (Self.byteLimit - byteCount) / (format.channelCount * type.bitDepth / 8) + 1
        let frames = try Conversion(of: sound, to: target).inMemory(monitor: .untilInterrupted)
          .packets
        byteCount += frames.count
        return [
          "type": "\(type)".json, "rate": format.sampleRate.json,
          "channels": format.channelCount.json, "data": JSON(base64: Array(frames)),
        ]
      } catch {
        if error.fault == .sound { return nil }
        throw error
      }
    }
    let contents = try sounds.map { sound in
      if Interruption.isRequested { throw CancellationError() }
      let place: JSON = [
        "name": sound.name.onOneLine.json, "folder": sound.folder.onOneLine.json,
        "path": SoundPath(sound.path).text.json,
      ]
      do throws(SoundError) {
        let file = try open(sound.path)
        let shipped = try sound.shipped.map { path throws(SoundError) -> JSON in
          ["name": path.name.onOneLine.json, "file": try data(of: open(path))]
        }
        return place.adding([
          "file": try data(of: file), "frames": try frames(of: file), "shipped": shipped,
        ])
      } catch {
        errors.append(error)
        return place.adding(["file": "", "error": error.commandSentence.json])
      }
    }
    if byteCount <= Self.byteLimit { return (contents, errors) }
    throw SoundError(
      .creatingOutput, nil,
      .unsupported(
        "the sounds have \(sizeText(byteCount)), and a page takes at most"
          + " \(sizeText(Self.byteLimit))"),
      advice: "name fewer sounds, or --exclude the largest")
  }
}

extension InputFile {
  /// Whether libsndfile must decode the file: this library can't decode it, and some browsers can't either.
  fileprivate var needsLibrary: Bool {
    do throws(SoundFileError) {
      return try !SoundFile(in: self).isDecodable
    } catch {
      return error.foreignFormat != .ogg
    }
  }
}

extension SoundSource {
  /// The type of the frames for a browser. Integers of a lossless sound become integers of 16 or 32 bits. All other
  /// samples become `float32`, which also states the samples of lossy codecs exactly.
  fileprivate var framesType: PCMEncoding.SampleType {
    switch losslessSampleType {
    case .uint8, .int8, .int16: .int16
    case .int24, .int32: .int32
    case .float32, .float64, nil: .float32
    }
  }
}
