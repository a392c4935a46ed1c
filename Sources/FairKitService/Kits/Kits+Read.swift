package import FairKitCore
import FairKitStore

extension Kits {
    /// A page of kits, newest first.
    ///
    /// A laboratory can't filter by person, since this would reveal whose kits it has.
    package func list(
        _ filter: KitFilter, after cursor: KitCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<KitView, KitCursor> {
        try await tenant.read(.readKits, as: caller, isBrief: limit <= 50) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<KitView, KitCursor>, Never> in
            guard filter.profileID == nil || grant.subject.role.seesOwnersOfKits else { return .failure(.forbidden) }
            var filter = filter
            filter.today = grant.now.dayEverywhere
            let page = try tx.kits(
                filter, in: grant.subject.kitScope(at: grant.now), after: cursor, limit: limit)
            try grant.noteList(.kitListed, about: page.items.map(\.profileID), in: tx)
            var views: [KitView] = []
            for kit in page.items {
                views.append(try KitView(kit, for: grant.subject.role).followed(in: tx, at: grant.now))
            }
            return .success(Page(items: views, next: page.next))
        }
    }

    /// A kit with its history.
    package func show(_ id: KitID, by caller: Caller) async throws(Refusal<Never>) -> KitView {
        try await show(.kit(id), by: caller) { (tx, scope) throws(DatabaseError) in try tx.kit(id, in: scope) }
    }

    /// A kit with its history, by its code.
    package func find(_ code: KitCode, by caller: Caller) async throws(Refusal<Never>) -> KitView {
        try await show(.kitCode(code), by: caller) { (tx, scope) throws(DatabaseError) in
            try tx.kit(code, in: scope)
        }
    }

    private func show(
        _ record: RecordID, by caller: Caller,
        _ find: @escaping @Sendable (borrowing ReadTransaction, KitScope) throws(DatabaseError) -> Kit?
    ) async throws(Refusal<Never>) -> KitView {
        try await tenant.read(.readKits, as: caller, on: record, isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<KitView, Never> in
            guard let kit = try find(tx, grant.subject.kitScope(at: grant.now)) else { return .failure(.notFound) }
            grant.note(.kitRead, kit.id, about: kit.profileID)
            return .success(try tx.view(of: kit, for: grant))
        }
    }
}

extension Transaction {
    /// A kit with everything that the caller may see about it.
    func view(of kit: Kit, for grant: Grant) throws(DatabaseError) -> KitView {
        try KitView(kit, try events(of: kit.id), for: grant.subject.role).followed(in: self, at: grant.now)
    }
}
