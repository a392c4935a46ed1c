/// Which of the two ended first.
private enum Outcome<Value: Sendable, Failure: Error>: Sendable {
    case finished(Result<Value, Failure>)
    case late
    /// The caller's task was cancelled, and so was the operation, which decides what is returned.
    case cancelled
}

/// Runs an operation, and cancels it at a time limit.
///
/// Returns when the operation has ended, so that nothing runs on in the background.
///
/// - Returns: nil if the time limit came first.
package func withDeadline<Value: Sendable, Failure: Error>(
    _ limit: Duration, clock: any Clock<Duration>,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value? {
    let result = await withTaskGroup(of: Outcome<Value, Failure>.self) { race -> Result<Value, Failure>? in
        race.addTask {
            do throws(Failure) {
                return .finished(.success(try await operation()))
            } catch {
                return .finished(.failure(error))
            }
        }
        race.addTask {
            try? await clock.sleep(for: limit)
            return Task.isCancelled ? .cancelled : .late
        }
        defer { race.cancelAll() }
        while let first = await race.next() {
            switch first {
            case .finished(let result): return result
            case .late: return nil
            case .cancelled: continue
            }
        }
        return nil
    }
    return try result?.get()
}
