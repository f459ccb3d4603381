import Foundation
import SoundFormat
import TestSupport
import Testing

/// How scripts in the wild parse the report, run on the samples.
struct AfinfoIdiomTests {
  /// The output of shell lines, run in a folder with the samples.
  private func run(_ lines: String) throws -> String {
    let folder = try TemporaryDirectory()
    let samples = packageRoot.appending(path: "Samples").path(percentEncoded: false)
    let outcome = try folder.shell("cd '\(samples)' || exit 3\n\(lines)")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "")
    return outcome.outputText
  }

  @Test(arguments: [
    ("afinfo Chime.wav | awk '/estimated duration/{print $3}'", "1.200000"),
    ("afinfo Siren.caf | awk '/estimated duration/{print $3}'", "31.200000"),
    ("afinfo Knock.wav | awk '/audio data file offset:/ {print $5}'", "4096"),
    (#"afinfo Chime.wav | grep "bit rate""#, "bit rate: 1411200 bits per second"),
    (#"afinfo Sonar.aiff | grep -c "16-bit big-endian signed integer""#, "1"),
    (
      #"afinfo -b Marimba.caf | grep -o '[0-9]\{1,\}\.[0-9]\{1,\}'"#, "0.800"
    ),
    (#"afinfo -b -r Marimba.caf | grep -o '[0-9]\{1,\}\.[0-9]\{1,\}'"#, "0.800"),
    ("afinfo -b Marimba.caf | awk '/,/{print $3}' | tail -1", "format:"),
    ("afinfo --brief Bell.caf | awk '/ sec,/{print $1}'", "0.800"),
    (#"afinfo --brief Bell.caf | grep -c "estimated duration" || true"#, "0"),
    (
      #"afinfo Bell.caf -x | grep bit_depth -m 1 | sed -e 's/<[^>]*>//g' | sed -e 's/[[:blank:]]//g'"#,
      "24"
    ),
    (
      #"afinfo Limit.caf -x | grep bit_depth -m 1 | sed -e 's/<[^>]*>//g' | sed -e 's/[[:blank:]]//g'"#,
      "16"
    ),
    (#"afinfo -x Sonar.aiff | grep '<duration' | cut -f2 -d">"|cut -f1 -d"<""#, "1.000000"),
    ("afinfo -x -r Sonar.aiff | grep -c '<track '", "1"),
    (
      #"audio_info="$(afinfo Sonar.aiff)"; echo "$audio_info" | grep -Fq 'audio packets: 44100' && echo yes"#,
      "yes"
    ),
    (
      #"afinfo Marimba.caf | grep -c "35280 valid frames + 0 priming + 48 remainder""#, "1"
    ),
    ("if afinfo Chime.wav >/dev/null 2>&1; then echo a sound; fi", "a sound"),
  ])
  func scriptsFindTheirValues(lines: String, printed: String) throws {
    #expect(try run(lines) == printed + "\n")
  }

  @Test func aRegularExpressionFindsTheFormat() throws {
    let folder = try TemporaryDirectory(["in.wav": try soundFile(.wave, .pcm(.int16))])
    let report = try folder.shell("afinfo in.wav").outputText
    #expect(report.firstMatch(of: /Data format:\s+1 ch,\s+44100 Hz, Int16/) != nil)
  }

  /// Python's `(\d+)\s*ch`, `([\d.]+)\s*Hz` and `(\d+)-bit|Int(\d+)`.
  @Test(arguments: [
    ("Bell.caf", "2", "48000", "24"), ("Chime.wav", "2", "44100", "16"),
    ("Sonar.aiff", "1", "44100", "16"), ("Surround.wav", "6", "22050", "16"),
  ])
  func programsReadChannelsRateAndDepth(
    name: String, channels: String, rate: String, depth: String
  ) throws {
    let report = try run("afinfo \(name)")
    #expect(report.firstMatch(of: /(\d+)\s*ch/)?.output.1 == Substring(channels))
    #expect(report.firstMatch(of: /([\d.]+)\s*Hz/)?.output.1 == Substring(rate))
    let bits = try #require(report.firstMatch(of: /(\d+)-bit|Int(\d+)/))
    #expect(bits.output.1 ?? bits.output.2 == Substring(depth))
    #expect(report.contains("source bit depth: I\(depth)"))
  }

  @Test func severalFilesFollowEachOther() throws {
    let together = try run("afinfo Bell.caf Chime.wav Knock.wav")
    let apart = try run("for f in Bell.caf Chime.wav Knock.wav; do afinfo $f; done")
    #expect(together == apart)
    #expect(together.split(separator: "\n").filter { $0.hasPrefix("File: ") }.count == 3)
    #expect(
      try run("afinfo -b Bell.caf Chime.wav | grep -o '[0-9]\\{1,\\}\\.[0-9]\\{1,\\}'")
        == "0.800\n1.200\n")
  }
}
