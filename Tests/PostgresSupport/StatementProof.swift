import PostgreSQL
package import Relational
import Synchronization
import Testing

/// Gives each statement that an encrypted file prepares in a test to a PostgreSQL server, which prepares it for a tenant's
/// schema and does not run it. A test whose statement is refused fails.
package final class StatementProof: Sendable {
    package static let shared = StatementProof()

    package enum Outcome: Equatable, Sendable {
        case accepted
        case refused(String)
    }
    private struct State {
        var session: PostgresSession?
        var outcomes: [String: Outcome] = [:]
    }
    private let state = Mutex(State())

    package init() {}

    /// How many different statements were accepted.
    package var accepted: Int { state.withLock { $0.outcomes.values.count { $0 == .accepted } } }

    /// What the server said of a statement; nil: it was not asked.
    package func outcome(of sql: SQL) -> Outcome? { state.withLock { $0.outcomes[sql.key] } }

    /// Why the server refuses a statement; nil: it does not, or it was asked before.
    package func refusal(of sql: SQL) -> String? {
        state.withLock { state in
            guard state.outcomes[sql.key] == nil else { return nil }
            do {
                let session = try state.session ?? StatementProof.session()
                state.session = session
                let types = sql.types.isEmpty ? "" : " (\(sql.types))"
                let text = PostgresDialect().text(of: sql)
                try session.control(SQL(stringLiteral: "PREPARE proof\(types) AS \(text)"))
                try session.control("DEALLOCATE proof")
                state.outcomes[sql.key] = .accepted
                return nil
            } catch {
                let reason = "PostgreSQL refuses \(sql.text): \(error)"
                state.outcomes[sql.key] = .refused(reason)
                return reason
            }
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
    /// The statement with the types of its values.
    fileprivate var key: String { "\(template) (\(types))" }

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
}

extension DatabaseObserver {
    /// An observer that has each statement proven, too.
    package var proving: DatabaseObserver {
        var observer = self
        observer.prepared = { sql in
            guard !sql.isOfATest, let refusal = StatementProof.shared.refusal(of: sql) else { return }
            Issue.record("\(refusal)")
        }
        return observer
    }
}
