import AlertSoundCommand
import CommandSupport
import Platform
import SystemPackage
import afconvert
import afinfo

/// What the program does under a name other than `alertsound`, or after it: where a file can't have several names,
/// `alertsound afconvert …` does the same.
enum DropIn: String {
  case afconvert, afinfo
}

var words = CommandArgument.all[...]
var dropIn = words.popFirst()?.path.lastComponent.flatMap { DropIn(rawValue: $0.string) }
if dropIn == nil, let first = words.first, let named = DropIn(rawValue: first.text) {
  dropIn = named
  words.removeFirst()
}
let status =
  switch dropIn {
  case .afconvert: afconvert.Command.run(Array(words))
  case .afinfo: afinfo.Command.run(Array(words))
  case nil: EntryPoint.run(Array(words))
  }
terminate(with: status.rawValue)
