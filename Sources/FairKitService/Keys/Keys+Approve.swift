package import FairKitCore
import FairKitStore

extension Keys {
    /// Approves a key that another administrator requested. The key becomes valid, and a key that it replaces stays
    /// valid for the overlap.
    ///
    /// - Parameter proof: nil for commands on the server.
    package func approve(
        _ id: KeyID, proof: IdentityProof? = nil, by caller: Caller
    ) async throws(Refusal<KeyFailure>) -> KeyView {
        _ = try await tenant.read(.manageKeys, as: caller) { (tx, grant) throws(DatabaseError) in
            try Keys.awaited(id, for: grant, in: tx)
        }
        let confirmed = try await prove(proof, by: caller)
        return try await tenant.write(.manageKeys, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<KeyView, KeyFailure> in
            guard try OwnAccount.stillCounts(confirmed, for: grant, in: tx) else {
                return .own(.account(.signIn(.wrong)))
            }
            let (prepared, digest): (PreparedKey, [UInt8])
            switch try Keys.awaited(id, for: grant, in: tx) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let awaited): (prepared, digest) = awaited
            }
            if let old = prepared.replaces {
                let end = grant.now.advanced(by: old.overlap)
                guard try tx.revoke(old.id, from: end, at: grant.now) else { return .own(.ending(grant.now)) }
                grant.log(.keyRotated, old.id, about: prepared.key.role.profile)
            }
            try tx.insertAPIKey(prepared.key, digest: digest)
            _ = try tx.removePreparedKey(id)
            grant.log(.keyCreated, id, about: prepared.key.role.profile)
            return .success(
                KeyView(
                    key: prepared.key, laboratory: try tx.laboratoryName(of: prepared.key.role),
                    isActive: prepared.key.isActive(at: grant.now), usedAt: nil))
        }
    }

    /// Stores a key that waits for approval, and mails the administrators who can approve it.
    static func prepare(
        _ prepared: PreparedKey, digest: [UInt8], _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        try tx.insertPreparedKey(prepared, digest: digest)
        grant.log(.keyPrepared, prepared.key.id, about: prepared.key.role.profile)
        let facts = prepared.facts(requestedBy: try Notices.nameInMails(of: prepared.preparedBy, in: tx))
        let own = try grant.subject.account.flatMap { (id) throws(DatabaseError) in try tx.account(id)?.email.folded }
        for administrator in try tx.addressesOfAdministrators() where administrator.address != own {
            try tx.insertMail(Notice(.keyPrepared, to: administrator, lines: facts, at: grant.now))
        }
    }

    /// The key, if the caller may approve it. The administrator who requested it may not.
    fileprivate static func awaited<Access>(
        _ id: KeyID, for grant: Grant, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Outcome<(PreparedKey, [UInt8]), KeyFailure> {
        guard let (prepared, digest) = try tx.preparedKey(id, at: grant.now) else { return .own(.unknown) }
        guard prepared.preparedBy != grant.subject.id else { return .own(.secondAdministrator) }
        return .success((prepared, digest))
    }
}
