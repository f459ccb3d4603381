import Foundation
import SoundFormat

/// Measures how fast long sounds are converted to each data format.
struct Throughput {
  private let bench: Bench
  private let converters = Converter.installed

  static func measure(_ bench: Bench) throws -> Section {
    try Throughput(bench: bench).section()
  }

  private func section() throws -> Section {
    let duration = Words.duration(bench.scale.soundSeconds)
    var section = Section("A long sound, to each data format")
    section.add(
      "\(duration) of stereo at 48 kHz, 16 bits unless stated otherwise; medians of"
        + " \(Words.rounds(bench.scale.roundCount)) in turn; anything slower than"
        + " \(Words.seconds(bench.scale.patience)) ran once. The fastest is in bold.")
    let rows = try measureAll()
    section.add(heading: "Elapsed time, relative to `cp` of the input")
    section.add(wallTable(rows))
    section.add(heading: "Processor time of all cores")
    section.add(processorTable(rows))
    let notes = rows.compactMap(\.note) + byteOrderNotes(rows) + missingNotes(rows)
    if !notes.isEmpty { section.add(notes.map { "- " + $0 }.joined(separator: "\n")) }
    section.highlights = highlights(rows)
    return section
  }

  /// Measures the conversions input by input, so that only one input is on the disk at a time.
  private func measureAll() throws -> [ConversionResult] {
    var results: [String: ConversionResult] = [:]
    for first in LongConversion.all where results[first.name] == nil {
      // One second of the input shows what each program does with it.
      guard let sample = try first.input.write(seconds: 1, named: "sample", in: bench),
        let input = try first.input.write(
          seconds: bench.scale.soundSeconds, named: "long", in: bench)
      else { continue }
      defer { for file in [sample, input] { bench.remove(file) } }
      for conversion in LongConversion.all where conversion.input == first.input {
        results[conversion.name] = try measure(conversion, of: input, sample: sample)
      }
    }
    return LongConversion.all.compactMap { results[$0.name] }
  }

  private func measure(
    _ conversion: LongConversion, of input: URL, sample: URL
  ) throws -> ConversionResult {
    let conformances = try Dictionary(
      uniqueKeysWithValues: converters.map {
        ($0, try Conformance(of: $0, conversion.format, from: sample, in: bench))
      })
    let able = converters.filter { conformances[$0]!.canBeMeasured }
    let trials = able.compactMap { $0.trial(conversion.format, of: input, in: bench) }
    let rounds = Rounds(count: bench.scale.roundCount, patience: bench.scale.patience)
    let runs = try rounds.measure([bench.copyTrial(of: input)] + trials)
    return ConversionResult(
      conversion: conversion, copy: runs[0],
      results: Dictionary(uniqueKeysWithValues: zip(able, runs.dropFirst())),
      conformances: conformances)
  }
}

extension Throughput {
  private func wallTable(_ rows: [ConversionResult]) -> Table {
    var table = Table(["conversion", "`cp`"] + converters.map(\.rawValue))
    table.rows = rows.map { row in
      [row.conversion.name, Words.seconds(row.copy.wall)]
        + row.cells(of: converters, \.wall) { own in
          "\(Words.times(own.ratio(\.wall, to: row.copy))) (\(Words.seconds(own.wall)))"
        }
    }
    return table
  }

  private func processorTable(_ rows: [ConversionResult]) -> Table {
    var table = Table(
      ["conversion"] + converters.map(\.rawValue) + ["afconvert, relative to the best other"])
    table.rows = rows.map { row in
      let best = row.best(\.processor)
      return [row.conversion.name]
        + row.cells(of: converters, \.processor) { Words.seconds($0.processor) }
        + [best.map { Words.times($0.ratio) + " (\($0.name.rawValue))" } ?? "-"]
    }
    return table
  }

  private func missingNotes(_ rows: [ConversionResult]) -> [String] {
    ForeignSound.allCases.filter { format in
      !rows.contains { $0.conversion.input == .foreign(format) }
    }.map { "There is no row for \($0.rawValue), since FFmpeg isn't installed or can't encode it." }
  }

  private func byteOrderNotes(_ rows: [ConversionResult]) -> [String] {
    converters.compactMap { converter in
      let names = rows.filter {
        if case .otherByteOrder? = $0.conformances[converter] { true } else { false }
      }.map(\.conversion.name)
      guard !names.isEmpty else { return nil }
      return "\(converter.rawValue) ignores the requested byte order:"
        + " \(Words.list(names))."
    }
  }

  private func highlights(_ rows: [ConversionResult]) -> [Highlight] {
    let duration = Words.duration(bench.scale.soundSeconds)
    return rows.compactMap { row in
      guard row.conversion.isTelling, let own = row.results[.afconvert],
        let best = row.best(\.wall)
      else { return nil }
      return Highlight(
        work: "\(duration) of stereo, \(row.conversion.name)",
        ours: "\(Words.seconds(own.wall)), `cp` \(Words.seconds(row.copy.wall))",
        best: "\(Words.seconds(best.runs.wall)), \(best.name.rawValue)", ratio: best.ratio)
    }
  }
}
