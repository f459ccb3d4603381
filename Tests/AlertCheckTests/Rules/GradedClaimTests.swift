import AlertCheck
import Testing

struct GradedClaimTests {
  /// Every claim states its grade and its source.
  @Test(arguments: SoundUse.allCases)
  func claimsHaveSources(use: SoundUse) {
    for claim in use.remarks {
      #expect(!claim.text.isEmpty && !claim.text.hasSuffix("."))
      #expect(!claim.source.isEmpty)
      #expect(claim.source.hasPrefix("Apple") || claim.grade != .documented, "\(claim.text)")
      #expect(claim.grade != .judgement || !claim.source.contains("https://"), "\(claim.text)")
    }
  }
}
