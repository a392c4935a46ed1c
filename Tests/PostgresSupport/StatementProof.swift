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
        /// Statements that only tests on a file run.
        var ofTests: Set<String> = []
    }
    private let state = Mutex(State())

    package init() {}

    /// How many different statements were accepted.
    package var accepted: Int { state.withLock { $0.outcomes.values.count { $0 == .accepted } } }

    /// The server's answer to a statement; nil: it was not asked.
    package func outcome(of sql: SQL) -> Outcome? { state.withLock { $0.outcomes[sql.key] } }

    /// Why the server refuses a statement; nil: it does not, it was asked before, or only a test on a file runs the statement.
    package func refusal(of sql: SQL) -> String? {
        let key = sql.key
        return state.withLock { state in
            guard state.outcomes[key] == nil, !state.ofTests.contains(key) else { return nil }
            guard !sql.isOfATest else {
                state.ofTests.insert(key)
                return nil
            }
            do {
                let session = try state.session ?? StatementProof.session()
                state.session = session
                let types = sql.types.isEmpty ? "" : " (\(sql.types))"
                let text = PostgresDialect().text(of: sql)
                try session.control(SQL(stringLiteral: "PREPARE proof\(types) AS \(text)"))
                try session.control("DEALLOCATE proof")
                state.outcomes[key] = .accepted
                return nil
            } catch {
                let reason = "PostgreSQL refuses \(sql.text): \(error)"
                state.outcomes[key] = .refused(reason)
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
            guard let refusal = StatementProof.shared.refusal(of: sql) else { return }
            Issue.record("\(refusal)")
        }
        return observer
    }
}
