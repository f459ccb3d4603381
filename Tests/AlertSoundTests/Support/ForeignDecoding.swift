import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests of what libsndfile decodes, and of messages that name it. On a Mac, Apple's afconvert comes
  /// first.
  static var ifLibsndfileDecodes: Self {
    .enabled(if: TestSystem.decodesWithLibsndfile, "Apple's afconvert decodes foreign formats here")
  }
}
