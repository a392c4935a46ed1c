package import FairKitCore
import FairKitStore

/// Break-glass: clinicians open records in emergencies, and administrators review it afterwards. See the decision
/// `0025-relations`.
package struct Emergencies: Sendable {
    let tenant: Tenancy
}

/// Another administrator, or the same with another note, has reviewed the emergency access before.
package struct ReviewedBefore: Error {}

/// A record that is open in an emergency.
@dynamicMemberLookup package struct OpenedRecord: Hashable, Sendable {
    package let glass: BreakGlass
    /// Whether an administrator has an account, and so gets the mail.
    package let isHeard: Bool

    package subscript<Member>(dynamicMember path: KeyPath<BreakGlass, Member>) -> Member { glass[keyPath: path] }
}

extension Tenancy {
    package var emergencies: Emergencies { Emergencies(tenant: self) }
}

extension Emergencies {
    /// A page of emergency accesses with their reasons, newest first.
    ///
    /// - Parameter all: also lists those that an administrator has reviewed.
    package func list(
        all isAll: Bool, before cursor: BreakGlassID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<BreakGlass, BreakGlassID> {
        try await tenant.read(.reviewBreakGlass, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<BreakGlass, BreakGlassID>, Never> in
            let page = try tx.breakGlasses(all: isAll, before: cursor, limit: limit)
            grant.log(
                caller.entry(
                    .breakGlassListed, nil, about: nil, showing: Set(page.items.map(\.profile)), at: grant.now))
            return .success(page)
        }
    }

    /// Marks an emergency access as reviewed by the caller. The first review is kept, with its note; a later one with a note of
    /// its own is refused.
    package func review(
        _ id: BreakGlassID, note: String? = nil, by caller: Caller
    ) async throws(Refusal<ReviewedBefore>) -> BreakGlass {
        guard note.map({ BreakGlass.Review.isNote($0) }) ?? true else {
            throw .invalid(Invalid("/note", "1 to \(BreakGlass.Review.longestNote) characters"))
        }
        return try await tenant.write(.reviewBreakGlass, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<BreakGlass, ReviewedBefore> in
            guard let glass = try tx.breakGlass(id) else { return .failure(.notFound) }
            if let note, let review = glass.review, review.by != grant.subject.id || review.note != note {
                return .own(ReviewedBefore())
            }
            try tx.review(id, by: grant.subject.id, note: note, at: grant.now)
            grant.log(.breakGlassReviewed, id, about: glass.profile)
            return try tx.breakGlass(id).map { .success($0) } ?? .failure(.notFound)
        }
    }
}
