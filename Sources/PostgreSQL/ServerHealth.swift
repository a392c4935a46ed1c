/// How a database server does at one moment: what its operator watches.
package struct ServerHealth: Hashable, Sendable {
    /// A standby that receives the log now.
    package struct Standby: Hashable, Sendable {
        /// Its `application_name`.
        package var name: String
        /// Whether a commit may wait for it; nil if the user may not see it.
        package var isSynchronous: Bool?
        /// How long ago its last replayed commit was made; nil if it is not known.
        package var lag: Duration?
        /// How many bytes of the log it has not replayed yet; nil if it is not known.
        package var lagInBytes: Int?

        package init(name: String, isSynchronous: Bool? = nil, lag: Duration? = nil, lagInBytes: Int? = nil) {
            self.name = name
            self.isSynchronous = isSynchronous
            self.lag = lag
            self.lagInBytes = lagInBytes
        }
    }

    /// Such as 150018.
    package var version: Int
    /// Whether it accepts writes, and is no standby.
    package var isPrimary: Bool
    /// Whether the pages of its files have checksums.
    package var hasChecksums: Bool
    /// Whether the user sees the other users' transactions and the details of standbys: `GRANT pg_read_all_stats TO user`.
    /// Otherwise it sees its own transactions only.
    package var seesEverything: Bool
    /// The setting `synchronous_standby_names`; empty: a commit waits for no standby.
    package var synchronousStandbyNames: String
    /// Those that receive the log now.
    package var standbys: [Standby]
    /// For how long the oldest transaction has been running; nil: none but this one.
    package var oldestTransaction: Duration?
    /// The same of those that hold a snapshot, so that rows that were deleted since can't be removed.
    package var oldestSnapshot: Duration?
    /// How many bytes of the log are kept for the replication slot that is farthest behind; 0: there is none.
    package var retainedBySlots: Int
    /// Of all databases and users.
    package var connections: Int
    /// The setting `max_connections`.
    package var mostConnections: Int
    /// In bytes, of the database with all its tenants.
    package var size: Int

    package init(
        version: Int, isPrimary: Bool, hasChecksums: Bool, seesEverything: Bool, synchronousStandbyNames: String,
        standbys: [Standby], oldestTransaction: Duration?, oldestSnapshot: Duration?, retainedBySlots: Int,
        connections: Int, mostConnections: Int, size: Int
    ) {
        self.version = version
        self.isPrimary = isPrimary
        self.hasChecksums = hasChecksums
        self.seesEverything = seesEverything
        self.synchronousStandbyNames = synchronousStandbyNames
        self.standbys = standbys
        self.oldestTransaction = oldestTransaction
        self.oldestSnapshot = oldestSnapshot
        self.retainedBySlots = retainedBySlots
        self.connections = connections
        self.mostConnections = mostConnections
        self.size = size
    }

    /// How many standbys receive the log of which a commit may wait for; nil if the user may not see it.
    package var synchronousStandbys: Int? {
        let known = standbys.compactMap(\.isSynchronous)
        return known.count == standbys.count ? known.count(where: \.self) : nil
    }

    /// Whether every commit waits for a standby, and there is none; nil if the user may not see it.
    package var commitsHang: Bool? {
        synchronousStandbyNames.isEmpty ? false : synchronousStandbys.map { $0 == 0 }
    }
}
