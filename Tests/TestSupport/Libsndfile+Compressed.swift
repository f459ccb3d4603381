internal import CLibsndfile

/// Formats that only libsndfile reads here.
extension Libsndfile {
  public static let flac = SF_FORMAT_FLAC | SF_FORMAT_PCM_16
  public static let flac24 = SF_FORMAT_FLAC | SF_FORMAT_PCM_24
  public static let vorbis = SF_FORMAT_OGG | SF_FORMAT_VORBIS
  public static let opus = SF_FORMAT_OGG | SF_FORMAT_OPUS
  public static let mp3 = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
  public static let au = SF_FORMAT_AU | SF_FORMAT_PCM_16
  public static let wave64 = SF_FORMAT_W64 | SF_FORMAT_PCM_16
  public static let svx8 = SF_FORMAT_SVX | SF_FORMAT_PCM_S8
  public static let svx16 = SF_FORMAT_SVX | SF_FORMAT_PCM_16
  public static let msADPCM = SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM
  public static let imaADPCM = SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM
  public static let gsm = SF_FORMAT_WAV | SF_FORMAT_GSM610
  public static let alac16 = SF_FORMAT_CAF | SF_FORMAT_ALAC_16
  public static let alac20 = SF_FORMAT_CAF | SF_FORMAT_ALAC_20
  public static let alac32 = SF_FORMAT_CAF | SF_FORMAT_ALAC_32
  public static let alac24 = SF_FORMAT_CAF | SF_FORMAT_ALAC_24
}
