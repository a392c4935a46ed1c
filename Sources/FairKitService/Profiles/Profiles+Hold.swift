package import FairKitCore
import FairKitStore

/// There is no legal hold.
package struct NotHeld: Error {}

// Legal holds, which keep a record from being erased. Only administrators know of them.
extension Profiles {
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
