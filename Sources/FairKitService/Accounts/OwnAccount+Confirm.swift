import FairKitCore
import FairKitStore
import KeyRing

/// A person who has proved their identity again, and how.
struct Confirmed: Sendable {
    let account: Account
    /// The current session.
    let session: SessionID
    /// The stored password hash at that time.
    let hash: String?
    /// The person whose slots for password hashing are used.
    let person: PasswordQueue.Person
}

extension OwnAccount {
    /// Asks a signed-in person to prove their identity again before they change their credentials. Failures count as
    /// failed sign-ins, so a thief with an open session can't keep guessing.
    ///
    /// - Parameter code: required where the account has a second factor, unless `needsCode` is false.
    func confirm(
        password: String, code: SecondFactorCode?, needsCode: Bool = true, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> Confirmed {
        let (id, session) = try person(caller)
        let (account, hash, oneTime) = try await tenant.read(nil, as: caller, lane: .urgent) {
            (tx, _) throws(DatabaseError) -> Outcome<(Account, String?, OneTimePassword?), OwnAccountFailure> in
            guard let account = try tx.account(id) else { return .own(.signIn(.wrong)) }
            return .success((account, try tx.password(of: id), try tx.oneTimePassword(of: id)?.password))
        }
        let tried = try tried(code, by: oneTime, of: account, caller)
        // A signed-in person counts as known, whatever their current client address is.
        let person = tenant.person(tried.pair, in: .known)
        let turn: PasswordWork.Turn
        do { turn = try tenant.passwords.enter(person) } catch { throw .own(.signIn(SignInFailure(error))) }
        let attempt = try await count(tried, of: id, by: caller)
        let match: PasswordWork.Match
        do {
            match = try await tenant.passwords.match(password, with: hash, at: turn)
        } catch { throw .own(.signIn(SignInFailure(error))) }
        let asksCode = needsCode && oneTime != nil
        return try await tenant.write(nil, as: caller, lane: tenant.sessionLane(of: caller.subject.role)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Confirmed, OwnAccountFailure> in
            let (isRight, now) = (match.isRight, grant.now)
            let isProved =
                try isRight && asksCode ? SecondFactorCode.accepts(tried.proof, of: id, at: now, in: tx) : isRight
            guard isProved else {
                grant.log(caller.entry(.sessionRefused, id, about: nil, outcome: .failed, at: now))
                if isRight { try tx.logWrongCode(of: id, digest: tried.spent, at: now) }
                let today = try tx.wrongCodes(of: id, since: now.advanced(by: .seconds(-86_400)))
                if attempt.refusesUnknownSources, !isRight {
                    grant.log(caller.entry(.strangersRefused, id, about: nil, outcome: .denied, at: now))
                    try CountedAttempt.notifyOfUnknownSources(
                        tried.pair, MailRecipient(account), hasAccount: true, at: now, in: tx)
                }
                if attempt.locks || isRight && today == Challenge.maxFailuresPerDay {
                    grant.log(caller.entry(.accountLocked, id, about: nil, outcome: .denied, at: now))
                }
                return .own(.signIn(isRight ? .wrongCode : .wrong))
            }
            if !attempt.isKnown { try tx.uncountUnknownSource(tried.pair.unknownSources) }
            // A person who was not asked for a code has not proved the second factor.
            if oneTime == nil || asksCode {
                try tx.forgetSignInFailures(tried.pair)
            } else {
                try tx.uncountSignIn(tried.pair)
            }
            return .success(Confirmed(account: account, session: session, hash: hash, person: person))
        }
    }

    /// Makes a change for a person who has proved their identity, if that proof is still valid: the session is active,
    /// and the password unchanged.
    func change<T: Sendable>(
        _ confirmed: Confirmed, by caller: Caller, lane: WriteLane = .normal,
        _ body: @escaping @Sendable (borrowing WriteTransaction, inout Grant) throws(DatabaseError) -> T
    ) async throws(Refusal<OwnAccountFailure>) -> T {
        try await tenant.write(nil, as: caller, lane: lane) {
            (tx, grant) throws(DatabaseError) -> Outcome<T, OwnAccountFailure> in
            guard try tx.isActive(grant.subject, at: grant.now),
                try tx.password(of: confirmed.account.id) == confirmed.hash
            else { return .own(.signIn(.wrong)) }
            return .success(try body(tx, &grant))
        }
    }

    /// The result of an attempt, as far as it is known without the database.
    private struct Tried: Sendable {
        let pair: SignInPair
        /// The digest of a wrong code.
        let spent: [UInt8]
        let proof: Proof?
    }

    private func tried(
        _ code: SecondFactorCode?, by oneTime: OneTimePassword?, of account: Account, _ caller: Caller
    ) throws(Refusal<OwnAccountFailure>) -> Tried {
        let (store, now) = (tenant.store, tenant.now())
        let origin = Origin(address: caller.address, client: nil, requestID: caller.requestID)
        do throws(KeyError) {
            return Tried(
                pair: try store.signInPair(account.email, from: origin, confirms: true),
                spent: try store.newSecret(for: PendingSignIn.self).digest,
                proof: try code.flatMap { (code) throws(KeyError) in try store.proof(of: code, by: oneTime, at: now) })
        } catch { throw .own(.signIn(.key(error))) }
    }

    /// Counts an attempt before its password is checked.
    private func count(
        _ tried: Tried, of id: AccountID, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> CountedAttempt {
        try await tenant.write(nil, as: caller, lane: tenant.sessionLane(of: caller.subject.role)) {
            (tx, grant) throws(DatabaseError) -> Outcome<CountedAttempt, OwnAccountFailure> in
            let today = try tx.wrongCodes(of: id, since: grant.now.advanced(by: .seconds(-86_400)))
            guard today < Challenge.maxFailuresPerDay else { return .own(.signIn(.locked(for: .seconds(3600)))) }
            let isKnown = try tx.isKnownPlace(tried.pair)
            switch try CountedAttempt.countAttempt(tried.pair, isKnown: isKnown, at: grant.now, in: tx) {
            case .failure(let failure): return .own(.signIn(failure))
            case .success(let attempt): return .success(attempt)
            }
        }
    }
}
