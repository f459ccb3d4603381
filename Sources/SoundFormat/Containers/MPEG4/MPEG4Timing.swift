/// Which of a track's frames are sound.
///
/// Apple's rule for AAC: the encoder's delay is the start of the edit list if the track has groups of the type `roll`,
/// else 2,112 frames. Without such groups, this library first tries, in this order, an edit list that starts after
/// frame 0, iTunes' text and FFmpeg's name. Source: QuickTime File Format, "Audio Priming - Handling Encoder Delay in
/// AAC".
struct MPEG4Timing {
  var track: MPEG4Track
  let packets: MPEG4Packets
  let texts: MPEG4Texts
  let movieTimescale: UInt32
  /// How many frames the packets have, whatever the file's times say; nil if the packets don't tell.
  var packetFrameCount: Int?

  /// The delay of Apple's AAC encoders, in frames.
  private static let impliedPriming = 2112
  /// The delay of FFmpeg's AAC encoder in frames: one packet. FFmpeg 5.1 has an option to leave out the edit list. Then
  /// only FFmpeg's name in the file reveals the delay.
  private static let primingWithoutEdits = 1024

  /// Sets the packet table. Adds notes on pauses left out, and on times that contradict the packets or other times.
  mutating func apply(to sound: inout SoundFile) throws(SoundFileError) {
    let edits = track.edits ?? []
    let isPause = { (edit: MPEG4Edit) in edit.mediaStart < 0 }
    if edits.first?.mediaStart == -1 {
      sound.notes.append("the sound begins after a pause, which is left out")
    }
    let inner = edits.drop(while: isPause).reversed().drop(while: isPause)
    if packets.havePauses || inner.contains(where: { isPause($0) && $0.duration > 0 }) {
      sound.ignore("the pauses in the sound are left out")
    }
    let format = sound.format
    let decodedFrameCount = sound.decodedFrameCount
    var mediaFrameCount =
      packets.duration > 0 ? frames(packets.duration, format) : decodedFrameCount
    let packetLength = max(1, format.framesPerPacket)
    let total = packetFrameCount ?? decodedFrameCount
    // Tolerate a difference of less than a packet: the last packet may be longer than its time.
    if packetFrameCount != nil, (mediaFrameCount - total).magnitude >= packetLength {
      // Tolerate a difference of a thousandth: a recorder's clock is inexact.
      if (mediaFrameCount - total).magnitude > total / 1000 {
        sound.ignore(
          "the file's times are for \(counted(mediaFrameCount, "frame")), and its packets have"
            + " \(total): all are kept")
      }
      mediaFrameCount = total
      // If the times count frames, only the time scale is wrong: correct the time scale.
      if (Int(clamping: packets.duration) - total).magnitude < packetLength {
        track.timescale = UInt32(format.sampleRate)
      }
    }
    let edit = try playedEdit
    var (priming, valid) = (0, mediaFrameCount)
    // Don't apply Apple's rule to xHE-AAC, a newer codec whose streams begin with the sound.
    let impliesPriming = format.dataFormat.isAAC && format.dataFormat.formatID != "usac"
    if let edit, !impliesPriming || track.hasRollGroups || edit.mediaStart > 0 {
      priming = frames(UInt64(edit.mediaStart), format)
      valid = validFrameCount(of: edit, from: priming, of: mediaFrameCount, format)
    } else if let padding = texts.padding {
      // For HE-AAC, double iTunes' numbers if their sum is nearer to half of the decoded frames than to all decoded
      // frames. Apple's `afconvert` and Nero's encoder count frames of the core, which has half the rate.
      let isHighEfficiency = ["aach", "aacp"].contains(format.dataFormat.formatID)
      let factor = isHighEfficiency && padding.frameCount <= decodedFrameCount / 4 * 3 ? 2 : 1
      priming = padding.primingFrameCount.multipliedClamped(by: factor)
      valid = padding.validFrameCount.multipliedClamped(by: factor)
    } else if impliesPriming {
      let isFFmpegs = texts.writer?.hasPrefix("Lavf") == true
      if !isFFmpegs {
        sound.ignore(
          "the encoder's delay isn't stated: \(Self.impliedPriming) frames at the start are left out"
        )
      }
      priming = isFFmpegs ? Self.primingWithoutEdits : Self.impliedPriming
      valid = max(0, mediaFrameCount - priming)
      if let edit, edit.duration > 0 {
        valid = min(valid, frames(edit.duration, format, timescale: movieTimescale))
      }
    }
    if format.framesPerPacket > 0 {
      priming = min(priming, total)
      valid = min(valid, total - priming)
    }
    // An encoder adds fewer than four packets of padding.
    if packetFrameCount != nil, total - valid >= max(valid, 4 * packetLength) {
      sound.ignore("the file counts \(valid) of \(counted(total, "frame")): the others are ignored")
    }
    guard format.framesPerPacket != 1 || priming > 0 || valid < decodedFrameCount else { return }
    sound.packetTable = PacketTable(
      validFrameCount: valid, primingFrameCount: priming,
      remainderFrameCount: max(0, decodedFrameCount - priming.addingClamped(valid)))
  }

  /// The part of the media that is played, as one edit; nil if there are no edits.
  private var playedEdit: MPEG4Edit? {
    get throws(SoundFileError) {
      var played: MPEG4Edit?
      for edit in track.edits ?? [] where edit.mediaStart >= 0 {
        guard edit.rate == 1 << 16 else {
          throw .unsupported("the sound is played at another speed")
        }
        guard var whole = played else {
          played = edit
          continue
        }
        let end = Double(whole.duration) * Double(track.timescale) / Double(max(1, movieTimescale))
        guard
          abs(Double(edit.mediaStart - whole.mediaStart) - end) <= Double(track.timescale) / 1000
        else {
          throw .unsupported("the sound is put together from several parts of the file")
        }
        let sum = whole.duration.addingReportingOverflow(edit.duration).partialValue
        whole.duration = edit.duration == 0 ? 0 : sum
        played = whole
      }
      return played
    }
  }

  /// Returns how many frames an edit plays.
  ///
  /// The edit's length is in the movie's time units, often milliseconds. If the edit ends within one unit of the
  /// media's end, it is meant to play to the end.
  private func validFrameCount(
    of edit: MPEG4Edit, from start: Int, of mediaFrameCount: Int, _ format: StreamFormat
  ) -> Int {
    let rest = max(0, mediaFrameCount - start)
    guard edit.duration > 0, movieTimescale > 0 else { return rest }
    let stated = frames(edit.duration, format, timescale: movieTimescale)
    let unit = format.sampleRate / Double(movieTimescale)
    return abs(Double(stated) - Double(rest)) <= max(1, unit) ? rest : min(stated, rest)
  }

  /// Converts a time to frames, rounded to the nearest frame. If `timescale` is nil, the time is in the media's units.
  private func frames(
    _ time: UInt64, _ format: StreamFormat, timescale: UInt32? = nil
  ) -> Int {
    let scale = Double(max(1, timescale ?? track.timescale))
    return Int(clamping: Int64(min(Double(time) * format.sampleRate / scale, 0x1p53).rounded()))
  }
}

extension DataFormat {
  /// Whether the codec is AAC, or a successor such as HE-AAC, AAC-LD or xHE-AAC.
  var isAAC: Bool {
    ["aac ", "aach", "aacp", "aacl", "aace", "usac"].contains(formatID)
  }
}
