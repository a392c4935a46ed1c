/// A condition of a database server that keeps the data, at which an operator should look. Texts of the API.
package enum DatabaseWarning: String, CaseIterable, Sendable {
    /// The database has at least 85 % of the size that the operator allows.
    case size = "database-size"
    /// A standby is more than 30 seconds behind.
    case replicationLag = "replication-lag"
    /// Commits are to wait for a standby, and none receives the log.
    case standbyMissing = "standby-missing"
    /// A transaction has been running for more than 5 minutes: deleted rows can't be removed meanwhile.
    case longTransaction = "long-transaction"
    /// The server keeps more than 1 GB of its log for a standby that does not take it.
    case logRetained = "log-retained"
    /// More than 90 % of the connections that the server allows are in use.
    case connections = "database-connections"
}
