/// A file format other than CAF, AIFF and WAVE.
public enum ForeignFormat: Hashable, Sendable {
  /// MP3 that begins with a tag, and MPEG audio that begins with a frame.
  case mp3, mpegAudio
  /// AAC in a raw stream.
  case aac
  case flac, ogg
  /// FLAC with this bit depth, which is greater than 24.
  case deepFLAC(bitDepth: Int)
  /// AU, the format of Sun and NeXT.
  case sunAudio
  case wave64, amr, dolbyDigital, matroska, windowsMedia
  /// A RIFF or IFF file that isn't a WAVE, AIFF or AIFF-C.
  case otherRIFF, otherIFF
  /// An MPEG-4 file, which this module reads, with the codec of its sound in Core Audio.
  case mpeg4(codec: FourCharCode)
  /// Files that aren't sounds.
  case zipArchive, webPage, gitLFSPointer
  /// A sound in any other format, by the format's name with an article.
  case other(String)

  /// The format's name, with an article if it takes one: `an Ogg file`.
  public var name: String {
    switch self {
    case .mp3: "MP3 audio"
    case .mpegAudio: "MPEG audio"
    case .aac: "AAC audio"
    case .flac: "FLAC audio"
    case .deepFLAC(let bitDepth): "\(bitDepth)-bit FLAC audio"
    case .ogg: "an Ogg file"
    case .sunAudio: "Sun audio"
    case .wave64: "a Wave64 file"
    case .amr: "AMR audio"
    case .dolbyDigital: "Dolby Digital audio"
    case .matroska: "a Matroska or WebM file"
    case .windowsMedia: "a Windows Media file"
    case .otherRIFF: "another kind of RIFF file"
    case .otherIFF: "another kind of IFF file"
    case .mpeg4(let codec):
      "an MPEG-4 file (m4a, mp4, mov) with " + (codec.commonName ?? "'\(codec)'")
    case .zipArchive: "a zip archive"
    case .webPage: "a web page"
    case .gitLFSPointer: "a Git LFS pointer"
    case .other(let name): name
    }
  }

  /// Whether such a file holds a sound; false for other files that are mistaken for one.
  public var isSound: Bool {
    switch self {
    case .zipArchive, .webPage, .gitLFSPointer: false
    default: true
    }
  }
}
