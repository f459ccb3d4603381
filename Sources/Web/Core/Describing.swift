import AlertCore
import SoundFormat

extension Request {
  /// Describes, measures and judges a sound. Doesn't measure a sound that the browser has yet to decode.
  func described(
    _ bytes: BorrowedBytes, _ frames: UnsafeBufferPointer<UInt8>
  ) throws(SoundError) -> Answer {
    let isForBrowser = frames.isEmpty && isForeign(bytes)
    guard isForBrowser else {
      let source = try unsafe opened(bytes, frames)
      return Answer(try description(of: source, byteCount: bytes.byteCount))
    }
    let format: BrowserFormat
    do throws(SoundFileError) {
      format = try BrowserFormat(of: AnyByteSource(bytes))
    } catch {
      throw SoundError(.openingInput, file, error)
    }
    let verdict = try foreignVerdict(bytes)
    var json = JSONText()
    json.object { json in
      json.add("name", file.text)
      json.add("byteCount", bytes.byteCount)
      json.add("readable", false)
      json.object("browser") { json in
        json.add("rate", format.sampleRate)
        json.add("channels", format.channelCount)
        json.add("frames", format.frameCount)
        json.add("losslessBits", format.bitDepth)
        json.add("kind", kind(of: bytes))
      }
      json.add(verdict)
    }
    return Answer(json)
  }

  /// Whether a file is a sound that only another decoder may read. A damaged file in our containers doesn't count.
  private func isForeign(_ bytes: BorrowedBytes) -> Bool {
    do throws(SoundFileError) {
      return try !SoundFile(parsing: AnyByteSource(bytes)).isDecodable
    } catch {
      return error.code == .unrecognized && error.foreignFormat?.isSound ?? true
    }
  }

  /// The name of a file's format; nil if the format isn't known.
  private func kind(of bytes: BorrowedBytes) -> String? {
    do throws(SoundFileError) {
      let sound = try SoundFile(parsing: AnyByteSource(bytes))
      let codec = sound.format.dataFormat.formatID
      return sound.container.nameWithArticle + " with " + (codec.commonName ?? "'\(codec)'")
    } catch {
      return error.foreignFormat?.name
    }
  }

  /// Judges a file by its headers.
  private func foreignVerdict(_ bytes: BorrowedBytes) throws(SoundError) -> AlertVerdict {
    let rules = try rules()
    do throws(SoundFileError) {
      return rules.verdict(on: try SoundFile(parsing: AnyByteSource(bytes)), named: file.name)
    } catch {
      return rules.verdict(on: error)
    }
  }

  private func description(
    of source: SoundSource, byteCount: Int
  ) throws(SoundError) -> JSONText {
    let measurement = try SoundMeasurement(of: source)
    let verdict = try rules().verdict(on: source, levels: measurement.levels)
    let report = SoundReport(of: source)
    let columnCount = try integer("columns", in: 0...4096) ?? 0
    var json = JSONText()
    json.object { json in
      json.add("name", file.text)
      json.add("byteCount", byteCount)
      json.add("readable", true)
      json.add(report, frameCount: measurement.levels.frameCount)
      json.add("isTruncated", (source.truncation ?? measurement.truncation) != nil)
      json.array("notes") { json in
        for note in source.notes { json.add(note.message) }
        if source.truncation == nil, let truncation = measurement.truncation {
          json.add(truncation)
        }
      }
      json.add(verdict)
      json.add(measurement.levels, measurement.marks)
      json.array("waveform") { json in
        for column in measurement.waveform.columns(columnCount) {
          json.array { json in
            json.add(column.minimum)
            json.add(column.maximum)
          }
        }
      }
    }
    return json
  }
}

extension JSONText {
  fileprivate mutating func add(_ report: SoundReport, frameCount: Int) {
    add("format", report.format.dataFormat.words)
    add("container", report.typeName)
    add("rateAndChannels", report.format.rateAndChannels)
    add("rate", report.format.sampleRate)
    add("channels", report.format.channelCount)
    add("frames", frameCount)
    add("seconds", Double(frameCount) / report.format.sampleRate)
  }

  /// Adds a verdict with its findings, the decisive findings first.
  mutating func add(_ verdict: AlertVerdict) {
    object("verdict") { json in
      json.add("outcome", verdict.outcome.rawValue)
      json.array("findings") { json in
        for finding in verdict.reasons { json.add(finding, of: verdict, isReason: true) }
        for finding in verdict.advisories { json.add(finding, of: verdict, isReason: false) }
      }
    }
  }

  private mutating func add(_ finding: AlertFinding, of verdict: AlertVerdict, isReason: Bool) {
    let rule = finding.rule
    object { json in
      json.add("rule", rule.rawValue)
      json.add("isReason", isReason)
      json.add("outcome", rule.outcome.rawValue)
      json.add("fact", finding.fact)
      json.add("consequence", verdict.consequence(of: finding))
      json.add("advice", finding.advice)
      json.add("statement", rule.statement)
      json.add("grade", rule.grade.name)
      json.add("source", rule.source)
    }
  }

  fileprivate mutating func add(_ levels: SoundLevels, _ marks: SoundMarks) {
    object("levels") { json in
      json.add("peak", levels.peakInDecibels)
      json.add("truePeak", levels.truePeakInDecibels)
      json.add("loudness", levels.loudness)
      json.array("silences") { json in
        for range in marks.silences {
          json.array { json in
            json.add(range.lowerBound)
            json.add(range.upperBound)
          }
        }
      }
      json.array("clicks") { json in
        for time in marks.clicks { json.add(time) }
      }
    }
  }
}
