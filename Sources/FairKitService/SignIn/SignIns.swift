package import FairKitCore
import FairKitStore

/// Signs people in who are not authenticated yet: with a password and a second factor, with a refresh token, or by
/// mail.
///
/// There is no authenticated caller here, so these use cases bypass the runner. The response and its timing are the
/// same whether the account exists or not. See decision 0023.
package struct SignIns: Sendable {
    let tenant: Tenancy
}

extension SignIns {
    /// The name by which people know the tenant; nil: it has not set one.
    package func tenantName() async throws(Refusal<Never>) -> DisplayName? {
        do {
            return try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.settings().displayName
            }
        } catch { throw .store(error) }
    }
}

extension Tenancy {
    package var signIns: SignIns { SignIns(tenant: self) }
}

/// The result of a right password.
package enum PasswordAnswer: Sendable {
    case signedIn(SignedIn)
    /// A code is needed within five minutes.
    ///
    /// - Parameter setUp: the account has no second factor yet, and needs one.
    case challenged(ChallengeSecret, setUp: Bool)
}
