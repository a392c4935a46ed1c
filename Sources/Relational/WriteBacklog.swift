/// The writes that wait for a group.
struct WriteBacklog {
    /// The outcome of adding a write.
    enum Admission: Equatable {
        case refused(DatabaseError)
        /// The thread at work takes it.
        case waits
        /// A thread has to be scheduled.
        case starts
    }

    private static let groupSize = 256

    private var urgent: [Job<Writing>] = []
    private var normal: [Job<Writing>] = []
    private var outsideTransaction: [Job<Writing>] = []
    private var isRunning = false
    private(set) var isClosed = false

    /// The number of writes that wait for a transaction.
    var count: Int { urgent.count + normal.count }

    mutating func add(_ job: Job<Writing>, in lane: WriteLane) -> Admission {
        guard !isClosed else { return .refused(.closed) }
        guard count < DatabaseLoad.capacity else { return .refused(.queueFull) }
        switch lane {
        case .critical, .urgent: urgent.append(job)
        case .normal: normal.append(job)
        }
        return admitted()
    }

    mutating func addOutsideTransaction(_ job: Job<Writing>) -> Admission {
        guard !isClosed else { return .refused(.closed) }
        outsideTransaction.append(job)
        return admitted()
    }

    private mutating func admitted() -> Admission {
        defer { isRunning = true }
        return isRunning ? .waits : .starts
    }

    /// The next group, and a job outside transactions: one such job follows each group, so neither waits long.
    /// - Returns: nil if nothing waits; then the thread ends.
    mutating func next() -> (group: [Job<Writing>], outside: Job<Writing>?)? {
        let first = urgent.prefix(WriteBacklog.groupSize)
        urgent.removeFirst(first.count)
        let rest = normal.prefix(WriteBacklog.groupSize - first.count)
        normal.removeFirst(rest.count)
        let outside = outsideTransaction.isEmpty ? nil : outsideTransaction.removeFirst()
        if first.isEmpty, rest.isEmpty, outside == nil {
            isRunning = false
            return nil
        }
        return (Array(first + rest), outside)
    }

    /// Puts the rest of a group back behind urgent writes that came later.
    /// - Returns: false if no urgent write waits.
    mutating func postpone(_ rest: ArraySlice<Job<Writing>>) -> Bool {
        guard !urgent.isEmpty else { return false }
        normal.insert(contentsOf: rest, at: 0)
        return true
    }

    /// Refuses all further writes.
    mutating func close() { isClosed = true }
}
