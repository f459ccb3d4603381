package import SoundFormat

/// Reads a sound's frames block by block.
package protocol BlockReader: AnyObject {
  /// What decoding has found missing from a truncated file, in words.
  var truncation: String? { get }

  /// The next frames, interleaved; nil at the end. A block is never empty.
  func next() throws(SoundFileError) -> SampleBlock?
}

extension BlockReader {
  package var truncation: String? { nil }
}

extension SoundSource {
  /// Begins to read the frames.
  ///
  /// - Parameters:
  ///   - firstFrame: How many frames to skip at the beginning.
  ///   - widestChannelCount: The most channels a frame has in the pipeline; nil for the sound's. The
  ///     more, the fewer frames are read at once.
  package func frames(
    from firstFrame: Int = 0, widestChannelCount: Int? = nil
  ) throws(SoundFileError) -> any BlockReader {
    if let beginning, beginning.firstFrame == firstFrame, let blocks = beginning.blocks {
      return DecodedBlocks(blocks: blocks[...], truncation: beginning.truncation)
    }
    return try structure.frames(
      in: bytes, from: firstFrame, widestChannelCount: widestChannelCount ?? format.channelCount,
      policy: policy)
  }
}

/// Frames that are in memory already.
private final class DecodedBlocks: BlockReader {
  private var blocks: ArraySlice<SampleBlock>
  let truncation: String?

  init(blocks: ArraySlice<SampleBlock>, truncation: String?) {
    self.blocks = blocks
    self.truncation = truncation
  }

  func next() -> SampleBlock? { blocks.popFirst() }
}
