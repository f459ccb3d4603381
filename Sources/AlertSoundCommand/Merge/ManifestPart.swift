import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// A part's manifest. Its sounds stay text until they are written, since there may be very many.
struct ManifestPart {
  let path: FilePath
  let manifest: ConversionManifest
  /// What identifies each sound, in the manifest's order.
  let sounds: [Sound]
  private let bytes: [UInt8]

  /// A sound in the manifest.
  struct Sound {
    let input: FilePath
    /// nil if there is no output.
    let output: FilePath?
    /// Where its JSON is in the file.
    fileprivate let range: Range<Int>
  }

  private struct Key: Decodable {
    let input: String
    let output: String?
  }

  /// In bytes: the manifest of a million sounds.
  private static let byteLimit = 1 << 30

  /// Reads a manifest.
  ///
  /// - Throws: `SoundError`.
  init(_ path: FilePath) throws(SoundError) {
    self.path = path
    let file: InputFile
    do throws(SoundError) {
      file = try InputFile(path: path, waitingForPipes: true, byteLimit: Self.byteLimit)
    } catch {
      guard error.isLimitExceeded else { throw error }
      throw SoundError(
        .openingInput, path, .sound(.tooLong, reason: "this is too large for a part's manifest"),
        advice: "divide the batch into more parts")
    }
    do {
      bytes = try file.bytes(at: 0, count: file.byteCount)
    } catch {
      throw SoundError(wrapping: error, .reading, path)
    }
    let refusal = SoundError(
      .openingInput, path,
      .sound(.malformed, reason: "this is not a manifest that 'convert --manifest' wrote"),
      advice: "name a part's manifest or its output folder")
    guard !JSONStructure.hasEndlessString(bytes), let (frame, ranges) = Self.split(bytes) else {
      throw refusal
    }
    do {
      let bytes = bytes
      manifest = try decoded(ConversionManifest.self, fromJSON: frame)
      sounds = try ranges.map { range in
        // Values that are only copied are parsed as late as this.
        _ = try Self.text(of: bytes[range])
        let key = try decoded(Key.self, fromJSON: Array(bytes[range]))
        return Sound(
          input: Self.path(key.input), output: key.output.map(Self.path), range: range)
      }
    } catch {
      throw refusal
    }
    guard manifest.schema == ConversionManifest.schema else { throw refusal }
  }

  /// Returns a sound's JSON in the form of a manifest.
  func text(of sound: Sound) throws -> String {
    try Self.text(of: bytes[sound.range])
  }

  private static func text(of json: ArraySlice<UInt8>) throws -> String {
    try jsonText(try decoded(JSONValue.self, fromJSON: Array(json)))
  }

  private static func path(_ text: String) -> FilePath {
    CommandArgument(bytes: Array(text.utf8)).path
  }

  /// Far deeper than a manifest. Foundation's limit is 512, and it traps if a file ends right after that depth.
  private static let depthLimit = 100

  /// Splits a manifest into JSON with an empty list of sounds, and the ranges of the sounds.
  ///
  /// - Returns: nil if there is no list of sounds, or several, or this can't be JSON in UTF-8.
  private static func split(_ bytes: [UInt8]) -> (frame: [UInt8], sounds: [Range<Int>])? {
    var structure = JSONStructure()
    var list: Range<Int>?
    var sounds: [Range<Int>] = []
    var start = 0
    var isInList = false
    for (index, byte) in bytes.enumerated() {
      guard byte != 0 else { return nil }
      guard structure.isOutside(byte) else { continue }
      guard (0...depthLimit).contains(structure.depth) else { return nil }
      if isInList {
        switch byte {
        case UInt8(ascii: ",") where structure.depth == 2:
          sounds.append(start..<index)
          start = index + 1
        case UInt8(ascii: "]") where structure.depth == 1:
          isInList = false
          list = (list?.lowerBound ?? index)..<index
          let last = bytes[start..<index]
          if !sounds.isEmpty || !last.allSatisfy(isSpace) { sounds.append(start..<index) }
        default: break
        }
      } else if byte == UInt8(ascii: "["), structure.depth == 2, isValueOfSounds(bytes[..<index]) {
        guard list == nil else { return nil }
        isInList = true
        start = index + 1
        list = start..<start
      }
    }
    guard let list, !isInList else { return nil }
    return (Array(bytes[..<list.lowerBound] + bytes[list.upperBound...]), sounds)
  }

  /// Whether JSON ends in the key `sounds` and a colon.
  private static func isValueOfSounds(_ json: ArraySlice<UInt8>) -> Bool {
    var rest = json
    func dropSpace() { while let last = rest.last, isSpace(last) { rest.removeLast() } }
    dropSpace()
    guard rest.popLast() == UInt8(ascii: ":") else { return false }
    dropSpace()
    guard rest.suffix(8).elementsEqual(#""sounds""#.utf8) else { return false }
    // After a backslash, the quote is part of a longer key.
    return rest.dropLast(8).last != UInt8(ascii: "\\")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }
}
