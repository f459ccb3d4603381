// Converts a file to an iOS alert sound: Client INPUT OUTPUT

import AlertSound
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else { fatalError("usage: Client INPUT OUTPUT") }
let (input, output) = (arguments[0], arguments[1])

do throws(SoundError) {
  var converter = AlertConverter()
  converter.target.channels = .mixed(1)
  let alert = try converter.convert(
    input, to: output,
    monitor: Monitor { fraction in print(Int(fraction * 100), "%", terminator: "\r") })

  print("\(output): \(alert.header.format.dataFormat), \(alert.header.frameCount) frames")
  print("\(alert.facts.outcome); iOS plays it: \(alert.verdict?.outcome == .plays)")
} catch {
  // The commands print equal messages: the problem, and how to solve it.
  print(error)
  exit(1)
}
