package import FairKitCore
import FairKitStore
import KeyRing

extension OwnAccount {
    /// Creates the secret of a new second factor for a signed-in person. It replaces the present one.
    package func setUpSecondFactor(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> BegunFactor {
        let confirmed = try await confirm(password: password, code: code, by: caller)
        let account = confirmed.account
        let (token, secret) = try drawing { () throws(KeyError) in
            (try tenant.store.newSecret(for: PendingSignIn.self), try OneTimePassword.random())
        }
        let issuer = try await change(confirmed, by: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> DisplayName in
            let challenge = Challenge(
                account: account.id, session: confirmed.session, startedAt: grant.now, secret: secret.secret)
            try tx.insertChallenge(challenge, digest: token.digest)
            return try tx.settings().displayName ?? DisplayName(of: tenant.name)
        }
        return BegunFactor(challenge: token.secret, password: secret, email: account.email, issuer: issuer)
    }

    /// Removes the second factor from an account whose role does not require one, and ends all other sessions.
    package func removeSecondFactor(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) {
        let confirmed = try await confirmFactor(password, code, caller)
        let account = confirmed.account
        guard !account.role.name.needsSecondFactor else { throw .own(.factorFixed) }
        try await change(confirmed, by: caller) { [zones = tenant.zones] (tx, grant) throws(DatabaseError) in
            try tx.removeSecondFactor(of: account.id)
            try tx.endSessions(of: account.id, except: confirmed.session, .ended, at: grant.now)
            try Contacts.notify(
                .credentialsChanged, changed: .secondFactor, of: account.id, zones: zones, at: grant.now, in: tx)
            grant.log(.secondFactorRemoved, account.id, about: nil)
        }
    }

    /// - Returns: new backup codes, which are shown only once. They replace the earlier ones.
    package func renewBackupCodes(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> [BackupCode] {
        let confirmed = try await confirmFactor(password, code, caller)
        let codes = try drawing { () throws(KeyError) in try tenant.store.newBackupCodes() }
        try await change(confirmed, by: caller) { [zones = tenant.zones] (tx, grant) throws(DatabaseError) in
            try tx.setBackupCodes(of: confirmed.account.id, codes.map(\.digest))
            try Contacts.notify(
                .credentialsChanged, changed: .backupCodes, of: confirmed.account.id, zones: zones, at: grant.now,
                in: tx)
            grant.log(.backupCodesMade, confirmed.account.id, about: nil)
        }
        return codes.map(\.code)
    }

    private func confirmFactor(
        _ password: String, _ code: SecondFactorCode?, _ caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> Confirmed {
        let confirmed = try await confirm(password: password, code: code, by: caller)
        guard confirmed.account.secondFactorSince != nil else { throw .own(.factorFixed) }
        return confirmed
    }

    private func drawing<T>(_ body: () throws(KeyError) -> T) throws(Refusal<OwnAccountFailure>) -> T {
        do { return try body() } catch { throw .own(.signIn(.key(error))) }
    }
}
