import SoundFormat
import Testing

@Suite struct ChannelMapTests {
  private func mapped(_ samples: [Int16], _ map: ChannelMap) -> [Int16] {
    SampleBlock.int16(samples).mapped(by: map).int16Samples
  }

  /// Three of Apple's files made with -c 1 hold only the left channel.
  @Test func droppingTakesTheFirstChannels() {
    #expect(mapped([1, 2, 3, 4], .changing(2, to: 1)) == [1, 3])
    #expect(mapped([1, 2, 3, 4, 5, 6], .changing(3, to: 2)) == [1, 2, 4, 5])
  }

  @Test func oneChannelIsCopiedToAll() {
    #expect(mapped([1, 2], .changing(1, to: 2)) == [1, 1, 2, 2])
    #expect(mapped([1, 2], .changing(1, to: 3)) == [1, 1, 1, 2, 2, 2])
  }

  @Test func channelsWithoutASourceAreSilent() {
    #expect(mapped([1, 2, 3, 4], .changing(2, to: 3)) == [1, 2, 0, 3, 4, 0])
    let map = ChannelMap([1, nil, 0], sourceChannelCount: 2)
    #expect(mapped([1, 2, 3, 4], map) == [2, 0, 1, 4, 0, 3])
  }

  @Test func theSameChannelsAreTheIdentity() {
    for count in 1...6 { #expect(ChannelMap.changing(count, to: count).isIdentity) }
    #expect(!ChannelMap.changing(1, to: 2).isIdentity)
    #expect(!ChannelMap.changing(2, to: 1).isIdentity)
    #expect(!ChannelMap([1, 0], sourceChannelCount: 2).isIdentity)
    #expect(mapped([1, 2, 3, 4], .changing(2, to: 2)) == [1, 2, 3, 4])
  }

  @Test func everyTypeIsMapped() {
    let map = ChannelMap([1, 0], sourceChannelCount: 2)
    guard case .int32([2, 1]) = SampleBlock.int32([1, 2]).mapped(by: map),
      case .float32([2, 1]) = SampleBlock.float32([1, 2]).mapped(by: map),
      case .float64([2, 1]) = SampleBlock.float64([1, 2]).mapped(by: map)
    else {
      Issue.record("a channel is out of place")
      return
    }
  }

  @Test func emptyMapsToEmpty() {
    #expect(mapped([], .changing(2, to: 1)) == [])
    #expect(mapped([], .changing(2, to: 4)) == [])
  }
}
