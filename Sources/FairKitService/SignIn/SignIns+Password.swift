package import FairKitCore
import FairKitStore
import KeyRing

extension SignIns {
    /// Checks a password. It starts a session, or asks for the second factor.
    package func signIn(
        email: String, password: String, from origin: Origin, for kind: SessionKind = .app
    ) async throws(SignInFailure) -> PasswordAnswer {
        // Such an address or password can't exist, so this reveals nothing.
        guard let email = MailAddress(typed: email)?.folded,
            password.unicodeScalars.count <= ChosenPassword.lengths.upperBound
        else { throw .wrong }
        let pair = try keyed { () throws(KeyError) in try tenant.store.signInPair(email, from: origin) }
        let isKnown = try await admitPlace(pair)
        let person = tenant.person(pair, in: isKnown ? .known : .unknown)
        let turn = try working { () throws(PasswordWork.Failure) in try tenant.passwords.enter(person) }
        let (account, hash) = try await find(email)
        let attempt = try await count(pair, of: account, isKnown: isKnown)
        let match: PasswordWork.Match
        do { match = try await tenant.passwords.match(password, with: hash, at: turn) } catch {
            throw SignInFailure(error)
        }
        guard match.isRight, let account else {
            try await refuse(email, account, attempt, pair, from: origin)
            throw .wrong
        }
        return try await admit(account, pair, isKnown: isKnown, match, provedBy: hash, from: origin, for: kind)
    }

    /// Whether the account has signed in from this client address before. Such an address is not held up by the
    /// failures of others.
    package func isKnown(email: String, from origin: Origin) async throws(SignInFailure) -> Bool {
        guard let email = MailAddress(typed: email)?.folded else { return false }
        let pair = try keyed { () throws(KeyError) in try tenant.store.signInPair(email, from: origin) }
        do {
            return try await tenant.store.read { (tx) throws(DatabaseError) in try tx.isKnownPlace(pair) }
        } catch { throw .store(error) }
    }

    /// Lets known client addresses pass. Unknown ones are refused after too many of their failures today, and wait a
    /// little while other addresses fail to sign in to the same account.
    ///
    /// - Returns: whether the client address is known.
    private func admitPlace(_ pair: SignInPair) async throws(SignInFailure) -> Bool {
        let now = tenant.now()
        let (isKnown, end, failures) = try await reading { (tx) throws(DatabaseError) in
            // None of this depends on whether the account exists.
            (
                try tx.isKnownPlace(pair), try tx.unknownSourceGuard(pair.unknownSources)?.refusedUntil(now),
                try tx.failures(elsewhereThan: pair, since: now.advanced(by: .seconds(-3600)))
            )
        }
        guard !isKnown else { return true }
        if let end { throw .locked(for: now.distance(to: end)) }
        let delay = SignInGuard.delay(afterFailuresElsewhere: failures)
        if delay > .zero { try? await tenant.clock.sleep(for: delay) }
        return false
    }

    private func count(
        _ pair: SignInPair, of account: Account?, isKnown: Bool
    ) async throws(SignInFailure) -> CountedAttempt {
        let now = tenant.now()
        return try await writing(of: account) { (tx) throws(DatabaseError) in
            try CountedAttempt.countAttempt(pair, isKnown: isKnown, at: now, in: tx)
        }.get()
    }

    private func find(_ email: MailAddress) async throws(SignInFailure) -> (Account?, String?) {
        try await reading { (tx) throws(DatabaseError) in
            guard let account = try tx.account(email: email) else { return (nil, nil) }
            return (account, try tx.password(of: account.id))
        }
    }

    private func refuse(
        _ email: MailAddress, _ account: Account?, _ attempt: CountedAttempt, _ pair: SignInPair, from origin: Origin
    ) async throws(SignInFailure) {
        let now = tenant.now()
        try await writing(of: account) { (tx) throws(DatabaseError) in
            try tx.record(origin.entry(.sessionRefused, account?.id, outcome: .failed, at: now))
            if attempt.locks { try tx.record(origin.entry(.accountLocked, account?.id, outcome: .denied, at: now)) }
            if attempt.refusesUnknownSources {
                try tx.record(origin.entry(.strangersRefused, account?.id, outcome: .denied, at: now))
                try CountedAttempt.notifyOfUnknownSources(
                    pair, MailRecipient(email, in: account?.details.language ?? .english),
                    hasAccount: account?.state == .active, at: now, in: tx)
            }
        }
    }

    private func admit(
        _ account: Account, _ pair: SignInPair, isKnown: Bool, _ match: PasswordWork.Match, provedBy hash: String?,
        from origin: Origin, for kind: SessionKind
    ) async throws(SignInFailure) -> PasswordAnswer {
        let now = tenant.now()
        let challenge = try keyed { () throws(KeyError) in try tenant.store.newSecret(for: PendingSignIn.self) }
        let fresh = try keyed { () throws(KeyError) in
            try FreshSession(of: account, for: kind, from: origin, in: tenant.store, at: now)
        }
        let outcome: Result<PasswordAnswer, SignInFailure> = try await writing(of: account) {
            (tx) throws(DatabaseError) in
            // The account may have changed since it was read.
            guard let account = try tx.account(account.id), try tx.password(of: account.id) == hash else {
                return .failure(.wrong)
            }
            if let better = match.better { try tx.setPassword(of: account.id, to: better, at: nil) }
            if !isKnown { try tx.uncountUnknownSource(pair.unknownSources) }
            guard account.state == .active else {
                try tx.uncountSignIn(pair)
                try tx.record(origin.entry(.sessionRefused, account.id, outcome: .denied, at: now))
                return .failure(.suspended)
            }
            if account.secondFactorSince != nil || account.role.name.needsSecondFactor {
                try tx.uncountSignIn(pair)
                try tx.insertChallenge(Challenge(account: account.id, startedAt: now), digest: challenge.digest)
                try tx.record(origin.entry(.sessionChallenged, account.id, at: now))
                return .success(.challenged(challenge.secret, setUp: account.secondFactorSince == nil))
            }
            try tx.forgetSignInFailures(pair)
            return .success(.signedIn(try FreshSession.start(fresh, of: account, by: .password, from: origin, in: tx)))
        }
        return try outcome.get()
    }

    private func reading<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(SignInFailure) -> T {
        do { return try await tenant.store.read(in: .urgent, body) } catch { throw .store(error) }
    }

    private func writing<T: Sendable>(
        of account: Account?,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(SignInFailure) -> T {
        let lane = tenant.sessionLane(of: account?.role)
        do { return try await tenant.store.write(in: lane, body) } catch { throw .store(error) }
    }
}
