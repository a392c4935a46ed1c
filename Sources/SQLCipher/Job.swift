/// One closure that waits for a connection.
struct Job<Access>: Sendable {
    /// Runs the closure and keeps its value; throws what it throws.
    let perform: @Sendable (borrowing Connection<Access>) throws(DatabaseError) -> Void
    /// Answers, once: nil when the value stands, else the error.
    let answer: @Sendable (DatabaseError?) -> Void
}

/// What runs first when a group of writes is formed.
package enum Lane: Sendable {
    /// Critical results, leases and acknowledgements.
    case urgent
    /// Everything else.
    case normal
}
