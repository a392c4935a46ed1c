import Glibc
import Synchronization

/// When the statements of a connection are interrupted; any thread may move it.
final class Deadline: Sendable {
    /// In seconds of the monotonic clock.
    private let time = Atomic(Int.max)

    var isOver: Bool { monotonicSeconds() >= time.load(ordering: .relaxed) }

    /// Interrupts everything that takes more than 100,000 virtual machine steps, the interval between two checks: some
    /// milliseconds.
    func endAtOnce() { time.store(0, ordering: .relaxed) }

    /// Interrupts nothing from now on.
    func remove() { time.store(Int.max, ordering: .relaxed) }

    /// Interrupts statements that run longer than this from now: a snapshot that stays open keeps the WAL from being
    /// emptied.
    func end(within seconds: Int) {
        time.store(monotonicSeconds() + seconds, ordering: .relaxed)
    }
}

private func monotonicSeconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
}
