import Relational

extension PostgresSession {
    /// The version of a schema.
    /// - Throws: `SchemaError.newer` if it is newer than the newest known one.
    package func version(of place: PostgresLocation, upTo newest: Int) throws(SchemaError) -> Int {
        try version(of: place, upTo: newest, locking: false)
    }

    /// - Parameter locking: whether other transactions that write or upgrade wait until the end of this one.
    func version(
        of place: PostgresLocation, upTo newest: Int, locking: Bool
    ) throws(SchemaError) -> Int {
        guard try has("SELECT 1 FROM pg_namespace WHERE nspname = \(place.schema)", in: place) else {
            throw .missing(place.schema)
        }
        let column: SQL = """
            SELECT 1 FROM pg_attribute
            WHERE attrelid = to_regclass(\("\(place.quotedSchema).head")) AND attname = 'schema_version' AND NOT attisdropped
            """
        guard try has(column, in: place) else { throw .foreign(place.schema) }
        let table = SQL(stringLiteral: "\(place.quotedSchema).head")
        let found: Int?
        do throws(DatabaseError) {
            found = try ReadTransaction(self).first(
                "SELECT schema_version FROM \(table) WHERE id = 1\(locking ? " FOR UPDATE" : "" as SQL)"
            ) { row throws(DatabaseError) in try row.value(0) }
        } catch { throw SchemaError(error, in: place) }
        guard let found else { throw .foreign(place.schema) }
        guard found <= newest else { throw .newer(place.schema, found: found, supported: newest) }
        return found
    }

    func has(_ query: SQL, in place: PostgresLocation) throws(SchemaError) -> Bool {
        do throws(DatabaseError) { return try exists(query) } catch { throw SchemaError(error, in: place) }
    }

    /// Whether the database is one of Citus, which spreads schemas over several nodes.
    func hasCitus(in place: PostgresLocation) throws(SchemaError) -> Bool {
        try has("SELECT 1 FROM pg_extension WHERE extname = 'citus'", in: place)
    }

    /// Whether the server has the tenant's role, and it may do no more than a new one.
    func hasRole(of place: PostgresLocation, signingIn signsIn: Bool) throws(SchemaError) -> Bool {
        try has(
            """
            SELECT 1 FROM pg_roles r WHERE r.rolname = \(place.role) AND \(signsIn ? "r.rolcanlogin" : "NOT r.rolcanlogin" as SQL)
                AND NOT (r.rolinherit OR r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls)
                AND NOT EXISTS (SELECT 1 FROM pg_auth_members m WHERE m.member = r.oid)
            """, in: place)
    }

    /// Whether another database of the server depends on the role.
    func isUsedElsewhere(by place: PostgresLocation) throws(SchemaError) -> Bool {
        try has(
            """
            SELECT 1 FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
            WHERE d.refclassid = CAST('pg_authid' AS regclass) AND r.rolname = \(place.role) AND d.dbid <> 0
                AND d.dbid <> (SELECT oid FROM pg_database WHERE datname = current_database())
            """, in: place)
    }
}
