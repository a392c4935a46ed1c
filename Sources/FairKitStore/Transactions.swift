package import Relational

// The names from the layer below that a use case needs, so that it imports only the store.

/// How a read or a write can fail.
package typealias DatabaseError = Relational.DatabaseError
/// A snapshot or a transaction, borrowed by a closure.
package typealias Transaction<Access> = Connection<Access>
/// A snapshot, borrowed by a closure.
package typealias ReadTransaction = Connection<Reading>
/// A transaction, borrowed by a closure.
package typealias WriteTransaction = Connection<Writing>

/// The queue in which a write waits.
package enum WriteLane: Sendable {
    /// Critical results, leases and acks. They continue when the disk is full; the closure then finds
    /// `takesOnlyCritical` and writes only what a critical alert needs.
    case critical
    /// The same priority, but only while the disk is not full.
    case urgent
    /// All other writes.
    case normal

    var ofDatabase: Relational.Lane {
        switch self {
        case .critical: .critical
        case .urgent: .urgent
        case .normal: .normal
        }
    }
}

/// The queue in which a read waits.
package enum ReadLane: Sendable {
    /// Short reads that must not wait for lists: they authenticate a caller, or bring alerts to consumers.
    case urgent
    /// All other reads.
    case normal

    var ofDatabase: Relational.ReadingLane {
        switch self {
        case .urgent: .urgent
        case .normal: .normal
        }
    }
}

extension Connection where Access == Writing {
    /// Reads a few rows inside a write transaction. See `Connection.readingBriefly`.
    package func readBriefly<T>(
        _ body: (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T? {
        try readingBriefly(body)
    }

    /// Runs a closure, and takes back what it wrote. See `Connection.rehearsing`.
    package func rehearse<T>(
        _ body: (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T {
        try rehearsing(body)
    }
}
