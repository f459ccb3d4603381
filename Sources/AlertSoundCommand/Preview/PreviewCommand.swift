import AlertSound
import ArgumentParser
import CommandSupport
import Platform
import SystemPackage

/// `alertsound preview`: writes the page with sounds in it, or a table of their conversions.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page to judge, hear and convert sounds, or a table for a pull request.",
    discussion: """
        alertsound preview Sounds -o sounds.html --loudness -16
        alertsound preview Sounds --markdown

      The page is one file that needs no network: mail it, or keep it with a pull request. It has \
      the sounds and the options, says what needs work, and makes the files of 'alertsound \
      convert'. Folders are searched as 'convert' does; a link that leads out of its folder is \
      refused. A page takes 20 MB of sounds, and only pages of this command are replaced.

      The exit status is 1 if a sound can't be read or, for a table, converted. The page and the \
      table say why.
      """)

  @Argument(help: "The sounds, and folders of sounds.")
  var inputs: [PathsArgument]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The page to write, which ends in .html.", valueName: "page"))
  var output: CommandArgument?

  @Flag(help: "Convert the sounds, and print a table in Markdown: verdicts, lengths, sizes, LUFS.")
  var markdown = false

  @Option(
    help: ArgumentHelp(
      "The folder with the sounds that were shipped before, to compare by name.",
      valueName: "folder"))
  var against: CommandArgument?

  @OptionGroup
  var options: ConversionOptions

  @OptionGroup
  var batch: BatchOptions

  func validate() throws {
    if output == nil, markdown { return }
    guard ["html", "htm"].contains(output?.path.extension?.lowercased()) else {
      throw ValidationError(
        "-o takes a page whose name ends in .html, such as -o sounds.html; only --markdown needs none"
      )
    }
  }

  func run() throws {
    Interruption.listen()
    StandardStreams.silenceLibraries()
    let page = try output.map { _ in try PreviewPage.builtIn() }
    let status = try Preview(self, words: Array(CommandArgument.all.dropFirst())).show(on: page)
    guard status == .success else { throw ExitCode(status) }
  }
}
