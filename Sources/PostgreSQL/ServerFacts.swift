package import Relational

/// The facts that FairKit has to know of a database server and its user before it stores anything there.
package struct ServerFacts: Hashable, Sendable {
    /// Such as 150018.
    package var version: Int
    package var encoding: String
    /// Whether the pages of its files have checksums.
    package var hasChecksums: Bool
    /// Whether its log holds whole pages, so that it mends one that a power cut left half written.
    package var mendsPages: Bool
    /// Whether it flushes its log to the disk at all.
    package var flushes: Bool
    /// The setting `synchronous_commit` of this session.
    package var synchronousCommit: String
    /// Whether it names standbys for whose confirmation a commit waits.
    package var namesStandbys: Bool
    /// Whether values of statements can get into its log.
    package var logsValues: Bool
    /// Whether the user may make schemas and roles.
    package var mayMakeSchemas: Bool
    /// Whether the user may give itself the rights to run programs and read all files of the server: an administrator, or
    /// up to PostgreSQL 15 a user with CREATEROLE.
    package var mayTakeRights: Bool
    /// Whether the database is one of Citus, and would keep each new schema on the coordinator.
    package var keepsSchemas: Bool

    package init(
        version: Int, encoding: String, hasChecksums: Bool, mendsPages: Bool, flushes: Bool, synchronousCommit: String,
        namesStandbys: Bool, logsValues: Bool, mayMakeSchemas: Bool, mayTakeRights: Bool,
        keepsSchemas: Bool
    ) {
        self.version = version
        self.encoding = encoding
        self.hasChecksums = hasChecksums
        self.mendsPages = mendsPages
        self.flushes = flushes
        self.synchronousCommit = synchronousCommit
        self.namesStandbys = namesStandbys
        self.logsValues = logsValues
        self.mayMakeSchemas = mayMakeSchemas
        self.mayTakeRights = mayTakeRights
        self.keepsSchemas = keepsSchemas
    }

    /// The problems with it, the refusals first.
    package var findings: [ServerFinding] {
        ServerFinding.allCases.filter { finding in
            switch finding {
            case .oldVersion: version < 150_000
            case .encoding: encoding != "UTF8"
            case .flushing: !flushes
            case .commitBeforeDisk: synchronousCommit == "off"
            case .commitBeforeStandby: synchronousCommit == "local" && namesStandbys
            case .rights: !mayMakeSchemas
            case .checksums: !hasChecksums
            case .tornPages: !mendsPages
            case .valuesInLog: logsValues
            case .takesRights: mayTakeRights
            case .schemasOnOneNode: keepsSchemas
            }
        }
    }
}

/// Something about a database server that FairKit refuses, or warns of.
package enum ServerFinding: CaseIterable, Hashable, Sendable, CustomStringConvertible {
    case oldVersion, encoding, flushing, commitBeforeDisk, commitBeforeStandby, rights
    case checksums, tornPages, valuesInLog, takesRights, schemasOnOneNode

    /// Whether a store is refused there: an acknowledged write could be lost, or nothing would work.
    package var isRefusal: Bool {
        switch self {
        case .oldVersion, .encoding, .flushing, .commitBeforeDisk, .commitBeforeStandby, .rights: true
        case .checksums, .tornPages, .valuesInLog, .takesRights, .schemasOnOneNode: false
        }
    }

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .oldVersion: "The database server is older than PostgreSQL 15. Upgrade it."
        case .encoding:
            "The database's encoding is not UTF8. Create another one with ENCODING 'UTF8' TEMPLATE template0."
        case .flushing:
            "The database server does not flush its log to the disk, so a power cut would destroy the store. Set fsync = on."
        case .commitBeforeDisk:
            "The database server answers a commit before it is on the disk, so a crash would lose acknowledged writes. Set "
                + "synchronous_commit = on."
        case .commitBeforeStandby:
            "The database server answers a commit before its standby has it, so a failover would lose acknowledged writes. Set "
                + "synchronous_commit = on."
        case .rights: SchemaError.rights.description
        case .checksums:
            "The pages of the database have no checksums, so damage of the disk stays unnoticed. Stop the server and run "
                + "pg_checksums --enable."
        case .tornPages:
            "The database server does not mend pages that a power cut leaves half written. Unless its file system writes whole "
                + "pages, set full_page_writes = on."
        case .valuesInLog:
            "The database server may write values of statements to its log, which then holds health data. Set "
                + "log_parameter_max_length = 0, log_parameter_max_length_on_error = 0 and log_error_verbosity = terse."
        case .takesRights:
            "The database user may give itself the rights of the server's administrator, so who has its password can run programs "
                + "there and read all databases. Use a user that is no superuser, on PostgreSQL 16 or later, or a database server of "
                + "FairKit's own."
        case .schemasOnOneNode:
            "The database has Citus, and would keep each new tenant on the coordinator. Set "
                + "citus.enable_schema_based_sharding = on."
        }
    }
}

extension PostgresSession {
    /// The facts about its server and its user.
    package func facts() throws(DatabaseError) -> ServerFacts {
        let facts = try ReadTransaction(self).first(
            """
            SELECT CAST(current_setting('server_version_num') AS BIGINT), current_setting('server_encoding'),
                current_setting('data_checksums') = 'on', current_setting('full_page_writes') = 'on',
                current_setting('fsync') = 'on',
                current_setting('synchronous_commit'), current_setting('synchronous_standby_names') <> '',
                current_setting('log_parameter_max_length_on_error') <> '0'
                    OR current_setting('log_error_verbosity') <> 'terse'
                    OR (current_setting('log_parameter_max_length') <> '0'
                        AND (current_setting('log_statement') IN ('mod', 'all')
                            OR current_setting('log_min_duration_statement') <> '-1'
                            OR current_setting('log_min_duration_sample') <> '-1'
                            OR current_setting('log_transaction_sample_rate') <> '0')),
                has_database_privilege(session_user, current_database(), 'CREATE')
                    AND (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = session_user),
                (SELECT rolsuper OR (rolcreaterole AND CAST(current_setting('server_version_num') AS BIGINT) < 160000)
                    FROM pg_roles WHERE rolname = session_user),
                EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')
                    AND COALESCE(current_setting('citus.enable_schema_based_sharding', true), '') <> 'on'
            """
        ) { row throws(DatabaseError) in
            ServerFacts(
                version: try row.value(0), encoding: try row.value(1),
                hasChecksums: try row.value(2, as: Int.self) == 1, mendsPages: try row.value(3, as: Int.self) == 1,
                flushes: try row.value(4, as: Int.self) == 1, synchronousCommit: try row.value(5),
                namesStandbys: try row.value(6, as: Int.self) == 1, logsValues: try row.value(7, as: Int.self) == 1,
                mayMakeSchemas: try row.value(8, as: Int.self) == 1,
                mayTakeRights: try row.value(9, as: Int.self) == 1, keepsSchemas: try row.value(10, as: Int.self) == 1)
        }
        guard let facts else { throw .unexpectedValue(column: 0, sql: "the settings of the server") }
        return facts
    }
}
