package import Relational

/// The dialect of PostgreSQL 15. Everything specific to PostgreSQL that FairKit's statements need is here and nowhere
/// else.
package struct PostgresDialect: Dialect {
    package init() {}

    package func placeholder(_ number: Int) -> String { "$\(number)" }

    package func spelling(of token: SQLToken) -> String {
        switch token {
        // Not in the order of insertion: what needs that has a column for it.
        case .rowNumber: "ctid"
        case .addedRowNumber: "lastval()"
        case .noBytes: "''::bytea"
        case .byteCount: "octet_length"
        case .position: "strpos"
        case .greatest: "GREATEST"
        case .storedType: "pg_typeof"
        case .integerType: "'bigint'::regtype"
        case .shiftedLeft: "<<"
        // Its planner knows the selectivity.
        case .unindexed: ""
        case .unlimited: "ALL"
        }
    }

    package var update: String { "UPDATE" }
}
