import PostgreSQL
package import Relational
import Synchronization
import Testing

/// Gives each statement that an encrypted file prepares in a test to a PostgreSQL server, which prepares it for a tenant's
/// schema and does not run it. A test whose statement is refused fails.
package final class StatementProof: Sendable {
    package static let shared = StatementProof()

    private struct State {
        var session: PostgresSession?
        /// The statements with the types of their values.
        var seen: Set<String> = []
        var accepted = 0
    }
    private let state = Mutex(State())

    /// How many different statements were accepted.
    package var accepted: Int { state.withLock { $0.accepted } }

    /// Why the server refuses a statement; nil: it does not, or it was asked before.
    package func refusal(of sql: SQL) -> String? {
        let types = sql.types
        return state.withLock { state in
            guard state.seen.insert("\(sql.template) (\(types))").inserted else { return nil }
            do {
                let session = try state.session ?? StatementProof.session()
                state.session = session
                let text = PostgresDialect().text(of: sql)
                try session.control(SQL(stringLiteral: "PREPARE proof\(types.isEmpty ? "" : " (\(types))") AS \(text)"))
                try session.control("DEALLOCATE proof")
                state.accepted += 1
                return nil
            } catch { return "PostgreSQL refuses \(sql.text): \(error)" }
        }
    }

    private static func session() throws -> PostgresSession {
        let session = try TestStore.shared.get().session()
        let schema = TestStore.schema()
        try session.make(schema, by: .tenant)
        try session.enter(schema)
        return session
    }
}

extension SQL {
    /// The types of its values as the session of PostgreSQL gives them.
    fileprivate var types: String {
        let sealed = Set(sealings.map(\.position))
        return bindings.enumerated().map { index, value in
            switch value {
            case .null: "unknown"
            case _ where sealed.contains(index): "bytea"
            case .integer: "bigint"
            case .text: "text"
            case .blob: "bytea"
            }
        }.joined(separator: ", ")
    }

    /// Whether only an encrypted file runs it: a PRAGMA, or what a test asks of the file.
    fileprivate var isOfTheFile: Bool {
        !text.contains(#/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/#)
            || text.contains(#/\bsqlite_|\bquote\(|\browid\b|\btypeof\(|\bzeroblob\(|\b[xX]'|\blength\(|\bsubstr\(/#)
    }
}

extension DatabaseObserver {
    /// An observer that has each statement proven, too.
    package var proving: DatabaseObserver {
        var observer = self
        observer.prepared = { sql in
            guard !sql.isOfTheFile, let refusal = StatementProof.shared.refusal(of: sql) else { return }
            Issue.record("\(refusal)")
        }
        return observer
    }
}
