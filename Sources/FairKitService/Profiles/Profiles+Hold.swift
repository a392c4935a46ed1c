package import FairKitCore
import FairKitStore

/// There is no legal hold.
package struct NotHeld: Error {}

// Legal holds, which keep a record from being erased. Only administrators know of them. All are mailed when one is set or
// lifted, without whose record it is: the audit log has it.
extension Profiles {
    /// A page of the records that a hold keeps. The entry of the audit log names the people.
    package func holds(
        after cursor: ProfileID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<HeldRecord, ProfileID> {
        try await tenant.read(.holdRecord, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<HeldRecord, ProfileID>, Never> in
            let found = try tx.holds(after: cursor, limit: limit)
            let people = Set(found.items.map(\.profile))
            grant.log(caller.entry(.holdsListed, nil, about: nil, showing: people, at: grant.now))
            return .success(found)
        }
    }

    /// A page of the requests to erase a record that were not carried out yet, the next first, for those who may hold the
    /// record, and which of these records a hold keeps.
    package func requestedErasures(
        after cursor: ErasureCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> (page: Page<RequestedErasure, ErasureCursor>, held: Set<ProfileID>) {
        try await tenant.read(.holdRecord, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<
                (page: Page<RequestedErasure, ErasureCursor>, held: Set<ProfileID>), Never
            > in
            let found = try tx.requestedErasures(after: cursor, limit: limit)
            let people = found.items.map(\.profile)
            grant.log(caller.entry(.erasuresListed, nil, about: nil, showing: Set(people), at: grant.now))
            var held: Set<ProfileID> = []
            for person in people where try tx.hold(on: person) != nil { held.insert(person) }
            return .success((found, held))
        }
    }

    /// The names of people whom a list of an administrator shows. That list is on record, with them.
    package func names(
        of people: [ProfileID], by caller: Caller
    ) async throws(Refusal<Never>) -> [ProfileID: String] {
        try await tenant.read(.holdRecord, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[ProfileID: String], Never> in
            .success(try tx.profiles(people).mapValues { $0.details.fullName })
        }
    }

    /// The current hold.
    package func hold(on id: ProfileID, by caller: Caller) async throws(Refusal<NotHeld>) -> LegalHold {
        try await tenant.write(.holdRecord, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<LegalHold, NotHeld> in
            grant.log(.holdRead, id, about: id)
            return try tx.hold(on: id).map { .success($0) } ?? .own(NotHeld())
        }
    }

    /// Sets a hold, or changes the reason of the current one.
    package func hold(
        _ reason: String, on id: ProfileID, by caller: Caller
    ) async throws(Refusal<NotHeld>) -> LegalHold {
        guard reason.isText(1...LegalHold.longestReason) else {
            throw .invalid(Invalid("/reason", "1 to \(LegalHold.longestReason) characters"))
        }
        return try await tenant.write(.holdRecord, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<LegalHold, NotHeld> in
            let before = try tx.hold(on: id)
            try tx.setLegalHold(LegalHold(reason: reason, since: grant.now), on: id)
            if before?.reason != reason {
                let (old, new) = before == nil ? ("-", "set") : ("set", "set, with another reason")
                try Grant.mailAdministrators(whatIsHeld, from: old, to: new, grant, in: tx)
            }
            grant.log(.profileHeld, id, about: id)
            return try tx.hold(on: id).map { .success($0) } ?? .own(NotHeld())
        }
    }

    /// Lifts the hold. It takes a proof, since an erasure that is due is then carried out within minutes.
    package func release(_ id: ProfileID, by caller: Caller) async throws(Refusal<NotHeld>) {
        try await tenant.write(.releaseHold, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, NotHeld> in
            guard try tx.releaseHold(on: id) else { return .own(NotHeld()) }
            try Grant.mailAdministrators(whatIsHeld, from: "set", to: "lifted", grant, in: tx)
            grant.log(.profileReleased, id, about: id)
            return .success(())
        }
    }
}

/// How the mail names it, without the person.
private let whatIsHeld = "legal hold on a record"
