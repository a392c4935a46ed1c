package import FairKitCore
import FairKitStore

/// Why an erasure was neither noted nor cancelled.
package enum RequestErasureFailure: Error {
    /// A legal hold stands.
    case held
    /// Nobody asked for one.
    case notRequested
    /// Whoever asks has no account, or has not shown that it is them.
    case account(OwnAccountFailure)
}

extension Profiles {
    /// Notes that a person is to be erased, and tells the person and all administrators. It is carried out after `RequestedErasure.delay`,
    /// unless somebody cancels it. A key alone destroys nothing: whoever asks shows the password of their account, and a code.
    /// - Returns: the request; the one that waits already, if there is one.
    package func requestErasure(
        of id: ProfileID, password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Refusal<RequestErasureFailure>) -> RequestedErasure {
        try await tenant.permit(.eraseRecord, to: caller, on: .profile(id), for: RequestErasureFailure.self)
        guard case .account = caller.subject.actor else { throw .own(.account(.noAccount)) }
        try await tenant.read(.eraseRecord, as: caller, on: .profile(id)) {
            (tx, _) throws(DatabaseError) -> Outcome<Void, RequestErasureFailure> in
            try tx.hold(on: id) == nil ? .success(()) : .own(.held)
        }
        let confirmed: Confirmed
        do { confirmed = try await tenant.ownAccount.confirm(password: password, code: code, by: caller) } catch {
            throw error.map { .account($0) }
        }
        return try await tenant.write(.eraseRecord, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<RequestedErasure, RequestErasureFailure> in
            guard try tx.stillCounts(confirmed, for: grant) else { return .own(.account(.signIn(.wrong))) }
            guard try tx.hold(on: id) == nil else { return .own(.held) }
            if let waiting = try tx.requestedErasure(of: id) { return .success(waiting) }
            let erasure = RequestedErasure(
                profile: id, actor: grant.subject.id, requestedAt: grant.now,
                dueAt: grant.now.advanced(by: RequestedErasure.delay))
            try tx.insert(erasure)
            try tx.tell(.erasure, of: erasure, at: grant.now)
            grant.note(.erasureRequested, id, about: id)
            return .success(erasure)
        }
    }

    /// The request to erase a person that waits.
    package func requestedErasure(
        of id: ProfileID, by caller: Caller
    ) async throws(Refusal<RequestErasureFailure>) -> RequestedErasure {
        try await tenant.read(.eraseRecord, as: caller, on: .profile(id)) {
            (tx, _) throws(DatabaseError) -> Outcome<RequestedErasure, RequestErasureFailure> in
            try tx.requestedErasure(of: id).map { .success($0) } ?? .own(.notRequested)
        }
    }

    /// Keeps a person who was to be erased.
    package func cancelErasure(of id: ProfileID, by caller: Caller) async throws(Refusal<RequestErasureFailure>) {
        try await tenant.write(.eraseRecord, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, RequestErasureFailure> in
            guard let erasure = try tx.requestedErasure(of: id) else { return .own(.notRequested) }
            try tx.cancelErasure(of: id)
            try tx.tell(.erasureCancelled, of: erasure, at: grant.now)
            grant.note(.erasureCancelled, id, about: id)
            return .success(())
        }
    }
}

extension WriteTransaction {
    /// Writes to the person's accounts and to all administrators.
    fileprivate func tell(_ kind: MailKind, of erasure: RequestedErasure, at now: Timestamp) throws(DatabaseError) {
        for address in Set(try addresses(of: erasure.profile) + addressesOfAdministrators()) {
            try insert(OutboxMail(kind, to: address, link: nil, facts: erasure.facts, at: now))
        }
    }
}
