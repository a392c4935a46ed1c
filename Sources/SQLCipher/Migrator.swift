import Relational

extension WriteTransaction {
    /// Migrates the file to the newest version, each step in a transaction together with its version number.
    func migrate(_ migrations: [Migration], path: String) throws(OpeningError) {
        let version = try schemaVersion(path: path, newest: migrations.count)
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            do {
                try sqlite.execute("BEGIN IMMEDIATE")
                try sqlite.execute(migration.sql)
                try sqlite.execute("PRAGMA user_version = \(index + 1)")
                try sqlite.execute("COMMIT")
            } catch {
                if !sqlite.isAutocommit { try? sqlite.execute("ROLLBACK") }
                throw .migration(name: migration.name, error)
            }
        }
    }
}

extension WriteTransaction {
    /// Repeats a step, each time in a transaction of its own, until there is no more to do.
    func prepare(
        path: String, _ step: (borrowing WriteTransaction) throws(DatabaseError) -> Bool
    ) throws(OpeningError) {
        var isDone = false
        while !isDone {
            do {
                try sqlite.begin()
                isDone = try !step(self)
                try sqlite.commit()
            } catch {
                if !sqlite.isAutocommit { try? sqlite.execute("ROLLBACK") }
                throw .database(path: path, error)
            }
        }
    }
}

extension Connection {
    /// The version of the file's schema.
    /// - Throws: `OpeningError.newerSchema` if it is newer than the newest known one.
    func schemaVersion(path: String, newest: Int) throws(OpeningError) -> Int {
        let version: Int?
        do {
            version = try first("PRAGMA user_version") { row throws(DatabaseError) in try row.value(0) }
        } catch {
            throw .database(path: path, error)
        }
        guard let version, version <= newest else {
            throw .newerSchema(path: path, found: version ?? 0, supported: newest)
        }
        return version
    }
}
