import ArgumentParser
import Dispatch
import FairKitCore
import Glibc
import Synchronization

/// The exit status of a command that SIGINT interrupted, by the convention of shells: 128 plus the signal's number.
private let interrupted = ExitCode(128 + SIGINT)

/// Runs long work that Ctrl-C (SIGINT) cancels: the work undoes what it began, and the command reports it.
/// - Parameter sentence: the effect of the interruption.
func interruptibly<T: Sendable>(
    saying sentence: String, _ work: @escaping @Sendable () async throws -> T
) async throws -> T {
    let (signals, interruption) = AsyncStream.makeStream(of: Void.self)
    let source = trap { interruption.yield() }
    defer { source.cancel() }
    return try await withThrowingTaskGroup(of: T?.self) { tasks in
        defer { tasks.cancelAll() }
        tasks.addTask { try await work() }
        tasks.addTask {
            for await _ in signals { break }
            return nil
        }
        if let done = try await tasks.next().flatMap(\.self) { return done }
        tasks.cancelAll()
        while await tasks.nextResult() != nil {}
        note("\nInterrupted. \(sentence)")
        throw interrupted
    }
}

/// The same for work that blocks its thread: it checks the task's `WorkProgress` at each step, and its progress bar is drawn.
/// - Parameter things: the name of the things that the work counts.
func interruptibly<T>(saying sentence: String, counting things: String, _ work: () throws -> T) throws -> T {
    var signals: (any DispatchSourceSignal)?
    // This thread takes no signal itself: before the source listens, SIGINT would end the process.
    var interrupt = sigset_t()
    unsafe sigemptyset(&interrupt)
    unsafe sigaddset(&interrupt, SIGINT)
    unsafe pthread_sigmask(SIG_BLOCK, &interrupt, nil)
    defer {
        signals?.cancel()
        unsafe pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    }
    var progress: WorkProgress?
    do {
        return try drawingProgress(counting: things) {
            progress = WorkProgress.current
            signals = trap { [progress] in progress?.stop() }
            return try work()
        }
    } catch  where progress?.now.isStopped == true {
        note("Interrupted. \(sentence)")
        throw interrupted
    }
}

/// Draws a bar of work that blocks its thread, as long as it goes on.
func drawingProgress<T>(counting things: String, _ work: () throws -> T) rethrows -> T {
    let bar = Mutex(Progress())
    let progress = WorkProgress { now in bar.withLock { $0.draw(now.fraction, count: now.done, of: things) } }
    defer { bar.withLock { $0.clear() } }
    return try WorkProgress.$current.withValue(progress) { try work() }
}

/// Handles SIGINT instead of ending the process, until the source is cancelled.
private func trap(_ interruption: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { interruption() }
    source.resume()
    return source
}
