/// One closure that waits for a connection.
struct Job<Access>: Sendable {
    /// Runs the closure and keeps its value; throws what it throws.
    let perform: @Sendable (borrowing Connection<Access>) throws(DatabaseError) -> Void
    /// Answers, once: nil when the value stands, else the error.
    let answer: @Sendable (DatabaseError?) -> Void
    /// Whether it goes on when the disk is full.
    var usesReserve = false
    /// Whether it goes before those that are not.
    var isUrgent = false
}

/// What runs first when a group of writes is formed.
package enum Lane: Sendable {
    /// Critical results, leases and acknowledgements. When the disk is full these alone go on, from the reserve; the closure
    /// then finds `isDiskFull`, and writes nothing but what a critical alert needs.
    case critical
    /// As early as those, but only while the disk is not full.
    case urgent
    /// Everything else.
    case normal
}
