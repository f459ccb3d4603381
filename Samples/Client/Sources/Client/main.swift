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
  // This is the message that the command prints: what is wrong, and what to do about it.
  print(error)
  exit(1)
}
