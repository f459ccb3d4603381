import ArgumentParser
import CommandSupport

/// Where the process begins.
@main
enum EntryPoint {
  static func main() async {
    StandardStreams.open()
    await AlertSoundCommand.main()
  }
}
