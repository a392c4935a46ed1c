package import FairKitCore
import FairKitStore

/// How people get in who are not known yet: with a password and a second factor, with a refresh token, by mail.
///
/// Nobody is identified here, so that nothing goes through the runner. What comes back, and when, is the same whether there is such an
/// account or not. See the decision `0023-accounts-and-sessions`.
package struct SignIns: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var signIns: SignIns { SignIns(tenant: self) }
}

/// What came of a right password.
package enum PasswordAnswer: Sendable {
    case signedIn(SignedIn)
    /// A code is wanted, within five minutes.
    /// - Parameter setUp: the account has no second factor yet, and needs one.
    case challenged(ChallengeSecret, setUp: Bool)
}
