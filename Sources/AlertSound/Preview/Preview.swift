internal import Platform
internal import SoundFormat
package import SystemPackage

/// A trial conversion of sounds, for a page on which to look at them and listen before anything is written.
package struct Preview: Sendable {
  /// The sounds that a batch would find.
  package let inputs: [PreviewInput]
  /// What part of each sound plays, and how often.
  package let arrangement: Arrangement
  package let target: ConversionTarget
  package let limit: LengthLimit
  package let inputPolicy: InputPolicy
  /// The largest original that is embedded, in bytes.
  package let embeddedByteLimit: Int
  /// The named files, and the folders that were searched, without links.
  private let files: Set<FilePath>
  private let folders: [FilePath]

  package init(
    _ listing: BatchListing, of inputs: [FilePath], arrangedBy arrangement: Arrangement,
    to target: ConversionTarget, limit: LengthLimit, inputPolicy: InputPolicy,
    embeddedByteLimit: Int
  ) {
    var seen: Set<FilePath> = []
    self.inputs = PreviewInput.named(
      listing.items.filter { seen.insert($0.input.absolute).inserted })
    self.arrangement = arrangement
    self.target = target
    self.limit = limit
    self.inputPolicy = inputPolicy
    self.embeddedByteLimit = embeddedByteLimit
    let searched = inputs.filter { (try? $0.stat().type) == .directory }
    files = Set(inputs).subtracting(searched)
    folders = searched.map(\.real)
  }

  /// The system's rules, by which the originals are judged, whatever the limit of the conversion.
  package var rules: AlertRules { AlertRules(for: limit.use) }

  /// Refuses a link in a searched folder that leads out of it: a page may be sent to anybody.
  func checkPlace(of path: FilePath) throws(SoundError) {
    guard !files.contains(path) else { return }
    let place = path.real
    guard !folders.contains(where: { place.starts(with: $0) }) else { return }
    throw SoundError(
      .openingInput, path,
      .sound(
        .unsupported,
        reason: "this link leads out of the folder, and a page shows only what is inside"),
      advice: "name the file itself")
  }

  /// Reads and converts the sounds, several at once.
  ///
  /// - Parameter onSound: Called for each sound with its index, in any order, one call at a time. An error that it
  ///   throws ends the work.
  package func run(
    jobs: Int, monitor: Monitor, onSound: (Int, PreviewedSound) throws -> Void
  ) throws {
    struct State {
      var rest: Range<Int>
      var finishedCount = 0
      var failure: (any Error)?
    }
    let state = Locked(State(rest: 0..<inputs.count))
    // The closure is called only by the thread that holds the lock.
    withoutActuallyEscaping(onSound) { onSound in
      nonisolated(unsafe) let onSound = onSound
      Threads.inParallel(min(jobs, inputs.count, Threads.processorCount)) {
        while !monitor.isCancelled, let index = state.withLock({ $0.rest.popFirst() }) {
          let watching = Monitor(isCancelled: { monitor.isCancelled })
          guard
            let sound = try? PreviewedSound(
              of: inputs[index], to: target, self, monitor: watching)
          else { return }
          state.withLock { state in
            guard state.failure == nil else { return }
            do {
              unsafe try onSound(index, sound)
              state.finishedCount += 1
              monitor.progress(Double(state.finishedCount) / Double(inputs.count))
            } catch {
              state.failure = error
              state.rest = inputs.count..<inputs.count
            }
          }
        }
      }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    guard state.withLock({ $0.finishedCount }) == inputs.count else { throw CancellationError() }
  }
}

/// An original, and its name on a page.
package struct PreviewInput: Sendable {
  package let path: FilePath
  /// The name with the folders below the searched one.
  package let name: String
  /// The converted file's name, likewise.
  package let convertedName: String

  /// Names the sounds of a listing. Sounds whose names are the same are told apart by their paths.
  static func named(_ items: [BatchItem]) -> [PreviewInput] {
    let names = items.map { item in
      let name = item.output.removingLastComponent().pushing(
        FilePath(root: nil, item.input.components.suffix(1)))
      return SoundPath(name).text
    }
    let repeated = Set(repeatedIn: names)
    return zip(items, names).map { item, name in
      PreviewInput(
        path: item.input,
        name: repeated.contains(name) ? SoundPath(item.input).text : name,
        convertedName: SoundPath(item.output).text)
    }
  }

  /// Whether the name comes before another, ignoring case first.
  package func precedes(_ other: PreviewInput) -> Bool {
    let (one, two) = (name.lowercased(), other.name.lowercased())
    return (one, name) < (two, other.name)
  }
}
