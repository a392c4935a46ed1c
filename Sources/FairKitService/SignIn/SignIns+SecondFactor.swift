package import FairKitCore
import FairKitStore
package import KeyRing

/// The secret of one-time passwords for an authenticator app, and the challenge to answer with a code. It becomes the
/// account's factor with the first right code.
package struct BegunFactor: Sendable {
    package let challenge: ChallengeSecret
    package let password: OneTimePassword
    package let email: MailAddress
    /// Names the entry in the app: a person may have accounts with several tenants.
    package let issuer: DisplayName

    /// The secret in base32, for typing.
    package var secret: String { password.text }

    /// The secret as a URI for an app, with the account's address.
    package var uri: String { password.uri(for: email, issuer: issuer.text) }
}

extension SignIns {
    /// Creates the secret of a second factor for a person who has to set one up while signing in.
    package func setUpSecondFactor(_ text: String) async throws(SignInFailure) -> BegunFactor {
        guard let token = ChallengeSecret(text) else { throw .challengeUnknown }
        let now = tenant.now()
        let (digest, password) = try keyed { () throws(KeyError) in
            (try tenant.store.digest(of: token), try OneTimePassword.random())
        }
        let found: (email: MailAddress?, issuer: DisplayName)
        do {
            found = try await tenant.store.write {
                [tenant] (tx) throws(DatabaseError) -> (email: MailAddress?, issuer: DisplayName) in
                let issuer = try tx.settings().displayName ?? DisplayName(of: tenant.name)
                // The password alone must not replace an existing factor.
                guard let challenge = try tx.challenge(digest: digest, at: now),
                    let account = try tx.account(challenge.account), account.secondFactorSince == nil
                else { return (nil, issuer) }
                try tx.setSecret(password.secret, ofChallenge: digest)
                return (account.email, issuer)
            }
        } catch { throw .store(error) }
        guard let email = found.email else { throw .challengeUnknown }
        return BegunFactor(challenge: token, password: password, email: email, issuer: found.issuer)
    }
}

extension OneTimePassword {
    /// The URI that an app reads from a QR code (Key URI format of authenticator apps).
    ///
    /// - Parameter issuer: the name of the service in the app.
    package func uri(for email: MailAddress, issuer: String) -> String {
        let label = "\(issuer.percentEncoded):\("\(email)".percentEncoded)"
        return
            "otpauth://totp/\(label)?secret=\(text)&issuer=\(issuer.percentEncoded)&algorithm=SHA1&digits=6&period=30"
    }
}
