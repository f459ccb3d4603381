import Foundation
import SoundFormat

/// How fast long sounds are converted to each data format.
struct Throughput {
  private let bench: Bench
  private let converters = Converter.installed
  /// A second of each input, or less, to see what programs do with it.
  private var samples: [LongInput: URL] = [:]
  private var inputs: [LongInput: URL] = [:]

  static func measure(_ bench: Bench) throws -> Section {
    var throughput = Throughput(bench: bench)
    try throughput.writeInputs()
    defer { for file in throughput.inputs.values { bench.remove(file) } }
    return try throughput.section()
  }

  private init(bench: Bench) {
    self.bench = bench
  }

  private mutating func writeInputs() throws {
    for (index, input) in Set(LongConversion.all.map(\.input)).enumerated() {
      samples[input] = try input.write(seconds: 1, named: "sample-\(index)", in: bench)
      inputs[input] = try input.write(
        seconds: bench.scale.soundSeconds, named: "long-\(index)", in: bench)
    }
  }

  private func section() throws -> Section {
    let duration = Words.duration(bench.scale.soundSeconds)
    var section = Section("A long sound, to each data format")
    section.add(
      "\(duration) of stereo at 48 kHz, 16 bits, "
        + Words.megabytes(LongSound.byteCount(seconds: bench.scale.soundSeconds))
        + "; medians of \(Words.rounds(bench.scale.roundCount)) in turn. The fastest is bold.")
    let rows = try LongConversion.all.compactMap(measure)
    section.add(heading: "From start to end, in times what `cp` takes for the input")
    section.add(wallTable(rows))
    section.add(heading: "Processor time, all cores together")
    section.add(processorTable(rows))
    let notes = rows.compactMap(\.note) + byteOrderNotes(rows) + missingNotes
    if !notes.isEmpty { section.add(notes.map { "- " + $0 }.joined(separator: "\n")) }
    section.highlights = highlights(rows)
    return section
  }

  private func measure(_ conversion: LongConversion) throws -> ConversionResult? {
    guard let input = inputs[conversion.input], let sample = samples[conversion.input] else {
      return nil
    }
    let conformances = try Dictionary(
      uniqueKeysWithValues: converters.map {
        ($0, try Conformance(of: $0, conversion.format, from: sample, in: bench))
      })
    let able = converters.filter { conformances[$0]!.canBeMeasured }
    let trials = able.compactMap { $0.trial(conversion.format, of: input, in: bench) }
    let rounds = Rounds(count: bench.scale.roundCount, patience: bench.scale.patience)
    let costs = try rounds.measure([bench.copyTrial(of: input)] + trials)
    return ConversionResult(
      conversion: conversion, copy: costs[0],
      results: Dictionary(uniqueKeysWithValues: zip(able, costs.dropFirst())),
      conformances: conformances)
  }
}

extension Throughput {
  private func wallTable(_ rows: [ConversionResult]) -> Table {
    var table = Table(["conversion", "`cp`"] + converters.map(\.rawValue))
    table.rows = rows.map { row in
      [row.conversion.name, Words.seconds(row.copy.wall)]
        + row.cells(of: converters, \.wall) { medians in
          "\(Words.times(medians.wall / row.copy.wall)) (\(Words.seconds(medians.wall)))"
        }
    }
    return table
  }

  private func processorTable(_ rows: [ConversionResult]) -> Table {
    var table = Table(
      ["conversion"] + converters.map(\.rawValue) + ["afconvert, of the best other's"])
    table.rows = rows.map { row in
      let ratio = row.ratio(\.processor)
      return [row.conversion.name]
        + row.cells(of: converters, \.processor) { Words.seconds($0.processor) }
        + [ratio.map { Words.times($0.value) + " (\($0.peer.rawValue))" } ?? "-"]
    }
    return table
  }

  private var missingNotes: [String] {
    ForeignSound.allCases.filter { inputs[.foreign($0)] == nil }
      .map { "There is no row for \($0.rawValue), since FFmpeg isn't here or can't encode it." }
  }

  private func byteOrderNotes(_ rows: [ConversionResult]) -> [String] {
    converters.compactMap { converter in
      let names = rows.filter {
        if case .otherByteOrder? = $0.conformances[converter] { true } else { false }
      }.map(\.conversion.name)
      guard !names.isEmpty else { return nil }
      return "\(converter.rawValue) writes the other byte order, whatever it is asked for:"
        + " \(Words.list(names))."
    }
  }

  private func highlights(_ rows: [ConversionResult]) -> [Highlight] {
    let duration = Words.duration(bench.scale.soundSeconds)
    return rows.compactMap { row in
      guard row.conversion.isTelling, let own = row.results[.afconvert],
        let ratio = row.ratio(\.wall)
      else { return nil }
      return Highlight(
        work: "\(duration) of stereo, \(row.conversion.name)",
        ours: "\(Words.seconds(own.wall)), `cp` \(Words.seconds(row.copy.wall))",
        best: "\(Words.seconds(ratio.of.wall)), \(ratio.peer.rawValue)", ratio: ratio.value)
    }
  }
}
