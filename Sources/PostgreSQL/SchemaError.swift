package import Relational

/// Why a schema was not made, upgraded or opened. Each message says what to do; none of these errors left half a change.
package enum SchemaError: Error, Equatable, CustomStringConvertible {
    /// The database has no such schema.
    case missing(String)
    /// The schema to make already exists.
    case exists(String)
    /// A schema of this name exists, and FairKit has not made it.
    case foreign(String)
    /// A later version of FairKit has upgraded it.
    case newer(String, found: Int, supported: Int)
    /// The user may not make schemas and roles.
    case rights
    /// Another connection was in the way for too long.
    case busy(String)
    /// A step failed; the schema is still at the previous version.
    case step(name: String, DatabaseError)
    case database(DatabaseError)

    package var description: String {
        switch self {
        case .missing(let schema):
            "The database has no schema \(schema). Check the address of the store, or create the store with fairkit init."
        case .exists(let schema):
            "The database already has the schema \(schema), and nothing was changed. Choose another database, or drop the "
                + "schema first if you no longer need it."
        case .foreign(let schema):
            "The schema \(schema) of the database is not FairKit's, and nothing was changed. Create a database of its own for "
                + "FairKit."
        case .newer(let schema, let found, let supported):
            "The schema \(schema) has version \(found), but this FairKit only supports versions up to \(supported). Run a newer "
                + "FairKit, or restore the database to a time before the upgrade."
        case .rights:
            "The user of the store may not create schemas and roles. As an administrator of the database, run: ALTER ROLE user "
                + "CREATEROLE; GRANT CREATE ON DATABASE database TO user."
        case .busy(let schema):
            "The schema \(schema) could not be changed, because another connection used it for too long. If another server is "
                + "upgrading it, wait and start again; otherwise look for long transactions in pg_stat_activity."
        case .step(let name, let error):
            "Migration \(name) failed (\(error)). The schema was not changed; keep a copy of the database and report this."
        case .database(let error): "The database can't be used: \(error)."
        }
    }
}

extension SchemaError {
    /// - Parameter step: the step whose statements failed, if any.
    init(_ error: DatabaseError, in location: PostgresLocation, step: String? = nil) {
        guard case .engine(let failure) = error else {
            self = .database(error)
            return
        }
        switch (failure.code, failure.kind) {
        // A schema or a role of this name; or the same at the same moment, which the catalogue's unique index refuses.
        case ("SQLSTATE 42P06", _), ("SQLSTATE 42710", _): self = .exists(location.schema)
        case ("SQLSTATE 23505", _) where step == nil: self = .exists(location.schema)
        case ("SQLSTATE 42501", _): self = .rights
        case (_, .busy): self = .busy(location.schema)
        case (_, .unavailable), (_, .undecided): self = .database(error)
        default: self = step.map { .step(name: $0, error) } ?? .database(error)
        }
    }
}
