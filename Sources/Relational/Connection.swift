/// Marks a reading connection: the type of a handle says what it may do.
package enum Reading {}
/// Marks the one connection that writes.
package enum Writing {}

/// A snapshot, borrowed by a read closure.
package typealias ReadTransaction = Connection<Reading>
/// A transaction, borrowed by a write closure. Its changes are committed with its group, or not at all.
package typealias WriteTransaction = Connection<Writing>

/// One connection to a database. It is not safe to share: its owner runs it on one thread at a time.
///
/// Closures borrow it, so they can neither keep it nor await while they hold it. Its session runs the statements, and
/// ends with the last connection that holds it.
@usableFromInline package struct Connection<Access>: ~Copyable {
    /// Only its engine uses it directly.
    @usableFromInline package let session: any EngineSession
    /// Seals rows; set on the writing connection.
    private var rowSeal: (any Seal)?

    package init(_ session: any EngineSession) {
        self.session = session
        rowSeal = nil
    }

    /// Every row, decoded.
    @inlinable package func all<T>(
        _ sql: SQL, _ decode: (borrowing Row) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> [T] {
        var rows: [T] = []
        try session.eachRow(of: sql) { (row) throws(DatabaseError) in
            rows.append(try decode(row))
            return true
        }
        return rows
    }

    /// The first row, decoded, or nil if there is none.
    @inlinable package func first<T>(
        _ sql: SQL, _ decode: (borrowing Row) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T? {
        var found: T?
        try session.eachRow(of: sql) { (row) throws(DatabaseError) in
            found = try decode(row)
            return false
        }
        return found
    }

    /// The first column of the first row.
    package func number(_ sql: SQL) throws(DatabaseError) -> Int {
        let number = try first(sql) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
        guard let number else { throw .unexpectedValue(column: 0, sql: sql.text) }
        return number
    }

    /// Whether columns are sealed, and rows that give rights have codes: the engine does not encrypt its files.
    package var sealsColumns: Bool { session.sealsColumns }

    /// True if there is a row.
    package func exists(_ sql: SQL) throws(DatabaseError) -> Bool { try session.exists(sql) }
}

extension WriteTransaction {
    /// Runs a statement that changes rows. A server gets it with the next statement whose answer is needed, or with the
    /// commit: many such statements are one round trip. A failed statement dooms the transaction, even if its error is
    /// caught: its changes are not undone before the rollback.
    /// - Throws: its error, or that of a statement before it. With a server, what follows may throw it instead.
    package func run(_ sql: SQL) throws(DatabaseError) { try session.run(sql) }

    /// Runs a statement at once, for the number of rows that it changes.
    package func rowsChanged(by sql: SQL) throws(DatabaseError) -> Int { try session.rowsChanged(by: sql) }

    /// Passes this transaction, with all its changes, to a closure that only reads: a few rows, since writes wait
    /// meanwhile.
    /// - Returns: nil if it took too long. Then only the closure's own work is lost.
    package func readBriefly<T>(
        _ body: (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T? {
        var value: T?
        do throws(DatabaseError) {
            try session.briefly { () throws(DatabaseError) in value = try body(ReadTransaction(session)) }
        } catch  where error.isOutOfTime {
            return nil
        }
        return value
    }

    /// Seals rows.
    /// - Throws: `DatabaseError.unsealed` if the file was opened without a seal.
    package var seal: any Seal {
        get throws(DatabaseError) {
            guard let rowSeal else { throw .unsealed("the file was opened without a seal") }
            return rowSeal
        }
    }

    /// Sets the connection's seal, before a closure borrows it.
    package mutating func use(_ seal: (any Seal)?) {
        rowSeal = seal
    }

    /// Whether the disk is full: then this transaction writes only what a critical alert needs.
    package var isDiskFull: Bool { session.isDiskFull }
}
