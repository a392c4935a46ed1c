import Coordination
import Relational

// What a store learns of the other servers that share its database. Nothing of this runs for a file.

extension Store {
    /// Whether other servers may change it.
    package var isShared: Bool { place.isShared }

    /// A number that changes with each API key, session and account. It was not yet outdated when this was called: what
    /// another server answered before that is counted. See `Commits.callersVersion`.
    package func callersVersion() async throws(DatabaseError) -> UInt64 {
        guard let freshCallers else { return commits.callersVersion }
        return UInt64(try await freshCallers.value())
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

    /// How many transactions of all servers changed an API key, a session or an account.
    func changesOfCallersOfAll() throws(DatabaseError) -> Int64 {
        Int64(try number("SELECT callers FROM head WHERE id = 1"))
    }
}
