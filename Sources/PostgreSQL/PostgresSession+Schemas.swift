package import Relational

extension PostgresSession {
    /// Makes a schema with its role and all its tables, at the newest version.
    /// - Throws: `SchemaError.exists` if the schema or the role is there. Nothing is changed then.
    package func make(_ location: PostgresLocation, by steps: SchemaSteps) throws(SchemaError) {
        _ = try owning(location) { () throws(SchemaError) in
            try send("CREATE SCHEMA \(location.quotedSchema)", in: location)
            if let role = location.quotedRole {
                // The user may become the role, and the role may own nothing. It may sign in nowhere, unless the coordinator
                // of Citus has to, at the other nodes: it has no password even then. See decision 0122. A tenant that moves
                // to another database of the server has its role already.
                let signsIn = try hasCitus(in: location)
                if try !hasRole(of: location, signingIn: signsIn) {
                    try send("CREATE ROLE \(role) \(signsIn ? "LOGIN" : "NOLOGIN") NOINHERIT", in: location)
                }
                try send("GRANT \(role) TO CURRENT_USER", in: location)
                try send("GRANT USAGE ON SCHEMA \(location.quotedSchema) TO \(role)", in: location)
            }
            try send(each: steps.baseline, in: location, step: "baseline")
            for step in steps.later { try send(each: step.sql, in: location, step: step.name) }
            try finish(location, at: steps.newest)
            return true
        }
    }

    /// Brings a schema up to date, each step in a transaction together with its version. Of several servers that do so at
    /// the same moment one runs a step, and the others find it done.
    /// - Parameter lockTimeout: how long it waits for a table that another connection uses. Meanwhile all others wait, too.
    /// - Returns: how many steps it ran.
    @discardableResult
    package func upgrade(
        _ location: PostgresLocation, by steps: SchemaSteps, waiting lockTimeout: Duration = .seconds(30)
    ) throws(SchemaError) -> Int {
        var count = 0
        while try upgradeOnce(location, by: steps, waiting: lockTimeout) { count += 1 }
        return count
    }

    /// Runs the next step.
    /// - Returns: false if there is none.
    private func upgradeOnce(
        _ location: PostgresLocation, by steps: SchemaSteps, waiting lockTimeout: Duration
    ) throws(SchemaError) -> Bool {
        try owning(location, waiting: lockTimeout) { () throws(SchemaError) in
            // The row stays locked until the commit. All transactions that write lock it first.
            let version = try version(of: location, upTo: steps.newest, locking: true)
            guard version < steps.newest else { return false }
            guard version >= steps.baselineVersion else { throw .foreign(location.schema) }
            let step = steps.later[version - steps.baselineVersion]
            try send(each: step.sql, in: location, step: step.name)
            try finish(location, at: version + 1)
            return true
        }
    }

    /// Counts the rows of tables that were filled, and their frequent values, so that statements are planned for them.
    package func analyse(_ location: PostgresLocation, _ tables: [String]) throws(SchemaError) {
        _ = try owning(location) { () throws(SchemaError) in
            for table in tables {
                do throws(DatabaseError) { try control("ANALYZE \(SQL(identifier: table))") } catch {
                    throw SchemaError(error, in: location)
                }
            }
            return true
        }
    }

    /// Removes what deleted and changed rows of a table have left in its file. It can't be part of a transaction.
    package func removeDeadRows(of table: String) throws(DatabaseError) {
        try control("VACUUM \(SQL(identifier: table))")
    }

    /// Deletes a schema with all its rows, and its role. If there is none, it does nothing.
    package func drop(_ location: PostgresLocation) throws(SchemaError) {
        _ = try owning(location) { () throws(SchemaError) in
            try send("DROP SCHEMA IF EXISTS \(location.quotedSchema) CASCADE", in: location)
            // A copy of the database on the same server may need the role.
            if let role = location.quotedRole, try !isUsedElsewhere(by: location) {
                try send("DROP ROLE IF EXISTS \(role)", in: location)
            }
            return true
        }
    }
}

extension PostgresSession {
    /// How long one step may take.
    private static let longestStep = Duration.seconds(6 * 3600)

    /// Runs a closure in a transaction of the user that connected, who owns all schemas. It is rolled back if the closure
    /// throws or returns false.
    private func owning(
        _ location: PostgresLocation, waiting lockTimeout: Duration = .seconds(30),
        _ body: () throws(SchemaError) -> Bool
    ) throws(SchemaError) -> Bool {
        let (answerTimeout, longest) = (answerTimeout, longest)
        (self.answerTimeout, self.longest) = (PostgresSession.longestStep, PostgresSession.longestStep)
        defer { (self.answerTimeout, self.longest) = (answerTimeout, longest) }
        do throws(DatabaseError) {
            try begin()
            let milliseconds = max(1, Int64(lockTimeout / .milliseconds(1)))
            try control(SQL(stringLiteral: "SET LOCAL ROLE NONE; SET LOCAL lock_timeout = \(milliseconds)"))
            try control(SQL(stringLiteral: "SET LOCAL search_path TO \(location.quotedSchema), pg_temp"))
        } catch {
            // If there is no transaction, this changes nothing.
            try? rollBack()
            throw SchemaError(error, in: location)
        }
        do throws(SchemaError) {
            guard try body() else {
                try? rollBack()
                return false
            }
        } catch {
            try? rollBack()
            throw error
        }
        do throws(DatabaseError) { try commit() } catch { throw SchemaError(error, in: location) }
        return true
    }

    private func send(_ text: String, in location: PostgresLocation, step: String? = nil) throws(SchemaError) {
        do throws(DatabaseError) { try control(SQL(stringLiteral: text)) } catch {
            throw SchemaError(error, in: location, step: step)
        }
    }

    /// Sends the statements of a step.
    private func send(each text: String, in location: PostgresLocation, step: String) throws(SchemaError) {
        for statement in schemaStatements(of: text) { try send(statement, in: location, step: step) }
    }

    /// Notes the version, and lets the role use what there is now. It can't change the version.
    private func finish(_ location: PostgresLocation, at version: Int) throws(SchemaError) {
        try send("UPDATE head SET schema_version = \(version) WHERE id = 1", in: location)
        guard let role = location.quotedRole else { return }
        let tables = "ALL TABLES IN SCHEMA \(location.quotedSchema)"
        try send("GRANT SELECT, INSERT, UPDATE, DELETE ON \(tables) TO \(role)", in: location)
        try send("REVOKE INSERT, UPDATE, DELETE ON head FROM \(role)", in: location)
        try send("GRANT UPDATE (commits, callers) ON head TO \(role)", in: location)
    }
}
