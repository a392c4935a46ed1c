package import FairKitCore
import FairKitStore

extension Kits {
    /// A page of kits, newest first, with the names of their patients.
    ///
    /// A laboratory can't filter by person, since this would reveal whose kits it has.
    ///
    /// - Parameter counting: whether to count the kits of all pages.
    package func list(
        _ filter: KitFilter, after cursor: KitCursor?, limit: Int, counting: Bool = false, by caller: Caller
    ) async throws(Refusal<Never>) -> KitPage {
        try await tenant.read(.readKits, as: caller, isBrief: limit <= 50 && !counting) {
            (tx, grant) throws(DatabaseError) -> Outcome<KitPage, Never> in
            guard filter.profileID == nil || grant.subject.role.seesOwnersOfKits else { return .failure(.forbidden) }
            let page = try Kits.page(of: filter, after: cursor, limit: limit, counting: counting, for: grant, in: tx)
            try grant.logList(.kitListed, about: page.people, narrowedTo: filter.profileID, in: tx)
            return .success(page)
        }
    }

    /// How many kits the caller sees, by stage; nil: of all stages.
    package func totals(by caller: Caller) async throws(Refusal<Never>) -> [KitStage?: Total] {
        try await tenant.read(.readKits, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[KitStage?: Total], Never> in
            var (totals, filter): ([KitStage?: Total], KitFilter) = ([:], KitFilter())
            filter.today = grant.now.dayEverywhere
            for stage in KitStage.allCases.map({ Optional($0) }) + [nil] {
                filter.stage = stage
                totals[stage] = try tx.kitTotal(filter, in: grant.subject.kitScope(at: grant.now))
            }
            return .success(totals)
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
            grant.log(.kitRead, kit.id, about: kit.profileID)
            return .success(try Kits.view(of: kit, for: grant, in: tx))
        }
    }
}

/// A page of kits.
package struct KitPage: Sendable {
    package let items: [KitView]
    package let next: KitCursor?
    /// nil: it was not requested.
    package let total: Total?
    /// The patients of all kits on the page, whether or not the caller sees them.
    let people: [ProfileID?]
}

extension Kits {
    /// A page of kits as the caller may see them.
    static func page<Access>(
        of filter: KitFilter, after cursor: KitCursor?, limit: Int, counting: Bool, for grant: Grant,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> KitPage {
        var filter = filter
        filter.today = grant.now.dayEverywhere
        let scope = grant.subject.kitScope(at: grant.now)
        let page = try tx.kits(filter, in: scope, after: cursor, limit: limit)
        let names = try tx.names(of: Set(page.items.compactMap(\.profileID)), to: grant.subject, at: grant.now)
        var views: [KitView] = []
        for kit in page.items {
            views.append(
                try KitView(kit, for: grant.subject.role).named(kit.profileID.flatMap { names[$0] })
                    .followed(in: tx, at: grant.now))
        }
        return KitPage(
            items: views, next: page.next, total: counting ? try tx.kitTotal(filter, in: scope) : nil,
            people: page.items.map(\.profileID))
    }

    /// A kit with everything that the caller may see about it.
    static func view<Access>(of kit: Kit, for grant: Grant, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> KitView
    {
        let name = try kit.profileID.flatMap { (person) throws(DatabaseError) in
            try tx.names(of: [person], to: grant.subject, at: grant.now)[person]
        }
        let events = try tx.events(of: kit.id)
        var view = try KitView(kit, events, for: grant.subject.role).named(name).followed(in: tx, at: grant.now)
        view.mayTakeBackArrival = try mayTakeBack(events, of: kit, grant, in: tx)
        return view
    }
}
