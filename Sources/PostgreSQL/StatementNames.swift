import Relational

/// The prepared statements of one connection. The server keeps each by its name until the connection ends.
///
/// A statement is prepared for each place that the connection serves: if the search path changed, the server would
/// analyse and plan it again at each execution. One template has several statements if its NULLs differ: a type that is
/// inferred can be another one.
struct StatementNames {
    struct Key: Hashable {
        /// The number of the place.
        let location: Int
        let template: String
        let types: [UInt32]
    }

    struct Statement {
        let name: String
        let changesWatched: WatchedTables.Groups
        fileprivate var lastUse: Int
    }

    /// As many as a connection keeps; each is some kilobytes of the server's memory.
    let capacity: Int
    private var statements: [Key: Statement] = [:]
    /// How often statements were used, and how many names were given.
    private var (uses, names) = (0, 0)

    init(capacity: Int = 512) {
        self.capacity = capacity
    }

    /// The statement that was prepared, if it was.
    mutating func statement(_ key: Key) -> Statement? {
        guard let index = statements.index(forKey: key) else { return nil }
        uses += 1
        statements.values[index].lastUse = uses
        return statements[index].value
    }

    /// Notes that a statement is prepared, and gives it a name.
    mutating func keep(changesWatched: WatchedTables.Groups, as key: Key) -> Statement {
        uses += 1
        names += 1
        let statement = Statement(name: "s\(names)", changesWatched: changesWatched, lastUse: uses)
        statements[key] = statement
        return statement
    }

    /// Forgets a statement that could not be prepared.
    mutating func forget(_ key: Key) { statements[key] = nil }

    /// Forgets those that were not used for longest, an eighth of all, if there are as many as the connection keeps.
    /// - Returns: their names.
    mutating func removeOldest() -> [String] {
        guard statements.count >= capacity else { return [] }
        let oldest = statements.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(max(capacity / 8, 1))
        for (key, _) in oldest { statements[key] = nil }
        return oldest.map(\.value.name)
    }
}
