extension WriteTransaction {
    /// Runs a closure inside this transaction, and takes back what it wrote.
    package func rehearse<T>(
        _ body: (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T {
        try session.control("SAVEPOINT rehearsal")
        let value: T
        do throws(DatabaseError) {
            value = try body(self)
            try session.settle()
        } catch {
            // If this fails, too, the whole transaction is rolled back.
            try? rollBack()
            throw error
        }
        try rollBack()
        return value
    }

    private func rollBack() throws(DatabaseError) {
        try session.control("ROLLBACK TO rehearsal")
        try session.control("RELEASE rehearsal")
    }
}
