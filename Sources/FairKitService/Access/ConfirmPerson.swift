import FairKitCore
import FairKitStore
import KeyRing

/// Has somebody who is signed in show again that it is them, before they change what they sign in with. Whoever finds an open session
/// can't go on guessing: failures count as those of a sign-in do.
struct ConfirmPerson: Sendable {
    let store: Store
    let passwords: PasswordWork
    let now: Now

    /// Who it is, and what showed it.
    struct Confirmed: Sendable {
        let account: Account
        /// What was stored of the password then.
        let hash: String?
    }

    /// - Parameter code: is asked for where the account has a second factor, unless `needsCode` is false.
    func callAsFunction(
        password: String, code: SecondFactorCode?, needsCode: Bool = true, by caller: Caller
    ) async throws(SignInFailure) -> Confirmed {
        guard case .account(let id, _) = caller.subject.actor else { throw .noAccount }
        let now = now()
        let known: (Account, String?, OneTimePassword?)?
        do {
            known = try await store.readUrgently { (tx) throws(DatabaseError) in
                guard let account = try tx.account(id) else { return nil }
                return (account, try tx.password(of: id), try tx.oneTimePassword(of: id)?.password)
            }
        } catch { throw .store(error) }
        guard let (account, hash, oneTime) = known else { throw .wrong }
        let place = try working { () throws(PasswordWork.Failure) in try passwords.enter() }
        let origin = Origin(address: caller.address, client: nil, requestID: caller.requestID)
        let (pair, spent, proof) = try keyed { () throws(KeyError) in
            (
                try store.signInPair(account.email, from: origin), try store.newSecret(for: PendingSignIn.self).digest,
                try code.flatMap { (code) throws(KeyError) in try store.proof(of: code, by: oneTime, at: now) }
            )
        }
        let attempt: SignInGuard.Attempt
        do {
            attempt = try await store.write { (tx) throws(DatabaseError) in
                let today = try tx.wrongCodes(of: id, since: now.advanced(by: .seconds(-86_400)))
                guard today < Challenge.mostFailuresADay else {
                    return .locked(until: now.advanced(by: .seconds(3600)))
                }
                return try tx.countSignIn(pair, at: now)
            }
        } catch { throw .store(error) }
        let locks: Bool
        switch attempt {
        case .locked(let end): throw .locked(for: now.distance(to: end))
        case .counted(_, let isLast): locks = isLast
        }
        let match: PasswordWork.Match
        do { match = try await passwords.match(password, with: hash, at: place) } catch { throw SignInFailure(error) }
        let asksCode = needsCode && oneTime != nil
        let outcome: Result<Confirmed, SignInFailure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                let isRight = match.isRight
                let isProved = try isRight && asksCode ? tx.accepts(proof, of: id, at: now) : isRight
                guard isProved else {
                    try tx.record(caller.entry(.sessionRefused, id, about: nil, outcome: .failed, at: now))
                    if isRight { try tx.noteWrongCode(of: id, digest: spent, at: now) }
                    let today = try tx.wrongCodes(of: id, since: now.advanced(by: .seconds(-86_400)))
                    if locks || isRight && today == Challenge.mostFailuresADay {
                        try tx.record(caller.entry(.accountLocked, id, about: nil, outcome: .denied, at: now))
                    }
                    return .failure(isRight ? .wrongCode : .wrong)
                }
                // Who was not asked for a code has not shown that they have one.
                if oneTime == nil || asksCode { try tx.forgetSignInFailures(pair) } else { try tx.uncountSignIn(pair) }
                return .success(Confirmed(account: account, hash: hash))
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}

extension WriteTransaction {
    /// Whether that somebody has shown who they are still counts: their session goes on, and the password is the same.
    func holds(
        _ confirmed: ConfirmPerson.Confirmed, by caller: Caller, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        guard try isActive(caller.subject, at: now) else { return false }
        return try password(of: confirmed.account.id) == confirmed.hash
    }
}
