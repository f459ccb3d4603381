// Converts a file to an iOS alert sound: Client INPUT OUTPUT

import AlertSound
import Foundation
import SoundFormat

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else { fatalError("usage: Client INPUT OUTPUT") }
let (input, output) = (arguments[0], arguments[1])

do throws(SoundError) {
  let sound = try SoundSource(path: FilePath(input))
  var target = ConversionTarget(container: .caf, dataFormat: .ima4)
  target.channels = .mixed(1)

  let monitor = Monitor { fraction in print(Int(fraction * 100), "%", terminator: "\r") }
  let result = try Conversion(of: sound, to: target)
    .write(to: FilePath(output), monitor: monitor)

  print("\(input): \(sound.format.coreAudioText), \(sound.frameCount) frames")
  print("\(output): \(result.header.format.coreAudioText), \(result.header.frameCount) frames")
} catch {
  // The commands print equal messages: the problem, and how to solve it.
  print(error)
  exit(1)
}
