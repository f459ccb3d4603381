public import SoundFormat
internal import SystemPackage

extension SoundFile {
  /// Reads the structure of an open sound file.
  ///
  /// An extension that belongs to another container is noted, and otherwise means nothing.
  ///
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(parsing input: InputFile) throws(ConversionError) {
    do throws(SoundFileError) {
      let source: some ByteSource = input
      try self.init(parsing: source)
    } catch {
      throw ConversionError(
        .openingInput, input.path, error, advice: Self.advice(on: error.code))
    }
    if let note = noteOnExtension(input.path.extension) { notes.append(note) }
  }

  private func noteOnExtension(_ pathExtension: String?) -> Note? {
    guard let pathExtension = pathExtension?.lowercased() else { return nil }
    let owners = Container.allCases.filter { $0.pathExtensions.contains(pathExtension) }
    guard let owner = owners.first, !owners.contains(container) else { return nil }
    return Note(
      "the extension .\(pathExtension) is \(owner.name)'s, the content is \(container.name)")
  }

  private static func advice(on code: SoundFileError.Code) -> String? {
    switch code {
    case .unrecognized: "export the sound as WAV, AIFF or CAF"
    case .empty, .truncated, .malformed: "export or copy it again"
    case .unsupported, .tooLong, .inputOutput: nil
    }
  }
}
