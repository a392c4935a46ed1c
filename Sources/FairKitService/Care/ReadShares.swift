package import FairKitCore
package import FairKitStore

/// Shows a patient with whom they share their results, and ends that.
package struct ReadShares: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// A share, and whether it is in force.
    package typealias Shown = (share: Share, isInForce: Bool)

    /// A page, the newest first, with those that are over.
    package func callAsFunction(
        of profile: ProfileID, before cursor: ShareID?, limit: Int, by caller: Caller
    ) async throws(ShareFailure) -> Page<Shown, ShareID> {
        let (subject, now) = (caller.subject, now())
        guard subject.may(.shareResults) else { throw .forbidden }
        let entry = caller.entry(.shareListed, profile, about: profile, at: now)
        do {
            let page = try await store.read { (tx) throws(DatabaseError) -> Page<Share, ShareID>? in
                let decision = try tx.decision(for: subject, .shareResults, about: profile, at: now)
                guard decision.ground == .own else { return nil }
                return try tx.shares(of: profile, before: cursor, limit: limit)
            }
            if let page {
                try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
                return Page(items: page.items.map { ($0, $0.holds(at: now)) }, next: page.next)
            }
        } catch { throw .store(error) }
        throw .notFound
    }

    /// Ends a share at once.
    package func revoke(_ id: ShareID, of profile: ProfileID, by caller: Caller) async throws(ShareFailure) -> Share {
        let (subject, now) = (caller.subject, now())
        guard subject.may(.shareResults) else { throw .forbidden }
        let outcome: Result<Share, ShareFailure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                let decision = try tx.decision(for: subject, .shareResults, about: profile, at: now)
                guard decision.ground == .own, try tx.share(id, of: profile) != nil else { return .failure(.notFound) }
                guard try tx.end(id, of: profile, .revoked, at: now) else { return .failure(.ended) }
                try tx.record(caller.entry(.shareRevoked, id, about: profile, at: now))
                return try tx.share(id, of: profile).map { .success($0) } ?? .failure(.notFound)
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}
