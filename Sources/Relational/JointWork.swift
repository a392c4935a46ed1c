import Synchronization

/// Work that the waiting writes of one kind have done together: one closure gets the requests of all of them, and returns
/// a value for each. See decision 0120.
///
/// Its identity tells which writes belong together, so a database has one for each kind.
package final class JointWork<Request: Sendable, Value: Sendable>: Sendable {
    fileprivate let body: @Sendable (borrowing WriteTransaction, [Request]) throws(DatabaseError) -> [Value]

    /// - Parameter body: returns the values in the order of the requests. It may run twice, like each write: if it throws,
    ///   it runs once more for each request alone.
    package init(
        _ body: @escaping @Sendable (borrowing WriteTransaction, [Request]) throws(DatabaseError) -> [Value]
    ) {
        self.body = body
    }
}

extension Engine {
    /// Has a request carried out together with those that wait with it, and returns its value after the commit.
    /// - Parameter lane: those of the normal lane are carried out alone, since urgent writes may precede them.
    package func write<Request, Value>(
        _ request: Request, by work: JointWork<Request, Value>, lane: WriteLane
    ) async throws(DatabaseError) -> Value {
        let result: Result<Value, DatabaseError> = await withCheckedContinuation { continuation in
            let share = Share(of: work, request)
            var job = Job<Writing>(
                perform: { (connection) throws(DatabaseError) in try share.perform(with: [], on: connection) },
                answer: { error in
                    if let error {
                        continuation.resume(returning: .failure(error))
                    } else if let value = share.value.withLock({ $0 }) {
                        continuation.resume(returning: .success(value))
                    } else {
                        continuation.resume(returning: .failure(.closed))
                    }
                })
            job.share = share
            submit(job, lane: lane)
        }
        return try result.get()
    }
}

/// One write's share of joint work, without the types of its request and its value.
protocol JointShare: Sendable {
    /// The work; equal for the writes that belong together.
    var kind: ObjectIdentifier { get }
    /// Does the work for this share and others of its kind, in their order, and keeps the value of each.
    func perform(with others: [any JointShare], on connection: borrowing WriteTransaction) throws(DatabaseError)
}

/// Carries a request to its run, and its value from there to the commit.
private final class Share<Request: Sendable, Value: Sendable>: JointShare {
    let work: JointWork<Request, Value>
    let request: Request
    let value = Mutex<Value?>(nil)

    init(of work: JointWork<Request, Value>, _ request: Request) {
        self.work = work
        self.request = request
    }

    var kind: ObjectIdentifier { ObjectIdentifier(work) }

    func perform(with others: [any JointShare], on connection: borrowing WriteTransaction) throws(DatabaseError) {
        let shares = [self] + others.compactMap { $0 as? Share<Request, Value> }
        for share in shares { share.value.withLock { $0 = nil } }
        let values = try work.body(connection, shares.map { $0.request })
        for (share, value) in zip(shares, values) { share.value.withLock { $0 = value } }
    }
}
