internal import Platform
internal import SoundFormat
internal import SystemPackage

extension BatchRun {
  /// The result for an input, the output's record (nil after a failure), and an unchanged output's earlier record.
  typealias Step = (result: BatchResult, record: BatchRecord?, old: BatchRecord?)

  /// Processes an input. Returns nil if the run was cancelled meanwhile.
  func step(forItem index: Int, _ monitor: Monitor) -> Step? {
    let item = batch.items[index]
    do throws(SoundError) {
      if let collision = batch.collision(ofItem: index) { throw collision.error }
      _ = try rivals(of: item)
      let intact = intactOutput(of: item, monitor)
      if let intact, let stamp = FileStamp(of: item.input), stamp == intact.record.inputStamp {
        return unchanged(item, intact, stamp, Int(stamp.byteCount))
      }
      let input = try batch.open(item.input)
      let (bytes, digest) = batch.keepsRecords ? try input.contents(monitor) : (input, 0)
      if let intact, digest == intact.record.inputDigest {
        return unchanged(item, intact, input.settledStamp(), input.byteCount)
      }
      var record = BatchRecord(input: recordedInput(of: item))
      (record.inputStamp, record.inputDigest) = (input.settledStamp(), digest)
      record.recipeDigest = recipeDigest
      let source = try SoundSource(
        bytes: bytes, of: input.path, policy: batch.converter.inputPolicy)
      let conversion = try batch.converter.conversion(of: source, monitor: monitor)
      let removesOutput =
        try batch.isDryRun
        ? rehearse(conversion, item, &record) : write(conversion, item, &record, monitor)
      let result = BatchResult(
        item: item, action: .made, record, inputByteCount: input.byteCount,
        removesOutput: removesOutput)
      return (result, record, nil)
    } catch {
      if case .cancelled = error.cause { return nil }
      let error = error.file == nil ? error.placed(at: SoundPath(item.input)) : error
      return (BatchResult(item: item, action: .failed(error)), nil, nil)
    }
  }

  /// Returns an input's path relative to the batch's folder. If the output replaces an input, returns the output's own
  /// path, so that later runs don't take the output for an orphan.
  private func recordedInput(of item: BatchItem) -> FilePath {
    inputs?.contain(item.output) == true ? item.output : paths.relativePath(to: item.input)
  }

  /// Returns the record of an output that was made with this run's options, and the stamp of the output's file. Returns
  /// nil if the output must be made. The stamp is nil if the sound is left out, and no file has the output's name.
  private func intactOutput(
    of item: BatchItem, _ monitor: Monitor
  ) -> (record: BatchRecord, stamp: FileStamp?)? {
    guard !batch.forces, let record = records[item.output],
      record.recipeDigest == recipeDigest
    else { return nil }
    let stamp = record.intactStamp(of: item.output, in: folder, monitor)
    let isLeftOut = !record.hasOutput && !isThere(item)
    return stamp != nil || isLeftOut ? (record, stamp) : nil
  }

  /// Returns the existing files that define the item's Android resource in another format, and that an earlier run made
  /// from the item's input. The new output replaces these files. Throws if any other file defines the resource.
  private func rivals(of item: BatchItem) throws(SoundError) -> [FilePath] {
    guard let androidFolder else { return [] }
    let rivals = androidFolder.rivals(of: item.output)
    for rival in rivals {
      guard let record = records[rival], record.input == recordedInput(of: item),
        record.intactStamp(of: rival, in: folder, monitor) != nil
      else { throw androidFolder.conflict(rival, with: item) }
    }
    return rivals
  }

  /// Returns whether anything has the output's name.
  private func isThere(_ item: BatchItem) -> Bool {
    (try? batch.folder.pushing(item.output).stat(followTargetSymlink: false)) != nil
  }

  private func unchanged(
    _ item: BatchItem, _ intact: (record: BatchRecord, stamp: FileStamp?), _ stamp: FileStamp,
    _ byteCount: Int
  ) -> Step {
    var record = intact.record
    record.input = recordedInput(of: item)
    record.inputStamp = stamp
    // If the folder has inputs, don't put the stamp into an unconfirmed record: the stamp would confirm the record
    // later.
    if let outputStamp = intact.stamp,
      !paths.folderHasInputs || record.isConfirmed(by: outputStamp)
    {
      record.outputStamp = outputStamp
    }
    let result = BatchResult(item: item, action: .unchanged, record, inputByteCount: byteCount)
    return (result, record, intact.record)
  }
}

extension BatchRun {
  /// Converts a sound, writes its output, and completes its record. No other function writes outputs. Returns whether
  /// the output of an earlier run was removed, because the sound is left out.
  private func write(
    _ conversion: Conversion, _ item: BatchItem, _ record: inout BatchRecord, _ monitor: Monitor
  ) throws(SoundError) -> Bool {
    let conversion = try conversion.decided(monitor: monitor)
    record.facts = conversion.facts
    if conversion.isOmitted {
      try check(record, item, of: conversion)
      return try clear(item)
    }
    let path = batch.folder.pushing(item.output)
    let file: OutputFile
    if conversion.fitsIntoMemory {
      // Convert a short sound before creating a file, so that a failure changes nothing on disk.
      let memory = MemorySink(for: conversion.header)
      record.facts = try run(conversion, into: memory, monitor)
      file = try folder.file(for: path)
      try file.write(memory.bytes)
      record.outputDigest = ContentDigest.value(of: memory.bytes)
    } else {
      file = try folder.file(for: path)
      record.facts = try run(conversion, into: file, monitor)
      record.outputDigest = try file.digest(monitor)
    }
    try check(record, item, of: conversion)
    let written = try file.stamp()
    try conversion.source.doing(
      .writing,
      batch.converter.inputPolicy.check(
        byteCount: Int(written.byteCount), of: "the output has"))
    for rival in try rivals(of: item) { _ = try remove(rival) }
    try file.commit(replacing: true)
    // The file now has a name: other programs can write to it. After such a write, let the next run compare the bytes.
    let current = try file.stamp()
    record.outputStamp =
      current.isSameContent(as: written) ? current : FileStamp(byteCount: written.byteCount)
    return false
  }

  /// Converts into a sink, in the format of the batch.
  private func run(
    _ conversion: Conversion, into output: any ByteSink, _ monitor: Monitor
  ) throws(SoundError) -> ConversionFacts {
    guard batch.androidFormat == .ogg else {
      return try conversion.run(into: output, monitor: monitor).facts
    }
    let encoder = try VorbisSink(for: conversion, into: output)
    let result = try conversion.run(into: encoder, monitor: monitor)
    try encoder.finish()
    return result.facts
  }

  /// Predicts without writing, as far as possible, what `write` would do and return.
  private func rehearse(
    _ conversion: Conversion, _ item: BatchItem, _ record: inout BatchRecord
  ) throws(SoundError) -> Bool {
    record.facts = try conversion.rehearse(monitor: monitor)
    try check(record, item, of: conversion)
    if !record.hasOutput { return try clear(item) }
    try WholeFile.check(batch.folder.pushing(item.output), makesFolder: true)
    return false
  }

  /// Rejects an outcome that would destroy the only copy of a sound. Only a sound that is converted in place has
  /// no other copy.
  private func check(
    _ record: BatchRecord, _ item: BatchItem, of conversion: Conversion
  ) throws(SoundError) {
    if record.input == item.output { try conversion.checkKeepsOriginal(record.facts.outcome) }
  }

  /// Removes the output that an earlier run made from a sound that is now left out. Any other file with the
  /// output's name is an error. Returns whether a file was removed; in a dry run, whether a file would be removed.
  private func clear(_ item: BatchItem) throws(SoundError) -> Bool {
    let path = batch.folder.pushing(item.output)
    guard isThere(item) else {
      let rivals = try rivals(of: item)
      for rival in rivals { _ = try remove(rival) }
      return !rivals.isEmpty
    }
    if try remove(item.output) { return true }
    let hasLostRecord = recordsFault != nil && records[item.output] == nil
    throw SoundError(
      .creatingOutput, path,
      .unsupported(
        hasLostRecord
          ? "the sound is left out, but a file has its output's name; the records can't be used to tell whether"
            + " an earlier run made it"
          : "the sound is left out, but another file has its output's name"),
      advice: hasLostRecord ? "remove it if it was made from this sound" : "remove that file")
  }

  /// Removes an output of an earlier run if it has the recorded bytes. Returns whether the output was removed; in
  /// a dry run, whether it would be removed. The output's path is untrusted, so no link is followed.
  private func remove(_ output: FilePath) throws(SoundError) -> Bool {
    do {
      guard let record = records[output] else { return false }
      let file = try folder.open().file(at: output)
      return try record.isOutput(file, monitor) && (batch.isDryRun || file.remove())
    } catch Errno.tooManySymbolicLinkLevels, Errno.notDirectory, Errno.invalidArgument {
      // Keep a link, or anything else that isn't a regular file.
      return false
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, batch.folder.pushing(output))
    }
  }
}

extension Conversion {
  /// Whether the output is small enough to be made in memory. That takes fewer system calls than writing each block.
  fileprivate var fitsIntoMemory: Bool {
    source.statesExactLength && header.audioByteCount <= InputFile.memoryByteCount
  }
}
