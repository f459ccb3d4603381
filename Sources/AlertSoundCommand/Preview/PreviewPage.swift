import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

#if HAS_PAGE
  internal import CPage
#endif

/// The template of a page that shows and plays sounds.
struct PreviewPage {
  /// The template's bytes before and after the sounds.
  private let parts: (before: [UInt8], after: [UInt8])

  /// The element that the sounds are put into, in place of `null`. A template has this element exactly once.
  private static let place = (
    start: Array(#"<script type="application/json" id="preview">"#.utf8), list: Array("null".utf8),
    end: Array("</script>".utf8)
  )

  /// Parses a template; nil if it doesn't have the element for the sounds, or has it more than once.
  init?(template: [UInt8]) {
    let place = Self.place.start + Self.place.list + Self.place.end
    let starts = template.indices.filter {
      template[$0] == place[0] && template[$0...].starts(with: place)
    }
    guard starts.count == 1 else { return nil }
    let start = starts[0] + Self.place.start.count
    parts = (Array(template[..<start]), Array(template[(start + Self.place.list.count)...]))
  }

  var byteCount: Int { parts.before.count + parts.after.count }

  /// Whether a file is a page of this command, to judge by an element near its beginning.
  static func isPage(_ file: FilePath) -> Bool {
    let start = try? InputFile(path: file).bytes(at: 0, count: 4096)
    return String(decoding: start ?? [], as: UTF8.self)
      .contains(#"<meta name="generator" content="alertsound">"#)
  }

  /// Returns the page with sounds in the given order.
  func page(with sounds: [PreviewedSound], of preview: Preview) -> [UInt8] {
    parts.before + Self.json(of: sounds, preview) + parts.after
  }

  /// Returns the sounds and the options of their conversion, as JSON that can be inside HTML.
  private static func json(of sounds: [PreviewedSound], _ preview: Preview) -> [UInt8] {
    let json: JSON = [
      "options": preview.converter.json,
      "sounds": sounds.map { $0.json(limit: preview.converter.limit) }.json,
    ]
    // Escape <, because it could close the script element. In JSON, < occurs only in strings.
    return Array(
      json.line.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        .joined(separator: "\\u003c".utf8))
  }
}

extension PreviewPage {
  /// Returns the template inside this program.
  ///
  /// - Throws: `SoundError` if the program was built without the template.
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
}

extension AlertConverter {
  /// The keys of levels. They are written even if the level is 0. Other keys are left out if their number is 0.
  private static let levels: Set = ["loudness", "true-peak"]

  /// The options of the conversion, with the names and values of the page's form.
  fileprivate var json: JSON {
    let format = target.dataFormat ?? target.container.defaultDataFormat
    let channelCount: Int? = if case .mixed(let count) = target.channels { count } else { nil }
    // Use the keys that Sources/Web/Core reads.
    let preparation: [(String, Double?)] = [
      ("loudness", target.levels?.loudness), ("true-peak", target.levels?.truePeak),
      ("trim-start", arrangement.span?.start), ("trim-end", arrangement.span?.end),
      ("silence-threshold", arrangement.silenceThreshold),
      ("fade-in", arrangement.fadeInOfEachPlay), ("fade-out", arrangement.fadeOutOfEachPlay),
      ("repeat", arrangement.repetition?.seconds), ("gap", arrangement.repetition?.gap),
    ]
    var stated = ConversionTarget(container: target.container, dataFormat: format)
    stated.sampleRate = target.sampleRate
    stated.channels = target.channels
    stated.ima4Quality = target.ima4Quality
    stated.levels = target.levels
    // Check that no number has more than six decimals, because the page's form rounds to six.
    let isStated = preparation.allSatisfy { _, value in
      value.map { ($0 * 1e6).rounded() / 1e6 == $0 } ?? true
    }
    return [
      "use": limit.use.rawValue.json,
      "limit": limit.seconds.json,
      "policy": limit.policy.rawValue.json,
      "container": "\(target.container.fileType)".json,
      "format": (format.pcmEncoding?.description ?? "\(format.formatID)").json,
      "rate": target.sampleRate?.json ?? .null,
      "channels": channelCount?.json ?? .null,
      "quality": target.ima4Quality.json,
      "preparation": .object(
        preparation.compactMap { key, value in
          value == 0 && !Self.levels.contains(key) ? nil : value?.json.map { (key, $0) }
        }),
      // Whether the form can state all options. Only then can the page show an equivalent command.
      "isComplete": (stated == target && limit.defaultSound == nil && isStated).json,
    ]
  }
}

extension PreviewedSound {
  /// Returns the sound in the form that the page reads.
  fileprivate func json(limit: LengthLimit) -> JSON {
    let converted: JSON? = converted.map {
      [
        "name": $0.name.onOneLine.json,
        "file": JSON(base64: $0.bytes),
        "outcome": (facts?.outcome.word ?? "").json,
        "isTruncated": (facts?.warnings.isTruncated ?? false).json,
        "warnings": (facts?.warnings ?? []).filter { $0.rule != .truncated }
          .map { $0.sentence(\.words).json }.json,
        "fact": $0.preparation?.json ?? .null,
        "preparedSeconds": $0.arrangedSeconds?.json ?? .null,
        "levelling": $0.levelSetting?.text.json ?? .null,
      ]
    }
    let frames: JSON? = frames.map {
      [
        "type": $0.type.rawValue.json, "rate": $0.rate.json, "channels": $0.channelCount.json,
        "data": JSON(base64: $0.bytes),
      ]
    }
    // The reason why there is no converted file.
    let reason =
      error.map { SoundError.sentence($0.reason, $0.remedy?.commandWords) }
      ?? (self.converted == nil ? facts?.outcome.fact(under: limit) : nil)
    return [
      "name": input.name.onOneLine.json,
      "file": JSON(base64: bytes),
      "frames": frames ?? .null,
      "converted": converted ?? .null,
      "needsWork": standing.needsWork.json,
      "error": reason?.json ?? .null,
    ]
  }
}
