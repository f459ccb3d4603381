/// A change of data format that needs no decoding: the packets are copied, or only their byte order
/// changes.
public enum PacketRewriting: Hashable, Sendable {
  /// The packets stay as they are.
  case copy
  /// Only the samples' byte order changes.
  case reversal(bytesPerSample: Int)

  /// Creates the rewriting that turns one data format into another, or returns nil if it takes
  /// decoding.
  ///
  /// A codec whose packets hold several frames is decoded and encoded again, so that its frames are
  /// aligned to packets as Apple's encoder aligns them. A stream from an encoder like Apple's comes
  /// out with the same packets.
  public init?(from source: DataFormat, to target: DataFormat) {
    switch (source, target) {
    case (.linearPCM(let old), .linearPCM(let new)) where old.sampleType == new.sampleType:
      self = old == new ? .copy : .reversal(bytesPerSample: new.bytesPerSample)
    case (.compressed(let old), .compressed(let new)) where old == new && !old.isPadded:
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
