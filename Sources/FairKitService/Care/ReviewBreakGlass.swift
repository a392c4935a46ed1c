package import FairKitCore
package import FairKitStore

/// Shows administrators what was opened in emergencies and why, and lets them say that they have looked at it.
package struct ReviewBreakGlass: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// A page, the newest first.
    /// - Parameter all: also those that somebody has looked at.
    package func callAsFunction(
        all isAll: Bool, before cursor: BreakGlassID?, limit: Int, by caller: Caller
    ) async throws(BreakGlassFailure) -> Page<BreakGlass, BreakGlassID> {
        guard caller.subject.may(.reviewBreakGlass) else { throw .forbidden }
        let now = now()
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.breakGlasses(all: isAll, before: cursor, limit: limit)
            }
            let entry = caller.entry(
                .breakGlassListed, nil, about: nil, showing: Set(page.items.map(\.profile)), at: now)
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return page
        } catch { throw .store(error) }
    }

    /// Notes that the caller has looked at one. Who was first stays.
    package func callAsFunction(_ id: BreakGlassID, by caller: Caller) async throws(BreakGlassFailure) -> BreakGlass {
        guard caller.subject.may(.reviewBreakGlass) else { throw .forbidden }
        let now = now()
        let reviewed: BreakGlass?
        do {
            reviewed = try await store.write { (tx) throws(DatabaseError) in
                guard let glass = try tx.breakGlass(id) else { return nil }
                try tx.review(id, by: caller.subject.id, at: now)
                try tx.record(caller.entry(.breakGlassReviewed, id, about: glass.profile, at: now))
                return try tx.breakGlass(id)
            }
        } catch { throw .store(error) }
        guard let reviewed else { throw .notFound }
        return reviewed
    }
}
