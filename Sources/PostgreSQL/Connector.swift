import Relational
import Synchronization

/// Makes connections, and waits after a failure.
final class Connector: Sendable {
    private let address: PostgresAddress
    private let password: String?
    private let limits: ConnectionPool.Limits
    private let state = Mutex((backoff: Backoff(), failure: DatabaseError.closed))

    init(address: PostgresAddress, password: String?, limits: ConnectionPool.Limits) {
        self.limits = limits
        self.address = address
        self.password = password
    }

    /// - Throws: a failure of the kind `unavailable`.
    func connect() throws(DatabaseError) -> sending PostgresSession {
        let start = ContinuousClock.now
        let refusal = state.withLock { state in state.backoff.allows(at: start) ? nil : state.failure }
        if let refusal { throw refusal }
        do throws(DatabaseError) {
            let session = try PostgresSession(address, password: password)
            try session.prepareForPool(limits)
            state.withLock { $0.backoff.succeeded() }
            return session
        } catch {
            let failure = error.asUnavailable
            state.withLock { state in
                state.backoff.failed(at: .now, begun: start)
                state.failure = failure
            }
            throw failure
        }
    }
}

extension DatabaseError {
    /// The failure to connect, as the failure of a statement.
    fileprivate var asUnavailable: DatabaseError {
        guard case .engine(let failure) = self else { return self }
        return .engine(EngineFailure(kind: .unavailable, code: failure.code, message: failure.message))
    }
}
