package import FairKitCore
import FairKitStore

/// Why an erasure was not requested or cancelled.
package enum RequestErasureFailure: Error {
    /// There is a legal hold.
    case held
    /// There is no request.
    case notRequested
    /// The caller has no account, or failed to prove their identity.
    case account(OwnAccountFailure)
}

extension Profiles {
    /// Requests the erasure of a person, and tells the person and all administrators. It is carried out after
    /// `RequestedErasure.delay` unless it is cancelled. An API key alone is not enough: the caller proves their
    /// identity.
    ///
    /// - Returns: the request; the pending one if there is one.
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
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<RequestedErasure, RequestErasureFailure> in
            guard try OwnAccount.stillCounts(confirmed, for: grant, in: tx) else {
                return .own(.account(.signIn(.wrong)))
            }
            guard try tx.hold(on: id) == nil else { return .own(.held) }
            if let waiting = try tx.requestedErasure(of: id) { return .success(waiting) }
            if let spent = try Tenancy.spend(.erasure, by: grant, to: id, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            let erasure = RequestedErasure(
                profile: id, actor: grant.subject.id, requestedAt: grant.now,
                dueAt: grant.now.advanced(by: RequestedErasure.delay))
            try tx.insertRequestedErasure(erasure)
            try Profiles.notify(.erasure, of: erasure, grant, in: tx)
            grant.log(.erasureRequested, id, about: id)
            return .success(erasure)
        }
    }

    /// The pending request to erase a person.
    package func requestedErasure(
        of id: ProfileID, by caller: Caller
    ) async throws(Refusal<RequestErasureFailure>) -> RequestedErasure {
        try await tenant.read(.eraseRecord, as: caller, on: .profile(id)) {
            (tx, _) throws(DatabaseError) -> Outcome<RequestedErasure, RequestErasureFailure> in
            try tx.requestedErasure(of: id).map { .success($0) } ?? .own(.notRequested)
        }
    }

    /// Cancels the request to erase a person.
    package func cancelErasure(of id: ProfileID, by caller: Caller) async throws(Refusal<RequestErasureFailure>) {
        try await tenant.write(.eraseRecord, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, RequestErasureFailure> in
            guard let erasure = try tx.requestedErasure(of: id) else { return .own(.notRequested) }
            try tx.cancelErasure(of: id)
            try Profiles.notify(.erasureCancelled, of: erasure, grant, in: tx)
            grant.log(.erasureCancelled, id, about: id)
            return .success(())
        }
    }

    /// Mails the person's accounts and all administrators.
    fileprivate static func notify(
        _ kind: NoticeKind, of erasure: RequestedErasure, _ grant: Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        let asker = try name(erasure.actor, for: erasure.profile, in: tx)
        let canceller = try name(grant.subject.id, for: erasure.profile, in: tx)
        let facts = erasure.facts(
            askedBy: asker, cancelled: kind == .erasureCancelled ? (by: canceller, at: grant.now) : nil)
        for address in Set(try tx.addresses(of: erasure.profile) + tx.addressesOfAdministrators()) {
            try tx.insertMail(Notice(kind, to: address, lines: facts, at: grant.now))
        }
    }

    /// Administrators read no patient's name in a mail.
    private static func name(
        _ actor: ActorID, for person: ProfileID, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> String {
        let account = try tx.account(AccountID(uuid: actor.uuid))
        if account?.role.profile == person { return "the person" }
        return try Notices.nameInMails(of: actor, in: tx)
    }
}
