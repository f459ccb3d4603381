import AlertSound
import Testing

/// What was done, in words.
struct ArrangementChangeTests {
  @Test func nothing() {
    #expect(ArrangementChange().isUnchanged)
    #expect(ArrangementChange().fact == nil)
    #expect(Arrangement().isEmpty)
    var arrangement = Arrangement()
    arrangement.span = .init()
    #expect(arrangement.isEmpty)
    arrangement.silenceThreshold = -50
    #expect(!arrangement.isEmpty)
  }

  @Test func everything() {
    var change = ArrangementChange()
    change.silenceTrimmedAtStart = 0.52
    change.trimmedAtStart = 0.52
    #expect(change.fact == "0.52 s of silence trimmed at the start")
    change.playCount = 7
    #expect(change.fact == "0.52 s of silence trimmed at the start; played 7 times")
    change.trimmedAtEnd = 1.5
    change.silenceTrimmedAtEnd = 0.25
    change.fadeOut = 0.1
    change.gap = 0.5
    change.fadesBetweenPlays = true
    #expect(
      change.fact
        == "1.25 s cut off at the end; 0.52 s of silence trimmed at the start, 0.25 s at the end;"
        + " fades out over 0.1 s; played 7 times with gaps of 0.5 s, with a short fade in between")
    #expect(!change.isUnchanged)
  }
}
