/// A change of data format that needs no decoding: the bytes are the output's, or nearly.
public enum PacketRewriting: Hashable, Sendable {
  /// The packets are the output's.
  case copy
  /// The samples are the output's but for their byte order.
  case reversal(bytesPerSample: Int)

  /// The rewriting that turns one data format into another, or nil where it takes decoding.
  ///
  /// IMA4 is decoded and encoded again, so that its frames come to lie as Apple's encoder lays them;
  /// for a stream that an encoder like Apple's wrote, that gives the same packets.
  public init?(from source: DataFormat, to target: DataFormat) {
    switch (source, target) {
    case (.linearPCM(let old), .linearPCM(let new)) where old.sampleType == new.sampleType:
      self = old == new ? .copy : .reversal(bytesPerSample: new.bytesPerSample)
    case (.muLaw, .muLaw), (.aLaw, .aLaw):
      self = .copy
    default:
      return nil
    }
  }

  /// Rewrites whole packets in place.
  public func rewrite(_ packets: inout [UInt8]) {
    switch self {
    case .copy: break
    case .reversal(let bytesPerSample):
      LinearPCM.reverseBytes(in: &packets, bytesPerSample: bytesPerSample)
    }
  }
}
