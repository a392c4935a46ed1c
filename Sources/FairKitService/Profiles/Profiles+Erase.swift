package import FairKitCore
import FairKitStore

/// Why a person was not erased.
package enum EraseProfileFailure: Error {
    /// A legal hold stands.
    case held
    /// A critical alert about them is open, and a consumer group has not acked it: it would be lost silently.
    case openCriticalAlert
}

/// What was erased.
package struct ProfileErasure: Sendable {
    package let rows: ErasedRows
    package let at: Timestamp
    /// Whether the write-ahead log was emptied, too. If not, a backup or a check goes on; then it is when the next one is erased,
    /// or the server ends.
    package let logIsEmpty: Bool

    /// A read lasts five seconds at most, and then it is not in the way of emptying the log any more.
    fileprivate static let pause = Duration.milliseconds(250)
    fileprivate static let attempts = 24
}

extension Profiles {
    /// Removes everything that is kept about a person but the audit, which knows ids only, in one transaction.
    /// See the decision `0026-erasing-a-person`. Whoever works on the server's machine asks for it; others do by `requestErasure`.
    package func erase(_ id: ProfileID, by caller: Caller) async throws(Refusal<EraseProfileFailure>) -> ProfileErasure
    {
        let (rows, at) = try await tenant.write(.eraseRecord, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<(ErasedRows, Timestamp), EraseProfileFailure> in
            guard grant.subject.actor == .machine else { return .failure(.forbidden) }
            guard try tx.hold(on: id) == nil else { return .own(.held) }
            guard try !tx.hasUnackedWarning(about: id) else { return .own(.openCriticalAlert) }
            let rows = try tx.erase(id, at: grant.now)
            grant.note(.profileErased, rows, about: id)
            return .success((rows, grant.now))
        }
        return ProfileErasure(rows: rows, at: at, logIsEmpty: await emptyLog())
    }

    /// What was erased is gone from the database; its pages may still be in the log.
    func emptyLog() async -> Bool {
        for attempt in 1...ProfileErasure.attempts {
            // A log that can't be emptied now does not bring anything back: it was erased all the same.
            if (try? await tenant.store.emptyLog()) == true { return true }
            guard attempt < ProfileErasure.attempts,
                (try? await tenant.clock.sleep(for: ProfileErasure.pause)) != nil
            else { break }
        }
        return false
    }

    /// Who was erased, by ids that name nobody any more, the last one first: for whoever restores a backup from before, and has to erase
    /// them again. They are 10,000 at most.
    package func erased(by caller: Caller) async throws(Refusal<Never>) -> [ErasedProfile] {
        try await tenant.read(.operateStore, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[ErasedProfile], Never> in
            grant.note(.erasedListed, nil, about: nil)
            return .success(try tx.erasedProfiles(limit: 10_000))
        }
    }
}
