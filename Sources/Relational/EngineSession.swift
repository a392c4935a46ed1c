/// One session of a database engine, which runs the statements of a `Connection`. Its owner runs it on one thread at a
/// time. See decision 0030.
@usableFromInline package protocol EngineSession: AnyObject {
    /// Runs a query, and passes each row to a closure, which returns whether it wants the next one.
    func eachRow(
        of sql: SQL, _ body: (borrowing Row) throws(DatabaseError) -> Bool
    ) throws(DatabaseError)
    /// Whether a query has a row.
    func exists(_ sql: SQL) throws(DatabaseError) -> Bool
    /// Runs a statement that changes rows. A server's answer may be read later: with the next one that is needed, or with
    /// that of the commit. There its error is thrown. A failed UPDATE dooms the transaction, even if its error is caught; in
    /// some engines every failed statement does. So a closure goes on after a failure only if it was a rehearsal.
    func run(_ sql: SQL) throws(DatabaseError)
    /// The same, at once.
    /// - Returns: the number of changed rows.
    func rowsChanged(by sql: SQL) throws(DatabaseError) -> Int
    /// Reads the answers that were not needed yet.
    func settle() throws(DatabaseError)
    /// Runs a statement of transaction control, such as SAVEPOINT.
    func control(_ sql: SQL) throws(DatabaseError)
    /// Runs a closure whose statements are interrupted after some milliseconds. An interrupted one does not doom the
    /// transaction.
    func briefly(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError)
    /// Why the transaction can't be committed, though its closures succeeded.
    var failure: DatabaseError? { get }
    /// Whether the disk is full: then the transaction writes only what a critical alert needs.
    var isDiskFull: Bool { get }
    /// Whether it seals columns, since its engine does not encrypt its files.
    var sealsColumns: Bool { get }
    /// The tables of the database, in the order of their names. Each takes a few statements.
    func catalogue() throws(DatabaseError) -> [CatalogueTable]
}

extension EngineSession {
    package var sealsColumns: Bool { false }
}
