package import FairKitCore
package import FairKitStore

/// Shows kits to who may see them: a list, or one with its history.
package struct ReadKits: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is none, or it is not the caller's to see.
        case notFound
        case malformed(KitCode.Malformed)
        case store(DatabaseError)
    }

    /// A kit and what happened to it, oldest first.
    package struct Story: Sendable {
        package let kit: Kit
        package let events: [KitEvent]
    }

    /// A page of kits, the newest first.
    package func callAsFunction(
        _ filter: KitFilter, after cursor: KitCursor?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<Kit, KitCursor> {
        guard caller.subject.may(.readKits) else { throw .forbidden }
        let now = now()
        let scope = caller.subject.kitScope(at: now)
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.kits(filter, in: scope, after: cursor, limit: limit)
            }
            try await store.write { (tx) throws(DatabaseError) in
                try tx.recordList(
                    .kitListed, of: .readKits, about: page.items.map(\.profileID), by: caller, at: now)
            }
            return page
        } catch { throw .store(error) }
    }

    package func callAsFunction(_ id: KitID, by caller: Caller) async throws(Failure) -> Story {
        try await read(by: caller) { (tx, scope) throws(DatabaseError) in try tx.kit(id, in: scope) }
    }

    /// By its code as a person types it.
    package func callAsFunction(code text: String, by caller: Caller) async throws(Failure) -> Story {
        let code: KitCode
        do { code = try KitCode(typed: text) } catch { throw .malformed(error) }
        return try await read(by: caller) { (tx, scope) throws(DatabaseError) in try tx.kit(code, in: scope) }
    }

    private func read(
        by caller: Caller,
        _ find: @escaping @Sendable (borrowing ReadTransaction, KitScope) throws(DatabaseError) -> Kit?
    ) async throws(Failure) -> Story {
        guard caller.subject.may(.readKits) else { throw .forbidden }
        let now = now()
        let (subject, scope) = (caller.subject, caller.subject.kitScope(at: now))
        do {
            let found = try await store.read { (tx) throws(DatabaseError) -> (story: Story, ground: Ground)? in
                guard let kit = try find(tx, scope) else { return nil }
                let decision = try tx.decision(for: subject, .readKits, about: kit.profileID, at: now)
                guard let ground = decision.ground else { return nil }
                return (Story(kit: kit, events: try tx.events(of: kit.id)), ground)
            }
            if let (story, ground) = found {
                let entry = caller.entry(
                    .kitRead, story.kit.id, about: story.kit.profileID, breakGlass: ground == .breakGlass, at: now)
                try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
                return story
            }
        } catch { throw .store(error) }
        throw .notFound
    }
}
