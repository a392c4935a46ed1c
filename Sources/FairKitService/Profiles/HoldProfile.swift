package import FairKitCore
package import FairKitStore

/// Keeps a person's record from being erased, and lets it go again. Only administrators know of it.
package struct HoldProfile: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is no such person.
        case notFound
        /// No hold stands.
        case notHeld
        case invalid(Invalid)
        case store(DatabaseError)
    }

    /// The hold that stands.
    package func callAsFunction(on id: ProfileID, by caller: Caller) async throws(Failure) -> LegalHold {
        guard caller.subject.may(.holdRecord) else { throw .forbidden }
        let found: (profile: Profile?, hold: LegalHold?)
        let entry = caller.entry(.holdRead, id, about: id, at: now())
        do {
            found = try await store.write { (tx) throws(DatabaseError) in
                guard let profile = try tx.profile(id) else { return (profile: nil, hold: nil) }
                try tx.record(entry)
                return (profile: profile, hold: try tx.hold(on: id))
            }
        } catch { throw .store(error) }
        guard found.profile != nil else { throw .notFound }
        guard let hold = found.hold else { throw .notHeld }
        return hold
    }

    /// Sets a hold, or gives the one that stands another reason.
    package func set(_ reason: String, on id: ProfileID, by caller: Caller) async throws(Failure) -> LegalHold {
        guard caller.subject.may(.holdRecord) else { throw .forbidden }
        guard reason.isText(1...LegalHold.longestReason) else {
            throw .invalid(Invalid("/reason", "1 to \(LegalHold.longestReason) characters"))
        }
        let now = now()
        let hold: LegalHold?
        do {
            hold = try await store.write { (tx) throws(DatabaseError) -> LegalHold? in
                guard try tx.profile(id) != nil else { return nil }
                try tx.set(LegalHold(reason: reason, since: now), on: id)
                try tx.record(caller.entry(.profileHeld, id, about: id, at: now))
                return try tx.hold(on: id)
            }
        } catch { throw .store(error) }
        guard let hold else { throw .notFound }
        return hold
    }

    package func release(_ id: ProfileID, by caller: Caller) async throws(Failure) {
        guard caller.subject.may(.holdRecord) else { throw .forbidden }
        let entry = caller.entry(.profileReleased, id, about: id, at: now())
        let outcome: Result<Void, Failure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.profile(id) != nil else { return .failure(.notFound) }
                guard try tx.releaseHold(on: id) else { return .failure(.notHeld) }
                try tx.record(entry)
                return .success(())
            }
        } catch { throw .store(error) }
        try outcome.get()
    }
}
