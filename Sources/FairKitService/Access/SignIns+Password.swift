package import FairKitCore
import FairKitStore
import KeyRing

extension SignIns {
    /// Lets a person in who knows the password, or asks them for the second factor.
    package func signIn(
        email: String, password: String, from origin: Origin
    ) async throws(SignInFailure) -> PasswordAnswer {
        // Neither can be anybody's, as everybody knows.
        guard let email = MailAddress(email)?.folded, password.unicodeScalars.count <= ChosenPassword.lengths.upperBound
        else { throw .wrong }
        let pair = try keyed { () throws(KeyError) in try tenant.store.signInPair(email, from: origin) }
        try await waitForOthers(pair)
        let place = try working { () throws(PasswordWork.Failure) in try tenant.passwords.enter() }
        let locks = try await count(pair)
        let (account, hash) = try await find(email)
        let match: PasswordWork.Match
        do { match = try await tenant.passwords.match(password, with: hash, at: place) } catch {
            throw SignInFailure(error)
        }
        guard match.isRight, let account else {
            try await refuse(account?.id, locks: locks, from: origin)
            throw .wrong
        }
        return try await admit(account, pair, match, provedBy: hash, from: origin)
    }

    /// Where others fail to sign in to the same address from elsewhere, everybody waits a little.
    private func waitForOthers(_ pair: SignInPair) async throws(SignInFailure) {
        let since = tenant.now().advanced(by: .seconds(-3600))
        let failures = try await reading { (tx) throws(DatabaseError) in
            try tx.failures(elsewhereThan: pair, since: since)
        }
        let delay = SignInGuard.delay(afterFailuresElsewhere: failures)
        if delay > .zero { try? await tenant.clock.sleep(for: delay) }
    }

    /// - Returns: whether this attempt locks what comes after.
    private func count(_ pair: SignInPair) async throws(SignInFailure) -> Bool {
        let now = tenant.now()
        switch try await writing({ (tx) throws(DatabaseError) in try tx.countSignIn(pair, at: now) }) {
        case .counted(_, let locks): return locks
        case .locked(let end): throw .locked(for: now.distance(to: end))
        }
    }

    private func find(_ email: MailAddress) async throws(SignInFailure) -> (Account?, String?) {
        try await reading { (tx) throws(DatabaseError) in
            guard let account = try tx.account(email: email) else { return (nil, nil) }
            return (account, try tx.password(of: account.id))
        }
    }

    private func refuse(_ account: AccountID?, locks: Bool, from origin: Origin) async throws(SignInFailure) {
        let now = tenant.now()
        try await writing { (tx) throws(DatabaseError) in
            try tx.record(origin.entry(.sessionRefused, account, outcome: .failed, at: now))
            if locks { try tx.record(origin.entry(.accountLocked, account, outcome: .denied, at: now)) }
        }
    }

    private func admit(
        _ account: Account, _ pair: SignInPair, _ match: PasswordWork.Match, provedBy hash: String?, from origin: Origin
    ) async throws(SignInFailure) -> PasswordAnswer {
        let now = tenant.now()
        let challenge = try keyed { () throws(KeyError) in try tenant.store.newSecret(for: PendingSignIn.self) }
        let fresh = try keyed { () throws(KeyError) in
            try FreshSession(of: account.id, from: origin, in: tenant.store, at: now)
        }
        let outcome: Result<PasswordAnswer, SignInFailure> = try await writing { (tx) throws(DatabaseError) in
            // It may have become another since it was read.
            guard let account = try tx.account(account.id), try tx.password(of: account.id) == hash else {
                return .failure(.wrong)
            }
            if let better = match.better { try tx.setPassword(of: account.id, to: better, at: nil) }
            guard account.state == .active else {
                try tx.uncountSignIn(pair)
                try tx.record(origin.entry(.sessionRefused, account.id, outcome: .denied, at: now))
                return .failure(.suspended)
            }
            if account.secondFactorSince != nil || account.role.name.needsSecondFactor {
                try tx.uncountSignIn(pair)
                try tx.insert(Challenge(account: account.id, startedAt: now), digest: challenge.digest)
                try tx.record(origin.entry(.sessionChallenged, account.id, at: now))
                return .success(.challenged(challenge.secret, setUp: account.secondFactorSince == nil))
            }
            try tx.forgetSignInFailures(pair)
            return .success(.signedIn(try tx.start(fresh, of: account, by: .password, from: origin)))
        }
        return try outcome.get()
    }

    private func reading<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(SignInFailure) -> T {
        do { return try await tenant.store.read(in: .urgent, body) } catch { throw .store(error) }
    }

    private func writing<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(SignInFailure) -> T {
        do { return try await tenant.store.write(body) } catch { throw .store(error) }
    }
}
