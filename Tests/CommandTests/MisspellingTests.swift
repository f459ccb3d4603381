import SoundFormat
import TestSupport
import Testing

struct MisspellingTests {
  private static func folder() throws -> ShellFolder {
    try ShellFolder(["in.wav": soundFile(.wave, .pcm(.int16), frameCount: 700, sampleRate: 8000)])
  }

  @Test(arguments: [
    ("convrt in.wav -o out", "there is no command 'convrt'; did you mean 'convert'?"),
    ("Check in.wav", "there is no command 'Check'; did you mean 'check'?"),
    ("conv", "there is no command 'conv'; did you mean 'convert'?"),
    ("afconvrt in.wav", "there is no command 'afconvrt'; did you mean 'afconvert'?"),
    ("help convert check", "help takes one command; leave out 'check'"),
    ("help defaultsound", "there is no command 'defaultsound'; did you mean 'default-sound'?"),
    (
      "in.wav",
      "there is no command 'in.wav'; the commands are convert, info, compare, preview, check,"
        + " resolve, default-sound, afconvert, afinfo, help"
    ),
  ])
  func aSubcommandGetsASuggestion(arguments: String, message: String) throws {
    let outcome = try Self.folder().run("alertsound \(arguments)")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.hasPrefix("Error: \(message)\nUsage: alertsound <subcommand>\n"))
    let log = try Self.folder().run("alertsound \(arguments) --diagnostics json")
    expectErrors(log, exit: 64, #"{"severity":"error","message":"\#(message)"}"# + "\n")
  }

  /// In most of these names, the parser would find `-h`, print help, and succeed without checking anything.
  @Test(arguments: [
    "check -oh.wav in.wav", "check --strict in.wav -Marsh.wav", "info -oh.wav",
    "compare in.wav -oh.wav", "resolve -oh.wav --bundle .", "convert -oh.wav -o out",
    "check -ring.wav", "info -V.wav",
  ])
  func aDashedNameIsNotARequestForHelp(arguments: String) throws {
    let name = try #require(
      arguments.split(separator: " ").first { $0.hasPrefix("-") && $0.hasSuffix(".wav") })
    let refusal = "'\(name)' is not an option; if it is a file, write ./\(name)"
    let outcome = try Self.folder().run("alertsound \(arguments)")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.contains(refusal), "\(outcome.errors)")
    #expect(outcome.errors.contains("Usage: alertsound \(arguments.prefix { $0 != " " }) "))
    let log = try Self.folder().run("alertsound \(arguments) --diagnostics json")
    #expect(log.ending == .exit(64))
    #expect(log.errors.contains(refusal) && log.errorLines.count == 1)
  }

  /// Only an argument must be UTF-8: inside a folder, a sound's name may be any bytes.
  @Test(arguments: [
    "check W", "convert W -o out", "convert in.wav -o W", "info --plot=W.svg in.wav",
  ])
  func anArgumentIsUTF8(arguments: String) throws {
    let word = #""$(printf 'a\377.wav')""#
    let outcome = try Self.folder().run("alertsound \(arguments.replacing("W", with: word))")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errors.contains("' isn't valid UTF-8; name the folder that contains the file"))
  }

  @Test(arguments: ["in.wav", "in.wav b.caf", "in.wav b.caf -o", "-- in.wav", "gone.wav"])
  func aMissingOutputIsExplained(arguments: String) throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound convert \(arguments)")
    #expect(outcome.ending == .exit(64))
    let advice =
      arguments.hasSuffix("-o") ? "'-o <path>'" : "; name the new file or a folder, such as -o "
    #expect(outcome.errorLines.first?.contains(advice) == true, "\(outcome.errors)")
    #expect(try folder.files() == ["in.wav"])
  }

  /// A suggestion for a misspelled option works.
  @Test(arguments: [
    (
      "alertsound convert in.wav --outptu E", "'--outptu'. Did you mean '--output'?\n",
      "alertsound convert in.wav --output E"
    ),
    (
      "alertsound convert in.wav -o E --quite", "'--quite'. Did you mean '--quiet'?\n",
      "alertsound convert in.wav -o E --quiet"
    ),
    (
      "alertsound convert . -o E --include '*.wav'",
      "'--include'; name the sounds themselves, such as Sounds/*.wav\n",
      "alertsound convert ./*.wav -o E"
    ),
    (
      "afconvert --format caff -d ima4 in.wav E", "--format (did you mean -f?)\n",
      "afconvert -f caff -d ima4 in.wav E"
    ),
    (
      "afconvert --dat ima4 -f caff in.wav E", "--dat (did you mean --data?)\n",
      "afconvert --data ima4 -f caff in.wav E"
    ),
    (
      "afconvert --chanels 1 -d ima4 -f caff in.wav --output E",
      "--chanels (did you mean --channels?)\n",
      "afconvert --channels 1 -d ima4 -f caff in.wav -o E"
    ),
  ])
  func aMisspelledOptionGetsASuggestion(line: String, message: String, better: String) throws {
    let folder = try Self.folder()
    let outcome = try folder.run(line)
    #expect(outcome.ending == .exit(line.hasPrefix("af") ? 2 : 64))
    #expect(outcome.errors.contains("nknown option") && outcome.errors.contains(message))
    #expect(!outcome.errors.contains("Did you mean:"))
    #expect(try folder.files() == ["in.wav"])
    #expect(try folder.run(better).ending == .exit(0))
    #expect(try folder.files().contains { $0.hasPrefix("E") })
  }

  /// Each case: what somebody expects `convert` to have, and words that work in its place.
  @Test(arguments: [
    ("--gain 3", "--loudness -16"), ("--volume=0.5", "--loudness -16"),
    ("--normalize", "--loudness -16"), ("--start 1", "--trim 0.5:4"),
    ("--duration 5", "--trim 0.5:4"), ("-r 22050", "-d ima4@22050"),
    ("--sample-rate 8000", "-d ima4@22050"), ("--watch", "run the command after each change"),
    ("-n", "--dry-run"), ("--rename x", "name the new file with -o"), ("--mono", "-c 1"),
    ("--overwrite", "leave it out"), ("--recursive", "leave it out"),
  ])
  func aGuessGetsTheRightOption(guess: String, advice: String) throws {
    let folder = try ShellFolder([
      "in.wav": soundFile(.wave, .pcm(.int16), frameCount: 8000, sampleRate: 8000)
    ])
    for line in ["in.wav -o E \(guess)", "\(guess) in.wav -o E"] {
      let outcome = try folder.run("alertsound convert -q 0 \(line)")
      #expect(outcome.ending == .exit(64))
      #expect(outcome.errorLines.first?.contains(advice) == true, "\(outcome.errors)")
    }
    let better = advice.hasPrefix("-") ? advice : ""
    #expect(try folder.run("alertsound convert -q 0 in.wav -o E \(better)").ending == .exit(0))
  }

  @Test(arguments: [
    ("-f wav", "out/in.wav", "WAVE"), ("-f WAV", "out/in.wav", "WAVE"),
    ("-f aif", "out/in.aiff", "AIFF"), ("-f aifc", "out/in.aifc", "AIFC"),
    ("-f caf", "out/in.caf", "caff"), ("-f rf64", "out/in.wav", "RF64"),
    ("-d IMA4", "out/in.caf", "caff"), ("-d bef32@8000", "out/in.caf", "caff"),
  ])
  func formatsAreKnownInUpperAndLowerCase(
    options: String, output: String, fileType: String
  ) throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound convert -q 0 in.wav -o out --quiet \(options)")
    expectSilentSuccess(outcome)
    #expect(try folder.run("afinfo -b \(output)").outputText.hasPrefix("\(output), \(fileType), "))
  }

  @Test(arguments: ["-f wav -d LEI16", "-f caff -d IMA4", "-f aiff -d BEI16"])
  func afconvertAcceptsOnlyApplesNames(options: String) throws {
    #expect(try Self.folder().run("afconvert in.wav out.x \(options)").ending == .exit(1))
  }

  private static let url = "https://example.com/ring.wav"

  @Test(arguments: [
    "afconvert \(url) out.caf -f caff -d ima4", "afinfo \(url)", "alertsound info \(url)",
    "alertsound check \(url)", "alertsound convert \(url) -o out",
    "alertsound compare \(url) in.wav",
  ])
  func aURLIsNotAFile(line: String) throws {
    let folder = try Self.folder()
    let outcome = try folder.run(line)
    #expect(outcome.ending == .exit(1))
    let expected =
      "\(Self.url): error: this is a URL, not a file; download it first, or pipe it in\n"
    #expect(outcome.errors.hasSuffix(expected), "\(outcome.errors)")
    #expect(try folder.files().filter { !$0.hasPrefix("out/.") } == ["in.wav"])
  }
}
