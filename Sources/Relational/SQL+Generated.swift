// Parts of statements that are made from a schema instead of being written out: for what treats all tables alike.

extension SQL {
    /// The quoted name of a table or column; only for names from the schema itself.
    package init(identifier name: String) {
        let quoted = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        self.init(stringLiteral: "\"\(quoted)\"")
    }

    /// The same statement with other values, in the order of its bindings.
    /// - Parameter sealings: which of them are sealed.
    package func binding(_ values: [SQLValue], sealings: [Sealing] = []) -> SQL {
        var bound = self
        bound.bindings = values
        bound.sealings = sealings
        return bound
    }
}

extension ReadTransaction {
    /// Runs a closure whose statements all read the same snapshot, on a connection on which each statement would
    /// otherwise be a snapshot of its own. What is written meanwhile stays in the log until it ends.
    /// - Parameter wrap: turns an error of the engine into one of the caller.
    package func inOneSnapshot<T: ~Copyable, Failure: Error>(
        _ wrap: (DatabaseError) -> Failure, _ body: () throws(Failure) -> T
    ) throws(Failure) -> T {
        do throws(DatabaseError) { try session.control("\(.beginSnapshot)") } catch { throw wrap(error) }
        // It has changed nothing, so both ends are the same.
        defer { try? session.control("ROLLBACK") }
        return try body()
    }
}
