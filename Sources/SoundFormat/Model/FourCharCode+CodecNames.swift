extension FourCharCode {
  /// The common name of a codec, by its code in Core Audio; nil if it isn't known.
  package var commonName: String? {
    let names: [FourCharCode: String] = [
      "aac ": "AAC", "aacl": "AAC-LD", "aace": "AAC-ELD", "aach": "HE-AAC", "aacp": "HE-AAC v2",
      "usac": "xHE-AAC", "alac": "Apple Lossless", "ac-3": "Dolby Digital",
      "ec-3": "Dolby Digital Plus", "samr": "AMR", "ilbc": "iLBC", "QDM2": "QDesign Music 2",
      "QDMC": "QDesign Music", "Qclp": "Qualcomm PureVoice", "MAC3": "MACE 3:1",
      "MAC6": "MACE 6:1", "drms": "protected AAC", "enca": "encrypted audio",
      ".mp1": "MPEG layer 1", ".mp2": "MP2", ".mp3": "MP3", "opus": "Opus", "flac": "FLAC",
      "lpcm": "linear PCM", "ima4": "IMA4", "ulaw": "µ-law", "alaw": "A-law",
      .microsoft(WAVETag.adpcm): "MS ADPCM", .microsoft(WAVETag.imaADPCM): "DVI ADPCM",
      .microsoft(WAVETag.gsm610): "GSM 6.10", .microsoft(WAVETag.mp3): "MP3",
    ]
    return names[self]
  }
}
