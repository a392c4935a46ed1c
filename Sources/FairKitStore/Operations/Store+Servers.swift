import Coordination
package import FairKitCore
import Relational

// The news that a store gets of the other servers that share its database. Nothing of this runs for a file.

extension Store {
    /// Whether other servers may change it.
    package var isShared: Bool { location.isShared }

    /// A number that changes with each API key, session and account. It was not yet outdated when this was called: what
    /// another server answered before that is counted. See `Commits.callersVersion`.
    /// - Returns: the number, and the time of the database then; nil: the server's own time counts.
    package func callersVersion() async throws(DatabaseError) -> (number: UInt64, time: Timestamp?) {
        guard let freshCallers else { return (commits.callersVersion, nil) }
        let found = try await freshCallers.value()
        return (UInt64(found.changes), found.time)
    }

    /// Looks up whether there are commits of other servers, and wakes the tasks that wait for the next commit.
    package func followCommits() async throws(DatabaseError) {
        commits.learn(try await read(in: .urgent) { (tx) throws(DatabaseError) in try tx.commitsOfAll() })
    }
}

extension Connection {
    /// How many transactions all servers have committed. Only a database that servers share counts them.
    func commitsOfAll() throws(DatabaseError) -> Int64 {
        Int64(try number("SELECT commits FROM head WHERE id = 1"))
    }

    /// How many transactions of all servers changed an API key, a session or an account, and the time of the database.
    func callersOfAll() throws(DatabaseError) -> CallersOfAll {
        let found = try first("SELECT callers, \(.databaseTime) FROM head WHERE id = 1") { row throws(DatabaseError) in
            CallersOfAll(changes: try row.value(0), time: try row.value(1))
        }
        guard let found else { throw .unexpectedValue(column: 0, sql: "the row of head") }
        return found
    }
}

/// The changes of callers by all servers at one moment.
struct CallersOfAll: Sendable {
    let changes: Int64
    let time: Timestamp
}
