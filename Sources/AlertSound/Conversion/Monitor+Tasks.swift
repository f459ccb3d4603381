internal import Platform

extension Monitor {
  /// Whether the operation is cancelled: by the monitor, or because the current task is.
  package var isCancelled: Bool { Task.isCancelled || cancels() }

  func checkCancellation() throws(SoundError) {
    if isCancelled { throw SoundError(.reading, nil as SoundPath?, .cancelled) }
  }

  /// Does work on a thread of its own and waits for it without blocking the calling task's thread.
  ///
  /// The threads that tasks share must never be blocked by work that takes seconds. If the system
  /// can't start another thread, the work is done on the current one.
  /// The work's monitor also reports that the calling task is cancelled.
  func detached<Value: Sendable>(
    _ work: @escaping @Sendable (Monitor) throws(SoundError) -> Value
  ) async throws(SoundError) -> Value {
    let isTaskCancelled = Locked(false)
    let monitor = Monitor(
      progress: progress, isCancelled: { isTaskCancelled.withLock { $0 } || self.isCancelled })
    let result: Result<Value, SoundError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Threads.detach {
          continuation.resume(
            returning: Result { () throws(SoundError) in try work(monitor) })
        }
      }
    } onCancel: {
      isTaskCancelled.withLock { $0 = true }
    }
    return try result.get()
  }
}
