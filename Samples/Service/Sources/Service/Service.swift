// Makes alert sounds of uploads: swift run -c release Service PORT
//
// curl --data-binary @ring.mp3 -D - -o ring.caf http://127.0.0.1:8080/alert
//
// The answer is the alert. Its headers have the verdict, and what was done with the sound. A sound that can't be used
// gets a 4xx with the reason, and a 503 if too many uploads wait. An upload whose client has gone isn't converted. Nothing
// is written to disk.

import AlertSound
import Hummingbird
import HummingbirdCore

@main
struct Service {
  /// The largest upload and the largest alert, in bytes.
  static let byteLimit = 2_000_000
  /// The most uploads at once, each with at most `byteLimit` bytes in memory. Further connections wait.
  static let connectionLimit = 100
  static let gate = Gate(places: 2, waitingLimit: 64)

  /// Uploads are untrusted: no parsers written in C, and limits that are enforced before the work they bound. Of a
  /// sound of 30 s or more, the beginning is kept.
  static let converter = AlertConverter(
    limit: LengthLimit(.trim),
    inputPolicy: InputPolicy(
      imports: false, byteLimit: byteLimit, durationLimit: 120))

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
    var request = request
    // A larger body gets a 413.
    let upload = try await request.collectBody(upTo: byteLimit)
    do {
      // Watching for the client's leave uses the connection up.
      return try await request.body.consumeWithCancellationOnInboundClose { _ in
        response(
          with: try await gate.run { try await converter.convert(upload.readableBytesView) })
      }
    } catch let error as SoundError {
      throw HTTPError(
        status(for: error), headers: [.connection: "close"], message: error.reason)
    }
  }

  static func response(with alert: ConversionResult) -> Response {
    var headers: HTTPFields = [.contentType: "audio/x-caf", .connection: "close"]
    headers[.init("Alert-Verdict")!] = alert.verdict?.outcome.rawValue
    let warnings =
      [alert.facts.outcome.warning(under: converter.limit)].compactMap(\.self)
      + alert.facts.warnings.map(\.fact)
    if !warnings.isEmpty {
      headers[.init("Alert-Warning")!] = warnings.joined(separator: "; ")
    }
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: alert.bytes)))
  }

  static func status(for error: SoundError) -> HTTPResponse.Status {
    switch error.fault {
    case .sound: .unprocessableContent
    case .limit: .contentTooLarge
    case .system: .serviceUnavailable
    case .request: .internalServerError
    }
  }
}

/// Lets a number of tasks in at a time. Others wait, up to a limit, until they are let in or cancelled.
actor Gate {
  private var freePlaces: Int
  private let waitingLimit: Int
  private var waiting: [(ticket: Int, turn: CheckedContinuation<Void, any Error>)] = []
  private var lastTicket = 0

  init(places: Int, waitingLimit: Int) {
    freePlaces = places
    self.waitingLimit = waitingLimit
  }

  func run<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    if freePlaces > 0 { freePlaces -= 1 } else { try await wait() }
    defer { if waiting.isEmpty { freePlaces += 1 } else { waiting.removeFirst().turn.resume() } }
    return try await work()
  }

  private func wait() async throws {
    guard waiting.count < waitingLimit else {
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1", .connection: "close"],
        message: "too many uploads wait; try again")
    }
    lastTicket += 1
    let ticket = lastTicket
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
        guard !Task.isCancelled else { return turn.resume(throwing: CancellationError()) }
        waiting.append((ticket, turn))
      }
    } onCancel: {
      Task { await forget(ticket) }
    }
  }

  private func forget(_ ticket: Int) {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiting.remove(at: index).turn.resume(throwing: CancellationError())
  }
}
