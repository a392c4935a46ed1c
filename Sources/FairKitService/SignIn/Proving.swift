import FairKitCore
import FairKitStore

/// The proof that a person shows again before an irreversible action: the password, and a code of the second factor.
package struct IdentityProof: Sendable {
    package let password: String
    package let code: SecondFactorCode?
    /// The person, if they proved it at a page a moment ago; nil: they do it now.
    let confirmed: Confirmed?

    package init(password: String, code: SecondFactorCode?) {
        self.password = password
        self.code = code
        confirmed = nil
    }

    init(before confirmed: Confirmed) {
        (password, code, self.confirmed) = ("", nil, confirmed)
    }
}

extension Tenancy {
    /// Asks a person to prove their identity again before an action for which an API key is not enough.
    ///
    /// - Parameter proof: nil for commands on the server, where permission to open the socket is enough.
    /// - Returns: the confirmed person; nil for commands on the server.
    /// - Throws: `noAccount` for an API key.
    func prove(_ proof: IdentityProof?, by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> Confirmed? {
        if caller.subject.actor == .machine { return nil }
        guard let proof, caller.subject.account != nil else { throw .own(.noAccount) }
        if let confirmed = proof.confirmed { return confirmed }
        return try await ownAccount.confirm(password: proof.password, code: proof.code, by: caller)
    }

    /// Asks for password and code before a change that takes them.
    ///
    /// - Returns: the confirmed person; nil: the action needs no proof, or a command on the server makes the change.
    func prove<Own>(
        _ action: Action?, by caller: Caller, for own: Own.Type
    ) async throws(Refusal<Own>) -> Confirmed? {
        guard let action, action.takesProof else { return nil }
        do { return try await prove(caller.proof, by: caller) } catch {
            switch error {
            case .own(let failure), .unproved(let failure): throw .unproved(failure)
            case .store(let failure): throw .store(failure)
            case .invalid(let invalid): throw .invalid(invalid)
            case .idempotency(let failure): throw .idempotency(failure)
            case .overBudget(let spent): throw .overBudget(spent)
            case .forbidden: throw .forbidden
            case .notFound: throw .notFound
            }
        }
    }
}

extension OwnAccount {
    /// Whether the proof is still valid: the session is active, and the password unchanged.
    static func stillCounts<Access>(_ confirmed: Confirmed?, for grant: Grant, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> Bool
    {
        guard let confirmed else { return grant.subject.actor == .machine }
        guard try tx.isActive(grant.subject, at: grant.now) else { return false }
        return try tx.password(of: confirmed.account.id) == confirmed.hash
    }
}
