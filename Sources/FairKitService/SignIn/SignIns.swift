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
    /// Whether this machine knows a time zone. A malformed name is never used as a path.
    package func knows(zone: String) -> Bool { zone.isZoneName && tenant.zones.knows(zone) }

    /// What pages say of the tenant, whether patients may register, and whether no one has had an account yet.
    package func front() async throws(Refusal<Never>) -> (clinic: TenantFront, isOpen: Bool, isNew: Bool) {
        do {
            return try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                let settings = try tx.settings()
                return (try TenantFront(settings, in: tx), settings.registration == .open, try !tx.hasAccount())
            }
        } catch { throw .store(error) }
    }
}

/// What pages say of a tenant.
package struct TenantFront: Sendable {
    /// The name by which people know it; nil: it has not set one.
    package let name: DisplayName?
    /// By which its logo is addressed; nil: it has none.
    package let logoMark: String?
    /// The languages that it offers, the first one first.
    package let languages: [Language]

    init<Access>(_ settings: TenantSettings, in tx: borrowing Connection<Access>) throws(DatabaseError) {
        (name, languages) = (settings.displayName, settings.languages)
        logoMark = try tx.logoMark()
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
