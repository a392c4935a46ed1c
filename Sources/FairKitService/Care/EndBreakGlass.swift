package import FairKitCore
package import FairKitStore

/// Closes a record again that the caller has opened in an emergency, before its time.
package struct EndBreakGlass: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package func callAsFunction(
        _ profile: ProfileID, by caller: Caller
    ) async throws(BreakGlassFailure) -> BreakGlass {
        guard caller.subject.may(.breakGlass), let account = caller.subject.clinician else { throw .forbidden }
        let now = now()
        let ended: BreakGlass?
        do {
            ended = try await store.write { (tx) throws(DatabaseError) in
                guard let open = try tx.openBreakGlass(of: account, to: profile, at: now) else { return nil }
                try tx.end(open.id, at: now)
                try tx.record(caller.entry(.breakGlassEnded, open.id, about: profile, breakGlass: true, at: now))
                return try tx.breakGlass(open.id)
            }
        } catch { throw .store(error) }
        guard let ended else { throw .notFound }
        return ended
    }
}
