import AlertSound
import ArgumentParser
import CommandSupport
import SystemPackage

/// `alertsound preview`: writes a page with the original and the converted sounds.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page to listen to sounds, as they are and converted.",
    discussion: """
        alertsound preview ring.wav -o ring.html
        alertsound preview Sounds -o sounds.html --loudness -16

      The page is one file that needs no network: mail it, or keep it with a pull request. It has \
      each sound as it is and as 'alertsound convert' with the same options would write it, with \
      the verdict and what to do, those with problems first. Nothing else is written. Folders are \
      searched as 'convert' does; a link that leads out of its folder is refused.

      A page has at most 20 MB, and only pages of this command are replaced. The exit status is 1 \
      if a sound can't be converted; the page is written and says why.
      """)

  @Argument(help: "The sounds, and folders of sounds.")
  var inputs: [PathsArgument]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The page to write, which ends in .html.", valueName: "page"))
  var output: CommandArgument

  @OptionGroup
  var options: ConversionOptions

  @OptionGroup
  var batch: BatchOptions

  func validate() throws {
    if output.outputPath != output.path {
      throw ValidationError("-o takes a page's name, and can't be standard output")
    }
    if !["html", "htm"].contains(output.path.extension?.lowercased() ?? "") {
      throw ValidationError(
        "a page's name ends in .html; write -o \(output.path.string.onOneLine).html")
    }
  }

  func run() throws {
    Interruption.listen()
    StandardStreams.silenceLibraries()
    let page = try PreviewPage.builtIn()
    let status = try PreviewRun(self, page).write()
    guard status == .success else { throw ExitCode(status) }
  }
}
