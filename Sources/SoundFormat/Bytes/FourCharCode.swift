/// Four bytes that name a chunk, a data format or a file type.
public struct FourCharCode: RawRepresentable, Hashable, Sendable {
  /// The four characters, the first in the most significant byte.
  public var rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Whether every byte is printable ASCII, as in all registered codes.
  var isPrintable: Bool {
    bytes.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }
}

extension FourCharCode: ExpressibleByStringLiteral {
  /// Creates a code from a literal of exactly four ASCII characters.
  public init(stringLiteral value: StaticString) {
    precondition(value.utf8CodeUnitCount == 4, "a four-character code has four characters")
    // Read the literal's bytes, so that the compiler computes the code.
    rawValue = value.withUTF8Buffer { text in
      (0..<4).reduce(0) { unsafe $0 << 8 | UInt32(text[$1]) }
    }
  }
}

extension FourCharCode: CustomStringConvertible {
  /// The four characters, with `\xNN` for a byte that can't be printed.
  public var description: String {
    bytes.map { byte in
      (0x20...0x7E).contains(byte)
        ? String(UnicodeScalar(byte))
        : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension FourCharCode {
  /// Parses a code in the form that `description` returns, `ms\x00\x11` for example; nil if the text isn't in this
  /// form. A missing fourth character becomes a blank.
  package init?(typed text: String) {
    var characters: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let character = rest.popFirst() {
      if character == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x") {
        let digits = rest.dropFirst().prefix(2).compactMap {
          Character(Unicode.Scalar($0)).hexDigitValue
        }
        guard digits.count == 2 else { return nil }
        characters.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(3)
      } else {
        characters.append(character)
      }
    }
    if characters.count == 3 { characters.append(UInt8(ascii: " ")) }
    guard characters.count == 4 else { return nil }
    self.init(rawValue: characters.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Returns Core Audio's code for a Microsoft codec: `ms` and the two bytes of the WAVE format tag.
  package static func microsoft(_ tag: UInt16) -> FourCharCode {
    FourCharCode(rawValue: 0x6D73_0000 | UInt32(tag))
  }

  /// The common name of the codec that has this code in Core Audio; nil if the code isn't known.
  package var commonName: String? {
    let names: [(FourCharCode, String)] = [
      ("aac ", "AAC"), ("aacl", "AAC-LD"), ("aace", "AAC-ELD"), ("aach", "HE-AAC"),
      ("aacp", "HE-AAC v2"), ("usac", "xHE-AAC"), ("alac", "Apple Lossless"),
      ("ac-3", "Dolby Digital"), ("ec-3", "Dolby Digital Plus"), ("samr", "AMR"),
      ("ilbc", "iLBC"), ("QDM2", "QDesign Music 2"), ("QDMC", "QDesign Music"),
      ("Qclp", "Qualcomm PureVoice"), ("MAC3", "MACE 3:1"), ("MAC6", "MACE 6:1"),
      ("drms", "protected AAC"), ("enca", "encrypted audio"), (".mp1", "MPEG layer 1"),
      (".mp2", "MP2"), (".mp3", "MP3"), ("opus", "Opus"), ("flac", "FLAC"),
      ("lpcm", "linear PCM"), ("ima4", "IMA4"), ("ulaw", "µ-law"), ("alaw", "A-law"),
      (.microsoft(WAVETag.adpcm), "MS ADPCM"), (.microsoft(WAVETag.imaADPCM), "DVI ADPCM"),
      (.microsoft(WAVETag.gsm610), "GSM 6.10"), (.microsoft(WAVETag.mp3), "MP3"),
      (.microsoft(0xA109), "Speex"), (.microsoft(0x704F), "Opus"), (.microsoft(0xF1AC), "FLAC"),
    ]
    // Vorbis has six tags, one for each mode.
    if [0x674F...0x6751, 0x676F...0x6771].contains(where: { $0 ~= rawValue ^ 0x6D73_0000 }) {
      return "Ogg Vorbis"
    }
    return names.first { $0.0 == self }?.1
  }
}

/// Microsoft's format tags for codecs that this library doesn't write. Source: mmreg.h.
package enum WAVETag {
  package static let adpcm: UInt16 = 0x0002
  package static let imaADPCM: UInt16 = 0x0011
  package static let gsm610: UInt16 = 0x0031
  package static let mp3: UInt16 = 0x0055
}
