import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// The options for the output's format. The one-letter options are the same as in `afconvert`.
struct FormatOptions: ParsableArguments {
  @Option(
    name: [.customShort("d"), .customLong("data")],
    help: ArgumentHelp(
      "\(Codec.encodedFormatIDs.map(\.description).joined(separator: ", ")), or linear PCM such as LEI16; with a"
        + " sample rate: ima4@22050. By default, ima4 in a CAF, and 16-bit linear PCM in other containers.",
      valueName: "format"),
    completion: .list(FormatWords.dataFormats),
    transform: FormatWords.dataFormat)
  var dataFormat: DataFormatSpecifier?

  @Option(
    name: [.customShort("f"), .customLong("file")],
    help: ArgumentHelp(
      "The container: \(FormatWords.containers.joined(separator: " ")). By default, the output's extension decides; without"
        + " one, caff.",
      valueName: "type"),
    completion: .list(FormatWords.containers),
    transform: FormatWords.container)
  var container: Container?

  @Option(
    name: [.customShort("c"), .customLong("channels")],
    help: ArgumentHelp(
      "1 or 2 channels: more are mixed down, one is copied.",
      valueName: "count"))
  var channelCount: Int?

  @Option(
    name: [.customShort("q"), .customLong("quality")],
    help: ArgumentHelp(
      "For ima4: 0 writes Apple's bytes; 1 to 127 (the default) search for less audible noise.",
      valueName: "quality"))
  var quality: Int?

  @Option(
    name: [.customShort("r"), .customLong("src-quality")],
    help: ArgumentHelp(
      "The quality of rate conversion, from 0 to 127 (default: 127); below 32, straight lines.",
      valueName: "quality"))
  var sourceQuality: Int?

  @Option(
    help: ArgumentHelp(
      "What changes rates; the default is built-in.", valueName: "name"))
  var resampler: ResamplerChoice?

  func validate() throws {
    if let channelCount, !(1...2 ~= channelCount) {
      throw ValidationError("-c takes 1 or 2, not \(channelCount)")
    }
    if let quality, !(0...127 ~= quality) {
      throw ValidationError("-q takes 0 to 127, not \(quality)")
    }
    if let sourceQuality, !(0...127 ~= sourceQuality) {
      throw ValidationError(
        "-r takes 0 to 127, not \(sourceQuality); for a sample rate, use -d ima4@22050")
    }
  }

  /// Returns the container that `-f` or the output's name determines; CAF for a name without an extension.
  ///
  /// - Parameter mayBeFolder: Whether the user may have meant a folder.
  /// - Throws: `ValidationError` if the name has an unknown extension.
  func container(forOutput path: FilePath?, mayBeFolder: Bool = false) throws -> Container {
    if let container { return container }
    guard let pathExtension = path?.extension else { return .caf }
    guard let inferred = Container(ofOutput: path, holding: dataFormat) else {
      let folder = mayBeFolder ? path?.lastComponent.map { ", or, for a folder, \($0)/" } : nil
      let isSound = SoundFile.pathExtensions.contains(pathExtension.lowercased())
      throw ValidationError(
        "no container has the extension .\(pathExtension); name the output"
          + " \(Container.newFileExtensions)"
          + (!isSound
            ? (folder ?? "") + ", or add -f caff"
            : dataFormat?.isOurs == false ? ", and leave -d out" : ""))
    }
    return inferred
  }

  /// Returns the conversion target for a source.
  ///
  /// - Parameter path: The output. Without `-f`, its extension determines the container.
  /// - Throws: `ValidationError` if the options don't suit this source.
  func target(for source: SoundSource, output path: FilePath?) throws -> ConversionTarget {
    let container = try container(forOutput: path)
    let dataFormat = try dataFormat(in: container, from: source)
    if let quality, quality > 0, let dataFormat, dataFormat != .ima4 {
      throw ValidationError("-q applies only to ima4, not to \(dataFormat); leave -q out")
    }
    var target = ConversionTarget(container: container, dataFormat: dataFormat)
    target.sampleRate = self.dataFormat?.sampleRate
    target.ima4Quality = quality ?? ConversionTarget.alert.ima4Quality
    target.resamplingMethod = ResamplingOptions(resampler: resampler, quality: sourceQuality).method
    if let channelCount { target.channels = .mixed(channelCount) }
    return target
  }

  /// Returns a conversion target that suits all sources.
  ///
  /// - Parameter path: The output. Without `-f`, its extension determines the container.
  /// - Throws: `ValidationError` if an option depends on the source.
  func target(output path: FilePath?) throws -> ConversionTarget {
    if case .nativePCMOfSource = dataFormat?.coding {
      throw ValidationError("-d N depends on each sound; name a format, such as LEI16")
    }
    return try target(for: DefaultSound.source, output: path)
  }

  private func dataFormat(
    in container: Container, from source: SoundSource
  ) throws -> DataFormat? {
    guard let dataFormat else {
      // Use IMA4 in a CAF, because IMA4 is the smallest format that every iPhone plays.
      return container == .caf ? .ima4 : container.defaultDataFormat
    }
    do throws(DataFormatSpecifier.ResolutionError) {
      return try dataFormat.dataFormat(in: container, from: source)
    } catch {
      throw ValidationError("\(error.reason); \(error.advice)")
    }
  }
}

/// Parses the values of `-d` and `-f`.
///
/// Both options take the values of `afconvert` in upper or lower case. `-f` also takes file extensions.
enum FormatWords {
  /// The completions that shells offer after `-d`.
  static let dataFormats: [String] = {
    var words = Codec.encodedFormatIDs.map { "\($0)" }
    for format in Container.writable.flatMap(\.dataFormats) where format.pcmEncoding != nil {
      if !words.contains("\(format)") { words.append("\(format)") }
    }
    return words
  }()

  static let containers = Container.writable.map { "\($0.fileType)" }

  static func dataFormat(_ text: String) throws -> DataFormatSpecifier {
    let coding = text.prefix { !"@/#".contains($0) }
    let rest = text[coding.endIndex...]
    for spelling in [coding.lowercased(), coding.uppercased()] {
      if let specifier = try? DataFormatSpecifier(parsing: spelling + rest), specifier.isOurs {
        return specifier
      }
    }
    return try DataFormatSpecifier(parsing: text)
  }

  static func container(_ text: String) throws -> Container {
    let word = text.lowercased()
    let container =
      Container.writable.first { "\($0.fileType)".lowercased() == word }
      ?? Container(pathExtension: word) { _ in nil }
    guard let container else {
      throw ValidationError(
        "this file type can't be written; -f takes \(containers.joined(separator: ", "))")
    }
    return container
  }
}

extension DataFormatSpecifier {
  /// Whether this package can write the format. Parsing also accepts codes of codecs that this package can't write.
  fileprivate var isOurs: Bool {
    switch coding {
    case .linearPCM, .packetsOfSource, .nativePCMOfSource: true
    case .codec(let code): Codec.encodedFormatIDs.contains(code)
    }
  }
}
