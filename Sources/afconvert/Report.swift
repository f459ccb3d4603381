import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The output of `-v`, in Apple's structure.
struct Report {
  let conversion: Conversion
  let output: FilePath
  let options: OutputOptions

  /// The lines printed before the conversion: the files and their formats.
  var beginning: [String] {
    let source = conversion.source
    let layout = source.layout.map { ", \($0.name)" } ?? ""
    var lines = ["Input file: \(name(source.path ?? "")), \(source.frameCount) frames\(layout)"]
    lines += source.notes.map { "    note: \($0)".onOneLine }
    if let quality = options.quality { lines.append("codec quality = \(quality)") }
    lines += options.remarks
    if let quality = options.resampling.quality { lines.append("SRC quality = \(quality)") }
    if let complexity = options.resampling.complexity {
      lines.append("SRC complexity = '\(complexity.rawValue)'")
    }
    if let resampler = options.resampling.resampler {
      lines.append("resampler = \(resampler.rawValue)")
    }
    if !options.usesFiller { lines.append("no filler chunks") }
    lines.append("Formats:")
    lines += described("Input file", source.format, source.layout)
    lines += described("Output file", conversion.header.format, conversion.header.layout)
    lines += client
    return lines
  }

  /// Returns the lines printed after the conversion.
  func ending(_ result: ConversionResult) -> [String] {
    let fact = conversion.limit.flatMap { result.facts.outcome.fact(under: $0) }
    let remarks = fact.map { ["    over the limit: \($0)"] } ?? []
    guard !result.facts.outcome.isOmitted else {
      return ["Output file: \(name(output)), not written"] + remarks
    }
    let header = result.header
    var lines = ["Output file: \(name(output)), \(header.frameCount) frames"]
    if header.format != conversion.header.format {
      // Print the format again, because the default sound has replaced the source and has another format.
      lines += described("Output file", header.format, header.layout)
    }
    if conversion.target.ima4Quality > 0, let ratio = result.facts.signalToNoise {
      lines.append("    signal to noise: \(ratio.ratioText)")
    }
    return lines + remarks
  }

  private func name(_ path: FilePath) -> String {
    (path.lastComponent?.string ?? path.string).onOneLine
  }

  private func described(
    _ label: String, _ format: StreamFormat, _ layout: ChannelLayout?
  ) -> [String] {
    let line = "  " + label.rightPadded(to: 14) + format.coreAudioText
    return [line] + (layout.map { [String(repeating: " ", count: 17) + $0.name] } ?? [])
  }

  /// The lines for the linear PCM that a decoder produces or an encoder reads; empty if both files are linear PCM.
  private var client: [String] {
    let isDecoding = conversion.source.format.dataFormat.pcmEncoding == nil
    let isEncoding = conversion.header.format.dataFormat.pcmEncoding == nil
    let int16 = DataFormat.linearPCM(PCMEncoding(.int16, .native))
    if isEncoding {
      var format = conversion.header.format
      format.dataFormat = int16
      return described("Output client", format, nil)
    }
    guard isDecoding else { return [] }
    var format = conversion.source.format
    format.dataFormat = .linearPCM(PCMEncoding(conversion.source.decodedSampleType, .native))
    return described("Input client", format, nil)
  }
}

/// The output of `-hf`.
enum FormatTable {
  /// The table of containers and their data formats, in Apple's layout.
  static var text: String {
    var lines = ["Audio file and data formats:"]
    for container in Container.writable {
      let extensions = container.pathExtensions.map { ".\($0)" }.joined(separator: ", ")
      lines.append("    '\(container.fileType)' = \(container.name) (\(extensions))")
      lines += wrapped(container.dataFormats.map { "\($0) " })
    }
    return lines.joined(separator: "\n")
  }

  private static func wrapped(_ items: [String]) -> [String] {
    let label = String(repeating: " ", count: 15) + "data_formats: "
    let lastColumn = 75
    var lines = [label]
    for item in items {
      if lines[lines.endIndex - 1].count + item.count > lastColumn {
        lines.append(String(repeating: " ", count: label.count))
      }
      lines[lines.endIndex - 1] += item
    }
    return lines
  }
}
