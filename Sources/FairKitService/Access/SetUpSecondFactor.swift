package import FairKitCore
package import FairKitStore
package import KeyRing

/// Makes the secret of one-time passwords that somebody puts into their app. It is theirs once they send a code of it.
package struct SetUpSecondFactor: Sendable {
    private let store: Store
    private let confirm: ConfirmPerson
    private let now: Now

    package init(store: Store, passwords: PasswordWork, now: @escaping Now) {
        self.store = store
        confirm = ConfirmPerson(store: store, passwords: passwords, now: now)
        self.now = now
    }

    /// What the person puts into their app, and with what they then send its code.
    package struct Begun: Sendable {
        package let challenge: ChallengeSecret
        package let password: OneTimePassword
        package let email: MailAddress
    }

    /// For somebody who signs in, has no second factor and needs one.
    package func callAsFunction(_ text: String) async throws(SignInFailure) -> Begun {
        guard let token = ChallengeSecret(text) else { throw .challengeUnknown }
        let now = now()
        let (digest, password) = try keyed { () throws(KeyError) in
            (try store.digest(of: token), try OneTimePassword.random())
        }
        let email: MailAddress?
        do {
            email = try await store.write { (tx) throws(DatabaseError) in
                // Where there is a factor, the password alone must not be enough to put another in its place.
                guard let challenge = try tx.challenge(digest: digest, at: now),
                    let account = try tx.account(challenge.account), account.secondFactorSince == nil
                else { return nil }
                try tx.setSecret(password.secret, ofChallenge: digest)
                return account.email
            }
        } catch { throw .store(error) }
        guard let email else { throw .challengeUnknown }
        return Begun(challenge: token, password: password, email: email)
    }

    /// For somebody who is signed in; in place of what they had.
    package func callAsFunction(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(SignInFailure) -> Begun {
        guard case .account(_, let session) = caller.subject.actor else { throw .noAccount }
        let confirmed = try await confirm(password: password, code: code, by: caller)
        let account = confirmed.account
        let now = now()
        let (token, secret) = try keyed { () throws(KeyError) in
            (try store.newSecret(for: PendingSignIn.self), try OneTimePassword.random())
        }
        let challenge = Challenge(
            account: account.id, session: session, startedAt: now, secret: secret.secret)
        let isDone: Bool
        do {
            isDone = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.holds(confirmed, by: caller, at: now) else { return false }
                try tx.insert(challenge, digest: token.digest)
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .wrong }
        return Begun(challenge: token.secret, password: secret, email: account.email)
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
