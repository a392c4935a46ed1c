package import Relational

/// The dialect of PostgreSQL 15. Everything specific to PostgreSQL that FairKit's statements need is here and nowhere
/// else.
package struct PostgresDialect: Dialect {
    package init() {}

    package func placeholder(_ number: Int) -> String { "$\(number)" }

    package func spelling(of token: SQLToken) -> String {
        switch token {
        case .noBytes: "''::bytea"
        case .byteCount: "octet_length"
        case .position: "pg_catalog.\"position\""
        case .greatest: "GREATEST"
        // Its planner knows the selectivity.
        case .unindexed: ""
        case .unlimited: "ALL"
        case .lookup, .foldedLookup: "substr("
        case .lookupEnd, .foldedLookupEnd: ", 1, 16)"
        // Within a transaction, now() would stand still. Citus refuses clock_timestamp() where rows are changed.
        case .databaseTime: "CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT)"
        case .list: "("
        case .listOrder: ""
        case .listEnd: ")"
        case .coded, .codedEnd: ""
        case .forUpdate: "FOR UPDATE"
        case .beginSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        }
    }

    package var failureClause: String { "" }
}
