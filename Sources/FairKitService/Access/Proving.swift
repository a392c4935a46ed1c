import FairKitCore
import FairKitStore

/// What somebody shows again before they do what can't be taken back: the password of their account, and a code of their second factor.
package struct IdentityProof: Sendable {
    package let password: String
    package let code: SecondFactorCode?

    package init(password: String, code: SecondFactorCode?) {
        self.password = password
        self.code = code
    }
}

extension Tenancy {
    /// Has somebody show again that it is them, before they do what an API key alone must not be enough for.
    /// - Parameter proof: nil on the server's machine, where permission to the socket is enough.
    /// - Returns: what was shown; nil on the machine.
    /// - Throws: `noAccount` for an API key.
    func prove(_ proof: IdentityProof?, by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> Confirmed? {
        if caller.subject.actor == .machine { return nil }
        guard let proof, caller.subject.account != nil else { throw .own(.noAccount) }
        return try await ownAccount.confirm(password: proof.password, code: proof.code, by: caller)
    }
}

extension Transaction {
    /// Whether what was shown still counts: the session goes on, and the password is the same.
    func stillCounts(_ confirmed: Confirmed?, for grant: Grant) throws(DatabaseError) -> Bool {
        guard let confirmed else { return grant.subject.actor == .machine }
        guard try isActive(grant.subject, at: grant.now) else { return false }
        return try password(of: confirmed.account.id) == confirmed.hash
    }
}
