package import FairKitCore
package import Relational

// Stored in the schema `control` of a database that several servers share. No other schema, and no file, has these tables.

extension Connection {
    /// The time of the database.
    package func databaseTime() throws(DatabaseError) -> Timestamp {
        Timestamp(milliseconds: Int64(try number("SELECT \(.databaseTime)")))
    }

    /// When a process with a server's id starts that asks now: later than each before it, even if the clock of the database was
    /// set back since then.
    package func startTime(of server: ServerID) throws(DatabaseError) -> Timestamp {
        let earlier = try first("SELECT started_at FROM server WHERE id = \(server)") { row throws(DatabaseError) in
            try row.value(0, as: Timestamp.self)
        }
        let now = try databaseTime()
        return earlier.map { max(now, $0.advanced(by: .milliseconds(1))) } ?? now
    }

    /// The leases that have not ended, and the servers that were seen within the term of a lease.
    package func leaseBoard() throws(DatabaseError) -> LeaseBoard {
        let leases = try all("SELECT name, holder, term FROM lease WHERE NOT (\(isOver))") {
            row throws(DatabaseError) in
            let work = SharedWork(try row.value(0, as: String.self))
            let (holder, term): (ServerID, Int64) = (try row.value(1), try row.value(2))
            return work.map { LeaseBoard.Lease(work: $0, holder: holder, term: term) }
        }
        return LeaseBoard(leases: leases.compactMap(\.self), servers: Set(try serversSeen().map(\.id)))
    }

    /// The servers that were seen within the term of a lease, with the names of their machines. One that was seen later than
    /// now was seen before the clock of the database was set back.
    func serversSeen() throws(DatabaseError) -> [(id: ServerID, name: String)] {
        try all(
            """
            SELECT id, name FROM server
            WHERE seen_at > \(.databaseTime) - \(term) AND seen_at <= \(.databaseTime) + \(term) ORDER BY name, id
            """
        ) { row throws(DatabaseError) in (try row.value(0), try row.value(1)) }
    }
}

extension WriteTransaction {
    /// Records that a server is there, renews all its leases, and changes some.
    ///
    /// A lease that has ended is not renewed: it has to be taken again.
    /// - Returns: the leases that the server has now; nil: a server that started later has the same id, so this one has none.
    package func renewLeases(
        of server: ServerRecord, changing change: LeaseChange
    ) throws(DatabaseError) -> [LeaseBoard.Lease]? {
        guard try logSeen(server) else { return nil }
        for work in change.givenBack {
            try run(
                "UPDATE lease SET until_at = \(.databaseTime) WHERE name = \(work.name) AND holder = \(server.id)")
        }
        try run(
            "UPDATE lease SET until_at = \(.databaseTime) + \(term) WHERE holder = \(server.id) AND NOT (\(isOver))")
        for work in change.taken { try take(work, for: server.id) }
        return try leaseBoard().leases.filter { $0.holder == server.id }
    }

    /// Gives back all leases of a server that ends.
    package func endLeases(of server: ServerRecord) throws(DatabaseError) {
        guard try logSeen(server) else { return }
        try run("UPDATE lease SET until_at = \(.databaseTime) WHERE holder = \(server.id)")
        try run("DELETE FROM server WHERE id = \(server.id)")
    }

    /// Takes a lease that has ended, or that was never taken.
    private func take(_ work: SharedWork, for server: ServerID) throws(DatabaseError) {
        let isTaken = try rowsChanged(
            by: """
                UPDATE lease SET holder = \(server), term = term + 1, until_at = \(.databaseTime) + \(term)
                WHERE name = \(work.name) AND (\(isOver))
                """)
        guard isTaken == 0, try !exists("SELECT 1 FROM lease WHERE name = \(work.name)") else { return }
        try run(
            """
            INSERT INTO lease (name, holder, term, until_at)
            VALUES (\(work.name), \(server), 1, \(.databaseTime) + \(term))
            """)
    }

    /// Records that a server is there.
    /// - Returns: false if a server that started later has its id.
    private func logSeen(_ server: ServerRecord) throws(DatabaseError) -> Bool {
        let isKnown = try rowsChanged(
            by:
                "UPDATE server SET seen_at = \(.databaseTime) WHERE id = \(server.id) AND started_at = \(server.startedAt)"
        )
        guard isKnown == 0 else { return true }
        guard try !exists("SELECT 1 FROM server WHERE id = \(server.id) AND started_at > \(server.startedAt)") else {
            return false
        }
        try run("DELETE FROM server WHERE id = \(server.id)")
        try run(
            """
            INSERT INTO server (id, name, version, started_at, seen_at)
            VALUES (\(server.id), \(server.name), \("schema \(server.newestSchema)"), \(server.startedAt), \(.databaseTime))
            """)
        // The rows left by servers that ended without saying so.
        let before = -86_400_000
        try run("DELETE FROM server WHERE seen_at < \(.databaseTime) + \(before)")
        try run("DELETE FROM lease WHERE until_at < \(.databaseTime) + \(before)")
        return true
    }
}

/// The record of a server of a shared database, for operators.
package struct ServerRecord: Hashable, Sendable {
    package let id: ServerID
    /// The name of its machine.
    package let name: String
    /// The newest version of a tenant's schema that it knows.
    package let newestSchema: Int
    /// When the process started. See `startTime(of:)`.
    package let startedAt: Timestamp

    package init(id: ServerID, name: String, newestSchema: Int, startedAt: Timestamp) {
        self.startedAt = startedAt
        self.id = id
        self.name = name
        self.newestSchema = newestSchema
    }
}

/// In milliseconds.
private let term = Int64(SharedWork.term / .milliseconds(1))

/// Whether a lease has ended. One that ends later than it can was made before the clock of the database was set back.
private let isOver: SQL = "until_at <= \(.databaseTime) OR until_at > \(.databaseTime) + \(term)"
