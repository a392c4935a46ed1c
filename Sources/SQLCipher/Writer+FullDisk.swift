// When the disk is full, only critical writes go on. See the decision `0017-full-disk`.
extension Writer {
    /// Whether it is.
    var isDiskFull: Bool { reserve?.isDiskFull ?? false }

    /// Those that may write now; the others are answered at once.
    func admitted(_ group: [Job<Writing>]) -> [Job<Writing>] {
        guard isDiskFull else { return group }
        for job in group where !job.usesReserve { job.answer(.diskFull) }
        return group.filter(\.usesReserve)
    }

    /// Finds room for the critical writes of a group: first in the WAL, which begins again once all of it is copied and so need
    /// not grow; then in slices of the reserve, more of them each time.
    /// - Returns: whether it is worth another try; always for a group of which some go no further.
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
