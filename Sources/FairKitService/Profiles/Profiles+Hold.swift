package import FairKitCore
import FairKitStore

/// There is no legal hold.
package struct NotHeld: Error {}

// Legal holds, which keep a record from being erased. Only administrators know of them.
extension Profiles {
    /// The records that a hold keeps. The entry of the audit log names the people.
    package func holds(by caller: Caller) async throws(Refusal<Never>) -> [(profile: ProfileID, hold: LegalHold)] {
        try await tenant.read(.holdRecord, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[(profile: ProfileID, hold: LegalHold)], Never> in
            let found = try tx.holds()
            let people = Set(found.map { $0.profile })
            grant.log(caller.entry(.holdsListed, nil, about: nil, showing: people, at: grant.now))
            return .success(found)
        }
    }

    /// The requests to erase a record that were not carried out yet, the next first, for those who may hold the record.
    package func requestedErasures(by caller: Caller) async throws(Refusal<Never>) -> [RequestedErasure] {
        try await tenant.read(.holdRecord, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[RequestedErasure], Never> in
            let found = try tx.requestedErasures()
            let people = Set(found.map(\.profile))
            grant.log(caller.entry(.erasuresListed, nil, about: nil, showing: people, at: grant.now))
            return .success(found)
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
            try tx.setLegalHold(LegalHold(reason: reason, since: grant.now), on: id)
            grant.log(.profileHeld, id, about: id)
            return try tx.hold(on: id).map { .success($0) } ?? .own(NotHeld())
        }
    }

    package func release(_ id: ProfileID, by caller: Caller) async throws(Refusal<NotHeld>) {
        try await tenant.write(.holdRecord, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, NotHeld> in
            guard try tx.releaseHold(on: id) else { return .own(NotHeld()) }
            grant.log(.profileReleased, id, about: id)
            return .success(())
        }
    }
}
