// Says what an app plays for a notification, in a server's tests for example: Payload APP JSON

import AlertCheck
import Foundation

func resolution(of json: String, in app: String) throws -> PayloadResolution {
  let payload = try JSONDecoder().decode(NotificationPayload.self, from: Data(json.utf8))
  return try SoundSearch(bundle: app).resolve(payload)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else { fatalError("usage: Payload APP JSON") }
do {
  let resolution = try resolution(of: arguments[1], in: arguments[0])
  print(resolution.ios?.outcome ?? .silence, resolution.ios?.reason ?? "")
  print(String(decoding: try JSONEncoder().encode(resolution), as: UTF8.self))
  exit(resolution.isFailure ? 1 : 0)
} catch {
  print(error)
  exit(2)
}
