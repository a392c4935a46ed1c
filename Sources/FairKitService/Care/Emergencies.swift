package import FairKitCore
import FairKitStore

/// Records that clinicians open in emergencies, and what administrators look at afterwards. See the decision `0025-relations`.
package struct Emergencies: Sendable {
    let tenant: Tenancy
}

/// A record that is open in an emergency.
@dynamicMemberLookup package struct OpenedRecord: Hashable, Sendable {
    package let glass: BreakGlass
    /// Whether some administrator has an account, and so gets the mail.
    package let isHeard: Bool

    package subscript<Member>(dynamicMember path: KeyPath<BreakGlass, Member>) -> Member { glass[keyPath: path] }
}

extension Tenancy {
    package var emergencies: Emergencies { Emergencies(tenant: self) }
}

extension Emergencies {
    /// A page of what was opened and why, the newest first.
    /// - Parameter all: also those that somebody has looked at.
    package func list(
        all isAll: Bool, before cursor: BreakGlassID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<BreakGlass, BreakGlassID> {
        try await tenant.read(.reviewBreakGlass, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<BreakGlass, BreakGlassID>, Never> in
            let page = try tx.breakGlasses(all: isAll, before: cursor, limit: limit)
            grant.note(
                caller.entry(
                    .breakGlassListed, nil, about: nil, showing: Set(page.items.map(\.profile)), at: grant.now))
            return .success(page)
        }
    }

    /// Notes that the caller has looked at one. The first who did so stays noted.
    package func review(_ id: BreakGlassID, by caller: Caller) async throws(Refusal<Never>) -> BreakGlass {
        try await tenant.write(.reviewBreakGlass, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<BreakGlass, Never> in
            guard let glass = try tx.breakGlass(id) else { return .failure(.notFound) }
            try tx.review(id, by: grant.subject.id, at: grant.now)
            grant.note(.breakGlassReviewed, id, about: glass.profile)
            return try tx.breakGlass(id).map { .success($0) } ?? .failure(.notFound)
        }
    }
}
