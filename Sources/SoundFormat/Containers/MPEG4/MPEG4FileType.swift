/// Recognizes MPEG-4 and QuickTime files by their first bytes.
///
/// Source: ISO/IEC 14496-12, "File Type Box"; QuickTime File Format, "Atoms": older files have no such box.
enum MPEG4FileType {
  /// Returns the file type; nil if it is another file.
  ///
  /// - Parameters:
  ///   - beginning: The file's first twelve bytes.
  ///   - byteCount: How long the file is.
  static func container(_ beginning: [UInt8], byteCount: Int) -> Container? {
    var reader = ByteReader(beginning, order: .big)
    guard let size = try? reader.read(UInt32.self), let type = try? reader.readCode() else {
      return nil
    }
    guard type == "ftyp" else {
      // A text may have such a word at this place. A recording may be cut in its media.
      let fits = size < 2 || size >= 8 && (type == "mdat" || UInt64(size) <= UInt64(byteCount))
      return fits && ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(type)
        ? .quickTime : nil
    }
    guard let brand = try? reader.readCode() else { return .mp4 }
    switch brand {
    case "M4A ", "M4P ": return .m4a
    case "M4B ": return .m4b
    case "qt  ": return .quickTime
    default: break
    }
    switch brand.rawValue >> 8 {
    case 0x336770, 0x336765, 0x336767, 0x336772, 0x336773: return .threeGPP  // 3gp 3ge 3gg 3gr 3gs
    case 0x336732: return .threeGPP2  // 3g2
    default: return .mp4
    }
  }
}
