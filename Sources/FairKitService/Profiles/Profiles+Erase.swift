package import FairKitCore
import FairKitStore

/// Why a person was not erased.
package enum EraseProfileFailure: Error {
    /// There is a legal hold.
    case held
    /// A consumer group has not acked an open critical alert about the person, which would be lost silently.
    case openCriticalAlert
}

/// The result of an erasure.
package struct ProfileErasure: Sendable {
    package let rows: ErasedRows
    package let at: Timestamp
    /// Whether the write-ahead log was emptied, too. If not, a backup or a check is running; the next erasure or the
    /// end of the server empties it. nil: it is a database's, which keeps it as long as its operators want.
    package let logIsEmpty: Bool?

    /// A read takes five seconds at most; after that it no longer blocks emptying the log.
    fileprivate static let pause = Duration.milliseconds(250)
    fileprivate static let attempts = 24
}

extension Profiles {
    /// Erases everything about a person in one transaction, except the audit log, which holds only ids. See the
    /// decision `0026-erasing-a-person`. Only for commands on the server; other callers use `requestErasure`.
    package func erase(_ id: ProfileID, by caller: Caller) async throws(Refusal<EraseProfileFailure>) -> ProfileErasure
    {
        let (rows, at) = try await tenant.write(.eraseRecord, as: caller, on: .profile(id)) {
            [key = tenant.store.searchKey]
            (tx, grant) throws(DatabaseError) -> Outcome<(ErasedRows, Timestamp), EraseProfileFailure> in
            guard grant.subject.actor == .machine else { return .failure(.forbidden) }
            guard try tx.hold(on: id) == nil else { return .own(.held) }
            guard try !tx.hasUnackedWarning(about: id) else { return .own(.openCriticalAlert) }
            let rows = try tx.erase(id, at: grant.now, key: key)
            grant.log(.profileErased, rows, about: id)
            return .success((rows, grant.now))
        }
        return ProfileErasure(rows: rows, at: at, logIsEmpty: await emptyLog())
    }

    /// Erased rows are gone from the database; their pages may still be in the write-ahead log.
    /// - Returns: whether the log is empty; nil: it is a database's.
    func emptyLog() async -> Bool? {
        for attempt in 1...ProfileErasure.attempts {
            let isEmpty: Bool?
            // A failure here restores nothing: the person is erased all the same.
            do throws(DatabaseError) { isEmpty = try await tenant.store.emptyLog() } catch { isEmpty = false }
            guard isEmpty == false else { return isEmpty }
            guard attempt < ProfileErasure.attempts,
                (try? await tenant.clock.sleep(for: ProfileErasure.pause)) != nil
            else { break }
        }
        return false
    }

    /// The ids of erased people, newest first, at most 10,000. After restoring an older backup the operator has to
    /// erase them again.
    package func erased(by caller: Caller) async throws(Refusal<Never>) -> [ErasedProfile] {
        try await tenant.read(.operateStore, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[ErasedProfile], Never> in
            grant.log(.erasedListed, nil, about: nil)
            return .success(try tx.erasedProfiles(limit: 10_000))
        }
    }
}
