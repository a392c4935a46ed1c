/// A closure that waits for a connection.
package struct Job<Access>: Sendable {
    /// Runs the closure and stores its value; throws its error.
    package let perform: @Sendable (borrowing Connection<Access>) throws(DatabaseError) -> Void
    /// Called once: nil if the value is ready, otherwise the error.
    package let answer: @Sendable (DatabaseError?) -> Void
    /// Whether it continues when the disk is full.
    package var usesReserve = false
    /// Whether it precedes jobs that are not urgent.
    package var isUrgent = false
    /// Its share of work that is done jointly; nil: it has only its own closure.
    var share: (any JointShare)?

    package init(
        perform: @escaping @Sendable (borrowing Connection<Access>) throws(DatabaseError) -> Void,
        answer: @escaping @Sendable (DatabaseError?) -> Void
    ) {
        self.perform = perform
        self.answer = answer
    }
}

/// The order in which writes join a group.
package enum WriteLane: Sendable {
    /// Critical results, leases and acks. When the disk is full only these continue, from the reserve; the closure then
    /// finds `isDiskFull` and writes only what a critical alert needs.
    case critical
    /// The same priority, but only while the disk is not full.
    case urgent
    /// All other writes.
    case normal
}
