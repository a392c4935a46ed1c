package import FairKitCore
package import FairKitStore

/// Removes everything that is kept about a person but the audit, which knows ids only, in one transaction.
/// See the decision `0026-erasing-a-person`.
package struct EraseProfile: Sendable {
    private let store: Store
    private let now: Now
    private let clock: any Clock<Duration>

    /// A read lasts five seconds at most, and then it is not in the way of emptying the log any more.
    private static let pause = Duration.milliseconds(250)
    private static let attempts = 24

    package init(store: Store, now: @escaping Now, clock: any Clock<Duration>) {
        self.store = store
        self.now = now
        self.clock = clock
    }

    package enum Failure: Error {
        case forbidden
        /// There is no such person, or it is not the caller.
        case notFound
        /// A legal hold stands.
        case held
        /// A critical alert about them is open, and a consumer group has not acked it: it would be lost silently.
        case openCriticalAlert
        case store(DatabaseError)
    }

    /// What was done.
    package struct Outcome: Sendable {
        package let rows: ErasedRows
        package let at: Timestamp
        /// Whether the write-ahead log was emptied, too. If not, a backup or a check goes on; then it is when the next one is erased,
        /// or the server ends.
        package let logIsEmpty: Bool
    }

    package func callAsFunction(_ id: ProfileID, by caller: Caller) async throws(Failure) -> Outcome {
        guard caller.subject.may(.eraseRecord) else { throw .forbidden }
        let (subject, now) = (caller.subject, now())
        let outcome: Result<ErasedRows, Failure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                let decision = try tx.decision(for: subject, .eraseRecord, about: id, at: now)
                guard decision.ground != nil, try tx.profile(id) != nil else { return .failure(.notFound) }
                guard try tx.hold(on: id) == nil else { return .failure(.held) }
                guard try !tx.hasUnackedWarning(about: id) else { return .failure(.openCriticalAlert) }
                let rows = try tx.erase(id, at: now)
                try tx.record(caller.entry(.profileErased, rows, about: id, at: now))
                return .success(rows)
            }
        } catch { throw .store(error) }
        return Outcome(rows: try outcome.get(), at: now, logIsEmpty: await emptyLog())
    }

    /// What was erased is gone from the database; its pages may still be in the log.
    private func emptyLog() async -> Bool {
        for attempt in 1...EraseProfile.attempts {
            // A log that can't be emptied now does not bring anything back: it was erased all the same.
            if (try? await store.emptyLog()) == true { return true }
            guard attempt < EraseProfile.attempts, (try? await clock.sleep(for: EraseProfile.pause)) != nil else {
                break
            }
        }
        return false
    }
}
