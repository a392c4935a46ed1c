import Relational

extension PostgresSession {
    /// The version of a schema.
    /// - Throws: `SchemaError.newer` if it is newer than the newest known one.
    package func version(of location: PostgresLocation, upTo newest: Int) throws(SchemaError) -> Int {
        try version(of: location, upTo: newest, locking: false)
    }

    /// - Parameter locking: whether other transactions that write or upgrade wait until the end of this one.
    func version(
        of location: PostgresLocation, upTo newest: Int, locking: Bool
    ) throws(SchemaError) -> Int {
        guard try has("SELECT 1 FROM pg_namespace WHERE nspname = \(location.schema)", in: location) else {
            throw .missing(location.schema)
        }
        let column: SQL = """
            SELECT 1 FROM pg_attribute
            WHERE attrelid = to_regclass(\("\(location.quotedSchema).head")) AND attname = 'schema_version' AND NOT attisdropped
            """
        guard try has(column, in: location) else { throw .foreign(location.schema) }
        let table = SQL(stringLiteral: "\(location.quotedSchema).head")
        let found: Int?
        do throws(DatabaseError) {
            found = try ReadTransaction(self).first(
                "SELECT schema_version FROM \(table) WHERE id = 1\(locking ? " FOR UPDATE" : "" as SQL)"
            ) { row throws(DatabaseError) in try row.value(0) }
        } catch { throw SchemaError(error, in: location) }
        guard let found else { throw .foreign(location.schema) }
        guard found <= newest else { throw .newer(location.schema, found: found, supported: newest) }
        return found
    }

    func has(_ query: SQL, in location: PostgresLocation) throws(SchemaError) -> Bool {
        do throws(DatabaseError) { return try exists(query) } catch { throw SchemaError(error, in: location) }
    }

    /// Whether the database is one of Citus, which spreads schemas over several nodes.
    func hasCitus(in location: PostgresLocation) throws(SchemaError) -> Bool {
        try has("SELECT 1 FROM pg_extension WHERE extname = 'citus'", in: location)
    }

    /// Whether the server has the tenant's role, and it may do no more than a new one.
    func hasRole(of location: PostgresLocation, signingIn signsIn: Bool) throws(SchemaError) -> Bool {
        try has(
            """
            SELECT 1 FROM pg_roles r WHERE r.rolname = \(location.role) AND \(signsIn ? "r.rolcanlogin" : "NOT r.rolcanlogin" as SQL)
                AND NOT (r.rolinherit OR r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls)
                AND NOT EXISTS (SELECT 1 FROM pg_auth_members m WHERE m.member = r.oid)
            """, in: location)
    }

    /// Whether another database of the server depends on the role.
    func isUsedElsewhere(by location: PostgresLocation) throws(SchemaError) -> Bool {
        try has(
            """
            SELECT 1 FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
            WHERE d.refclassid = CAST('pg_authid' AS regclass) AND r.rolname = \(location.role) AND d.dbid <> 0
                AND d.dbid <> (SELECT oid FROM pg_database WHERE datname = current_database())
            """, in: location)
    }
}
