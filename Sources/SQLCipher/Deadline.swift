import Glibc
import Synchronization

/// When the statements of a connection are interrupted; any thread may move it.
final class Deadline: Sendable {
    /// In seconds of the monotonic clock.
    private let time = Atomic(Int.max)

    var isOver: Bool { monotonicSeconds() >= time.load(ordering: .relaxed) }

    /// Interrupts what takes more than the 100,000 steps of SQLite's machine between two looks at the time: some milliseconds.
    func endAtOnce() { time.store(0, ordering: .relaxed) }

    /// Interrupts nothing from now on.
    func remove() { time.store(Int.max, ordering: .relaxed) }

    /// Interrupts what runs longer than that from now: a snapshot that stays open keeps the WAL from being emptied.
    func end(within seconds: Int) {
        time.store(monotonicSeconds() + seconds, ordering: .relaxed)
    }
}

private func monotonicSeconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
}
