import Relational

// When the disk is full, only critical writes continue. See decision 0017.
extension Writer {
    /// Whether the disk is full.
    var isDiskFull: Bool { reserve?.isDiskFull ?? false }

    /// The writes that may continue now; the others fail at once.
    func admitted(_ group: [Job<Writing>]) -> [Job<Writing>] {
        guard isDiskFull else { return group }
        for job in group where !job.usesReserve { job.answer(.diskFull) }
        return group.filter(\.usesReserve)
    }

    /// Makes room for the critical writes of a group: first in the WAL, which starts over once all of it is copied and
    /// so need not grow; then in slices of the reserve, more of them each time.
    /// - Returns: whether to retry; always true for a group of which some writes fail.
    func makeRoom(
        for group: [Job<Writing>], on connection: borrowing WriteTransaction, attempt: Int
    ) -> Bool {
        reserve?.noteFullDisk()
        guard group.contains(where: \.usesReserve) else { return true }
        if attempt > 0, reserve?.cut(attempt) != true { return false }
        checkpoint(connection)
        return true
    }
}
