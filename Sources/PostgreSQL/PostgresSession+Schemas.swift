import Relational

extension PostgresSession {
    /// Makes a schema with its role and all its tables, at the newest version.
    /// - Throws: `SchemaError.exists` if the schema or the role is there. Nothing is changed then.
    package func make(_ schema: PostgresSchema, by steps: SchemaSteps) throws(SchemaError) {
        _ = try owning(schema) { () throws(SchemaError) in
            try send("CREATE SCHEMA \(schema.name)", in: schema)
            if let role = schema.role {
                // The user may become the role, and the role may sign in nowhere and own nothing.
                try send("CREATE ROLE \(role) NOLOGIN NOINHERIT; GRANT \(role) TO CURRENT_USER", in: schema)
                try send("GRANT USAGE ON SCHEMA \(schema.name) TO \(role)", in: schema)
            }
            try send(steps.baseline, in: schema, step: "baseline")
            for step in steps.later { try send(step.sql, in: schema, step: step.name) }
            try finish(schema, at: steps.newest)
            return true
        }
    }

    /// Brings a schema up to date, each step in a transaction together with its version. Of several servers that do so at
    /// the same moment one runs a step, and the others find it done.
    /// - Returns: how many steps it ran.
    @discardableResult
    package func upgrade(_ schema: PostgresSchema, by steps: SchemaSteps) throws(SchemaError) -> Int {
        var count = 0
        while try upgradeOnce(schema, by: steps) { count += 1 }
        return count
    }

    /// Runs the next step.
    /// - Returns: false if there is none.
    private func upgradeOnce(_ schema: PostgresSchema, by steps: SchemaSteps) throws(SchemaError) -> Bool {
        try owning(schema) { () throws(SchemaError) in
            // The row stays locked until the commit. All transactions that write lock it first.
            let version = try version(of: schema, upTo: steps.newest, locking: true)
            guard version < steps.newest else { return false }
            guard version >= steps.baselineVersion else { throw .foreign(schema.name) }
            let step = steps.later[version - steps.baselineVersion]
            try send(step.sql, in: schema, step: step.name)
            try finish(schema, at: version + 1)
            return true
        }
    }

    /// Deletes a schema with all its rows, and its role. If there is none, it does nothing.
    package func drop(_ schema: PostgresSchema) throws(SchemaError) {
        _ = try owning(schema) { () throws(SchemaError) in
            try send("DROP SCHEMA IF EXISTS \(schema.name) CASCADE", in: schema)
            // A copy of the database on the same server may need the role.
            if let role = schema.role, try !isUsedElsewhere(role, by: schema) {
                try send("DROP ROLE IF EXISTS \(role)", in: schema)
            }
            return true
        }
    }

    /// The version of a schema.
    /// - Throws: `SchemaError.newer` if it is newer than the newest known one.
    package func version(of schema: PostgresSchema, upTo newest: Int) throws(SchemaError) -> Int {
        try version(of: schema, upTo: newest, locking: false)
    }
}

extension PostgresSession {
    /// How long one step may take.
    private static let longestStep = Duration.seconds(6 * 3600)

    /// Runs a closure in a transaction of the user that connected, who owns all schemas. It is rolled back if the closure
    /// throws or returns false.
    private func owning(_ schema: PostgresSchema, _ body: () throws(SchemaError) -> Bool) throws(SchemaError) -> Bool {
        let (patience, longest) = (patience, longest)
        (self.patience, self.longest) = (PostgresSession.longestStep, PostgresSession.longestStep)
        defer { (self.patience, self.longest) = (patience, longest) }
        do throws(DatabaseError) {
            try begin()
            try control("SET LOCAL ROLE NONE; SET LOCAL lock_timeout = '30s'")
            try control(SQL(stringLiteral: "SET LOCAL search_path TO \(schema.name), pg_temp"))
        } catch { throw SchemaError(error, in: schema) }
        do throws(SchemaError) {
            guard try body() else {
                try? rollBack()
                return false
            }
        } catch {
            try? rollBack()
            throw error
        }
        do throws(DatabaseError) { try commit() } catch { throw SchemaError(error, in: schema) }
        return true
    }

    private func send(_ text: String, in schema: PostgresSchema, step: String? = nil) throws(SchemaError) {
        do throws(DatabaseError) { try control(SQL(stringLiteral: text)) } catch {
            throw SchemaError(error, in: schema, step: step)
        }
    }

    /// Notes the version, and lets the role use what there is now. It can't change the version.
    private func finish(_ schema: PostgresSchema, at version: Int) throws(SchemaError) {
        try send("UPDATE head SET schema_version = \(version) WHERE id = 1", in: schema)
        guard let role = schema.role else { return }
        let tables = "ALL TABLES IN SCHEMA \(schema.name)"
        try send("GRANT SELECT, INSERT, UPDATE, DELETE ON \(tables) TO \(role)", in: schema)
        try send("REVOKE INSERT, UPDATE, DELETE ON head FROM \(role)", in: schema)
        try send("GRANT UPDATE (commits, callers) ON head TO \(role)", in: schema)
    }

    /// - Parameter locking: whether other transactions that write or upgrade wait until the end of this one.
    private func version(
        of schema: PostgresSchema, upTo newest: Int, locking: Bool
    ) throws(SchemaError) -> Int {
        guard try has("SELECT 1 FROM pg_namespace WHERE nspname = \(schema.name)", in: schema) else {
            throw .missing(schema.name)
        }
        let column: SQL = """
            SELECT 1 FROM pg_attribute
            WHERE attrelid = to_regclass(\("\(schema.name).head")) AND attname = 'schema_version' AND NOT attisdropped
            """
        guard try has(column, in: schema) else { throw .foreign(schema.name) }
        let table = SQL(stringLiteral: "\(schema.name).head")
        let found: Int?
        do throws(DatabaseError) {
            found = try ReadTransaction(self).first(
                "SELECT schema_version FROM \(table) WHERE id = 1\(locking ? " FOR UPDATE" : "" as SQL)"
            ) { row throws(DatabaseError) in try row.value(0) }
        } catch { throw SchemaError(error, in: schema) }
        guard let found else { throw .foreign(schema.name) }
        guard found <= newest else { throw .newer(schema.name, found: found, supported: newest) }
        return found
    }

    private func has(_ query: SQL, in schema: PostgresSchema) throws(SchemaError) -> Bool {
        do throws(DatabaseError) { return try exists(query) } catch { throw SchemaError(error, in: schema) }
    }

    /// Whether another database of the server depends on a role.
    private func isUsedElsewhere(_ role: String, by schema: PostgresSchema) throws(SchemaError) -> Bool {
        try has(
            """
            SELECT 1 FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
            WHERE d.refclassid = CAST('pg_authid' AS regclass) AND r.rolname = \(role) AND d.dbid <> 0
                AND d.dbid <> (SELECT oid FROM pg_database WHERE datname = current_database())
            """, in: schema)
    }
}
