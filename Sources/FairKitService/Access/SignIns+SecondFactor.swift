package import FairKitCore
import FairKitStore
package import KeyRing

/// The secret of one-time passwords that somebody puts into their app, and with what they then send its code. It is theirs once they do.
package struct BegunFactor: Sendable {
    package let challenge: ChallengeSecret
    package let password: OneTimePassword
    package let email: MailAddress

    /// The secret in base32, to be typed.
    package var secret: String { password.text }

    /// The same for an app, with the account that it is for.
    package func uri(issuer: String) -> String { password.uri(for: email, issuer: issuer) }
}

extension SignIns {
    /// Makes the secret of a second factor for somebody who signs in, has none and needs one.
    package func setUpSecondFactor(_ text: String) async throws(SignInFailure) -> BegunFactor {
        guard let token = ChallengeSecret(text) else { throw .challengeUnknown }
        let now = tenant.now()
        let (digest, password) = try keyed { () throws(KeyError) in
            (try tenant.store.digest(of: token), try OneTimePassword.random())
        }
        let email: MailAddress?
        do {
            email = try await tenant.store.write { (tx) throws(DatabaseError) in
                // Where there is a factor, the password alone must not be enough to put another in its place.
                guard let challenge = try tx.challenge(digest: digest, at: now),
                    let account = try tx.account(challenge.account), account.secondFactorSince == nil
                else { return nil }
                try tx.setSecret(password.secret, ofChallenge: digest)
                return account.email
            }
        } catch { throw .store(error) }
        guard let email else { throw .challengeUnknown }
        return BegunFactor(challenge: token, password: password, email: email)
    }
}

extension OneTimePassword {
    /// What an app reads from a QR code (the Key URI format of authenticator apps).
    /// - Parameter issuer: how the app calls the service.
    package func uri(for email: MailAddress, issuer: String) -> String {
        let label = "\(issuer.percentEncoded):\("\(email)".percentEncoded)"
        return
            "otpauth://totp/\(label)?secret=\(text)&issuer=\(issuer.percentEncoded)&algorithm=SHA1&digits=6&period=30"
    }
}
