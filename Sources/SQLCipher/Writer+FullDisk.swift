import Relational

// When the disk is full, only critical writes continue. See decision 0017.
extension Writer {
    /// Whether the disk is full.
    var isDiskFull: Bool { reserve?.isDiskFull ?? false }

    func refusal(of job: Job<Writing>) -> DatabaseError? { job.usesReserve || !isDiskFull ? nil : .diskFull }

    /// Makes room for the critical writes of a group: first in the WAL, which starts over once all of it is copied and
    /// so need not grow; then in slices of the reserve, more of them each time.
    ///
    /// A group of which some writes are refused for the full disk always runs again.
    func retries(_ group: WriteGroup, after error: DatabaseError, attempt: Int) -> Bool {
        guard error.isDiskFull, let reserve else { return false }
        reserve.logFullDisk()
        guard group.jobs.contains(where: \.usesReserve) else { return true }
        if attempt > 0, !reserve.cut(attempt) { return false }
        checkpoint()
        return true
    }
}
