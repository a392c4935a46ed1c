package import SQLCipher

// The names that a use case needs of the room below, so that it imports the store alone.

/// What a read or a write can end with.
package typealias DatabaseError = SQLCipher.DatabaseError
/// A snapshot or a transaction, lent to a closure.
package typealias Transaction<Access> = Connection<Access>
/// A snapshot, lent to a closure.
package typealias ReadTransaction = Connection<Reading>
/// A transaction, lent to a closure.
package typealias WriteTransaction = Connection<Writing>

/// In which line a write waits.
package enum WriteLane: Sendable {
    /// Critical results, leases and acknowledgements. It goes on when the disk is full; then the closure finds `takesOnlyCritical`, and
    /// writes nothing but what a critical alert needs.
    case critical
    /// As early as those, but only while the disk is not full.
    case urgent
    /// Everything else.
    case normal

    var ofDatabase: SQLCipher.Lane {
        switch self {
        case .critical: .critical
        case .urgent: .urgent
        case .normal: .normal
        }
    }
}

/// In which line a read waits.
package enum ReadLane: Sendable {
    /// A short read that must not wait for lists: it authenticates a caller, or brings alerts to consumers.
    case urgent
    /// Everything else.
    case normal

    var ofDatabase: SQLCipher.ReadingLane {
        switch self {
        case .urgent: .urgent
        case .normal: .normal
        }
    }
}

extension DatabaseError {

    /// Whether the write that failed may be on the disk nevertheless. A commit at which the disk failed is seen by nobody, and yet may
    /// stand in the log, where whoever opens the file after a crash finds it: until the next commit is written over it.
    package var mayBeDurable: Bool {
        switch self {
        case .sqlite(let code, _): code.primary == .ioError
        case .unexpectedValue, .queueFull, .diskFull, .unsealed, .closed: false
        }
    }
}

extension Connection where Access == Writing {
    /// Reads a few rows in a transaction that writes. See `Connection.readingBriefly`.
    package func readBriefly<T>(
        _ body: (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T? {
        try readingBriefly(body)
    }
}
