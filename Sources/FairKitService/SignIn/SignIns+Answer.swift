package import FairKitCore
import FairKitStore
import KeyRing

/// The result of a right code.
package struct AnsweredChallenge: Sendable {
    /// nil: an existing session has set up its second factor.
    package let signedIn: SignedIn?
    /// Backup codes, shown only once, if the factor was set up.
    package let backupCodes: [BackupCode]?
}

extension SignIns {
    /// Everything that the answer needs, so that the transaction does no cryptography.
    private struct Attempt: Sendable {
        let digest: [UInt8]
        /// The secret that the proof was computed with, of a factor that is being set up.
        let secret: [UInt8]?
        let proof: Proof?
        let pair: SignInPair
        let fresh: FreshSession
        let codes: [(code: BackupCode, digest: [UInt8])]
        let lane: WriteLane
    }

    /// Takes the code of a second factor. It starts a session, or completes the setup of the factor. See R4.3.
    package func answer(
        _ text: String, _ code: SecondFactorCode, from origin: Origin, for kind: SessionKind = .app
    ) async throws(SignInFailure) -> AnsweredChallenge {
        guard let token = ChallengeSecret(text) else { throw .challengeUnknown }
        let now = tenant.now()
        let attempt = try await attempt(token, code, from: origin, for: kind, at: now)
        let outcome: Result<AnsweredChallenge, SignInFailure>
        do {
            // Counted, checked and used in one transaction, so that parallel attempts gain nothing.
            outcome = try await tenant.store.write(in: attempt.lane) {
                [zones = tenant.zones] (tx) throws(DatabaseError) in
                guard let challenge = try tx.challenge(digest: attempt.digest, at: now),
                    let account = try tx.account(challenge.account), account.state == .active,
                    try SignIns.holds(challenge, of: account, shown: attempt.secret, at: now, in: tx)
                else { return .failure(.challengeUnknown) }
                let today = try tx.wrongCodes(of: account.id, since: now.advanced(by: .seconds(-86_400)))
                guard today < Challenge.maxFailuresPerDay else {
                    return .failure(.locked(for: .seconds(3600)))
                }
                switch try tx.countSignIn(attempt.pair, at: now) {
                case .locked(let end): return .failure(.locked(for: now.distance(to: end)))
                case .counted(_, let locks):
                    guard try SecondFactorCode.accepts(attempt.proof, of: account.id, for: challenge, at: now, in: tx)
                    else {
                        try tx.countWrongCode(ofChallenge: attempt.digest)
                        try tx.record(origin.entry(.sessionRefused, account.id, outcome: .failed, at: now))
                        if locks || today + 1 == Challenge.maxFailuresPerDay {
                            try tx.record(origin.entry(.accountLocked, account.id, outcome: .denied, at: now))
                        }
                        return .failure(.wrongCode)
                    }
                }
                // The first factor is set up where it is required, by who chose the password.
                if challenge.secret != nil, challenge.session != nil || account.secondFactorSince != nil {
                    try Contacts.notify(
                        .credentialsChanged, changed: .secondFactor, of: account.id, zones: zones, at: now, in: tx)
                }
                return .success(try SignIns.finish(attempt, challenge, account, in: tx, from: origin, at: now))
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }

    private func attempt(
        _ token: ChallengeSecret, _ code: SecondFactorCode, from origin: Origin, for kind: SessionKind,
        at now: Timestamp
    ) async throws(SignInFailure) -> Attempt {
        let digest = try keyed { () throws(KeyError) in try tenant.store.digest(of: token) }
        let known: (Challenge, Account, OneTimePassword?)?
        do {
            known = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                guard let challenge = try tx.challenge(digest: digest, at: now),
                    let account = try tx.account(challenge.account)
                else { return nil }
                return (challenge, account, try tx.oneTimePassword(of: account.id)?.password)
            }
        } catch { throw .store(error) }
        guard let (challenge, account, password) = known else { throw .challengeUnknown }
        return try keyed { () throws(KeyError) in
            let asked = challenge.secret.map { OneTimePassword(secret: $0) } ?? password
            return Attempt(
                digest: digest, secret: challenge.secret, proof: try tenant.store.proof(of: code, by: asked, at: now),
                pair: try tenant.store.signInPair(account.email, from: origin),
                fresh: try FreshSession(of: account, for: kind, from: origin, in: tenant.store, at: now),
                codes: challenge.secret == nil ? [] : try tenant.store.newBackupCodes(),
                lane: tenant.sessionLane(of: account.role))
        }
    }

    private static func finish(
        _ attempt: Attempt, _ challenge: Challenge, _ account: Account, in tx: borrowing WriteTransaction,
        from origin: Origin, at now: Timestamp
    ) throws(DatabaseError) -> AnsweredChallenge {
        try tx.forgetSignInFailures(attempt.pair)
        try tx.useChallenge(digest: attempt.digest, at: now)
        var shown: [BackupCode]?
        if let secret = challenge.secret, case .step(let step) = attempt.proof {
            try tx.setSecondFactor(
                of: account.id, secret: secret, usedStep: step, backupCodes: attempt.codes.map(\.digest), at: now)
            // Other sessions were started with fewer factors, or with one that is no longer valid.
            try tx.endSessions(of: account.id, except: challenge.session, .ended, at: now)
            try tx.record(origin.entry(.secondFactorSet, account.id, by: (account, challenge.session), at: now))
            shown = attempt.codes.map(\.code)
        }
        var factors = ShownFactors.oneTimeCode
        if case .backupCode = attempt.proof {
            factors = .backupCode
            try tx.record(origin.entry(.backupCodeUsed, account.id, by: (account, challenge.session), at: now))
        }
        let signedIn: SignedIn? =
            challenge.session == nil
            ? try FreshSession.start(attempt.fresh, of: account, by: factors, from: origin, in: tx) : nil
        return AnsweredChallenge(signedIn: signedIn, backupCodes: shown)
    }

    /// Whether a challenge is unchanged since its code was checked: no session has ended, and no factor was set up that
    /// the password alone must not replace.
    fileprivate static func holds(
        _ challenge: Challenge, of account: Account, shown secret: [UInt8]?, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        guard challenge.secret == secret else { return false }
        guard let session = challenge.session else { return secret == nil || account.secondFactorSince == nil }
        return try tx.session(session)?.isActive(at: now) ?? false
    }
}
