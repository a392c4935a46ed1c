import FairKitCore
import FairKitStore
import KeyRing

/// Somebody who has shown again that it is them, and what showed it.
struct Confirmed: Sendable {
    let account: Account
    /// The session that asks.
    let session: SessionID
    /// What was stored of the password then.
    let hash: String?
    /// Whose places for hashing it takes.
    let person: PasswordQueue.Person
}

extension OwnAccount {
    /// Has somebody who is signed in show again that it is them, before they change what they sign in with. Whoever finds an open session
    /// can't go on guessing: failures count as those of a sign-in do.
    /// - Parameter code: is asked for where the account has a second factor, unless `needsCode` is false.
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
        // A person who is signed in has signed in before, wherever they are by now.
        let person = tenant.person(tried.pair, in: .known)
        let place: PasswordWork.Place
        do { place = try tenant.passwords.enter(person) } catch { throw .own(.signIn(SignInFailure(error))) }
        let attempt = try await count(tried, of: id, by: caller)
        let match: PasswordWork.Match
        do {
            match = try await tenant.passwords.match(password, with: hash, at: place)
        } catch { throw .own(.signIn(SignInFailure(error))) }
        let asksCode = needsCode && oneTime != nil
        return try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Confirmed, OwnAccountFailure> in
            let (isRight, now) = (match.isRight, grant.now)
            let isProved = try isRight && asksCode ? tx.accepts(tried.proof, of: id, at: now) : isRight
            guard isProved else {
                grant.note(caller.entry(.sessionRefused, id, about: nil, outcome: .failed, at: now))
                if isRight { try tx.noteWrongCode(of: id, digest: tried.spent, at: now) }
                let today = try tx.wrongCodes(of: id, since: now.advanced(by: .seconds(-86_400)))
                if attempt.refusesStrangers, !isRight {
                    grant.note(caller.entry(.strangersRefused, id, about: nil, outcome: .denied, at: now))
                    try tx.tellOfStrangers(tried.pair, account.email, hasAccount: true, at: now)
                }
                if attempt.locks || isRight && today == Challenge.mostFailuresADay {
                    grant.note(caller.entry(.accountLocked, id, about: nil, outcome: .denied, at: now))
                }
                return .own(.signIn(isRight ? .wrongCode : .wrong))
            }
            if !attempt.isKnown { try tx.uncountStranger(tried.pair.strangers) }
            // Who was not asked for a code has not shown that they have one.
            if oneTime == nil || asksCode {
                try tx.forgetSignInFailures(tried.pair)
            } else {
                try tx.uncountSignIn(tried.pair)
            }
            return .success(Confirmed(account: account, session: session, hash: hash, person: person))
        }
    }

    /// Changes something for somebody who has shown that it is them, if that still counts: their session goes on, and the password is
    /// the same.
    func change<T: Sendable>(
        _ confirmed: Confirmed, by caller: Caller,
        _ body: @escaping @Sendable (borrowing WriteTransaction, inout Grant) throws(DatabaseError) -> T
    ) async throws(Refusal<OwnAccountFailure>) -> T {
        try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<T, OwnAccountFailure> in
            guard try tx.isActive(grant.subject, at: grant.now),
                try tx.password(of: confirmed.account.id) == confirmed.hash
            else { return .own(.signIn(.wrong)) }
            return .success(try body(tx, &grant))
        }
    }

    /// What an attempt comes to, so far as that can be told without the database.
    private struct Tried: Sendable {
        let pair: SignInPair
        /// Of a code that is wrong.
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

    /// Counts an attempt before it is looked at.
    private func count(
        _ tried: Tried, of id: AccountID, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> CountedAttempt {
        try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<CountedAttempt, OwnAccountFailure> in
            let today = try tx.wrongCodes(of: id, since: grant.now.advanced(by: .seconds(-86_400)))
            guard today < Challenge.mostFailuresADay else { return .own(.signIn(.locked(for: .seconds(3600)))) }
            let isKnown = try tx.isKnownPlace(tried.pair)
            switch try tx.countAttempt(tried.pair, isKnown: isKnown, at: grant.now) {
            case .failure(let failure): return .own(.signIn(failure))
            case .success(let attempt): return .success(attempt)
            }
        }
    }
}
