import FairKitCore
import FairKitStore
import KeyRing

/// Has somebody who is signed in show again that it is them, before they change what they sign in with. Whoever finds an open session
/// can't go on guessing: failures count as those of a sign-in do.
struct ConfirmPerson: Sendable {
    let store: Store
    let passwords: PasswordWork
    let now: Now

    /// - Parameter code: is asked for where the account has a second factor, unless `needsCode` is false.
    func callAsFunction(
        password: String, code: SecondFactorCode?, needsCode: Bool = true, by caller: Caller
    ) async throws(SignInFailure) -> Account {
        guard case .account(let id, _) = caller.subject.actor else { throw .noAccount }
        let now = now()
        let known: (Account, String?, OneTimePassword?)?
        do {
            known = try await store.read { (tx) throws(DatabaseError) in
                guard let account = try tx.account(id) else { return nil }
                return (account, try tx.password(of: id), try tx.oneTimePassword(of: id)?.password)
            }
        } catch { throw .store(error) }
        guard let (account, hash, oneTime) = known else { throw .wrong }
        let place = try working { () throws(PasswordWork.Failure) in try passwords.enter() }
        let origin = Origin(address: caller.address, client: nil, requestID: caller.requestID)
        let (pair, proof) = try keyed { () throws(KeyError) in
            (
                try store.signInPair(account.email, from: origin),
                try code.flatMap { (code) throws(KeyError) in try store.proof(of: code, by: oneTime, at: now) }
            )
        }
        let attempt: SignInGuard.Attempt
        do {
            attempt = try await store.write { (tx) throws(DatabaseError) in try tx.countSignIn(pair, at: now) }
        } catch { throw .store(error) }
        if case .locked(let end) = attempt { throw .locked(for: now.distance(to: end)) }
        let match: PasswordWork.Match
        do { match = try await passwords.match(password, with: hash, at: place) } catch { throw SignInFailure(error) }
        let asksCode = needsCode && oneTime != nil
        let outcome: Result<Account, SignInFailure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                let isRight = match.isRight
                let isProved = try isRight && asksCode ? tx.accepts(proof, of: id, at: now) : isRight
                guard isProved else {
                    try tx.record(caller.entry(.sessionRefused, id, about: nil, outcome: .failed, at: now))
                    return .failure(isRight ? .wrongCode : .wrong)
                }
                try tx.forgetSignInFailures(pair)
                return .success(account)
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}
