import AlertSoundCommand
import CommandSupport
import Platform
import SystemPackage
import afconvert
import afinfo

var words = CommandArgument.all[...]
var dropIn = words.popFirst()?.path.lastComponent.flatMap { DropIn(rawValue: $0.string) }
if dropIn == nil, let first = words.first, let named = DropIn(rawValue: first.text) {
  dropIn = named
  words.removeFirst()
} else if dropIn == nil, words.count == 2, words.first?.text == "help",
  let named = words.last.flatMap({ DropIn(rawValue: $0.text) })
{
  dropIn = named
  words = [CommandArgument(bytes: Array("-h".utf8))]
}
let status =
  switch dropIn {
  case .afconvert: afconvert.Command.run(Array(words))
  case .afinfo: afinfo.Command.run(Array(words))
  case nil: EntryPoint.run(Array(words))
  }
terminate(with: status.rawValue)
