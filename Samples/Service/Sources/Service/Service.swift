// Makes alert sounds of uploads: swift run -c release Service PORT
//
// curl --data-binary @ring.mp3 -D - -o ring.caf http://127.0.0.1:8080/alert
//
// The answer is the alert. Its headers have the verdict, and what was done with the sound. A sound that can't be used
// gets a 4xx with the reason. Nothing is written to disk.

import AlertSound
import Hummingbird
import HummingbirdCore

@main
struct Service {
  /// The largest upload and the largest alert, in bytes.
  static let byteLimit = 2_000_000
  /// The most uploads at once, each with at most `byteLimit` bytes in memory. Further connections wait.
  static let connectionLimit = 100
  /// Lets in two conversions at once.
  static let gate = Gate(places: 2)

  /// Uploads are untrusted: no parsers written in C, and limits that are enforced before the work they bound. Of a
  /// sound of 30 s or more, the beginning is kept.
  static let converter = AlertConverter(
    limit: LengthLimit(.trim),
    inputPolicy: InputPolicy(
      importsForeignFormats: false, byteLimit: byteLimit, durationLimit: 120))

  static func main() async throws {
    let router = Router()
    router.post("alert") { request, _ in try await alert(for: request) }
    let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
    let application = Application(
      router: router, server: .http1(configuration: .init(idleTimeout: .seconds(30))),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(connectionLimit)))
    try await application.runService()
  }

  static func alert(for request: Request) async throws -> Response {
    // A larger body gets a 413.
    let upload = try await request.body.collect(upTo: byteLimit)
    do {
      return response(
        with: try await gate.run { try await converter.convert(Array(upload.readableBytesView)) })
    } catch let error as SoundError {
      throw HTTPError(status(for: error), message: error.description)
    }
  }

  static func response(with alert: ConversionResult) -> Response {
    var headers: HTTPFields = [.contentType: "audio/x-caf"]
    headers[.init("Alert-Verdict")!] = alert.verdict?.outcome.rawValue
    headers[.init("Alert-Warning")!] = alert.outcome.warning(under: converter.limit)
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: alert.bytes)))
  }

  static func status(for error: SoundError) -> HTTPResponse.Status {
    switch error.fault {
    case .sound: .unprocessableContent
    case .limit: .contentTooLarge
    case .system, .cancelled: .serviceUnavailable
    case .request: .internalServerError
    }
  }
}

/// Lets a number of tasks in at a time. The others wait: at most one for each connection.
actor Gate {
  private var freePlaces: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { freePlaces = places }

  func run<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    if freePlaces > 0 {
      freePlaces -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer { if waiting.isEmpty { freePlaces += 1 } else { waiting.removeFirst().resume() } }
    return try await work()
  }
}
