package import FairKitCore
package import FairKitStore

/// Shows a patient who has seen or changed their record, or was refused it. That is recorded, too.
package struct ReadAccesses: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is no such person, or it is not the caller.
        case notFound
        case store(DatabaseError)
    }

    /// A page, the newest first.
    package func callAsFunction(
        to profile: ProfileID, before cursor: AuditCursor?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<NumberedEntry, AuditCursor> {
        guard caller.subject.may(.readAccesses) else { throw .forbidden }
        let (subject, now) = (caller.subject, now())
        let entry = caller.entry(.accessesRead, profile, about: profile, at: now)
        var filter = AuditFilter()
        filter.patient = profile
        do {
            let page = try await store.read {
                [filter] (tx) throws(DatabaseError) -> Page<NumberedEntry, AuditCursor>? in
                let decision = try tx.decision(for: subject, .readAccesses, about: profile, at: now)
                guard decision.ground != nil, try tx.profile(profile) != nil else { return nil }
                return try tx.auditEntries(filter, before: cursor, limit: limit)
            }
            if let page {
                try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
                return page
            }
        } catch { throw .store(error) }
        throw .notFound
    }
}
