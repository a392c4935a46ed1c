import FairKitCore
import FairKitStore

/// A password that is about to be looked at, and counts as wrong until it was right.
struct CountedAttempt: Sendable {
    /// Whether the account has signed in from its place before.
    let isKnown: Bool
    /// Whether its account is locked for its place from now on, if it fails.
    let locks: Bool
    /// Whether strangers are refused from now on, if it fails.
    let refusesStrangers: Bool
}

extension WriteTransaction {
    /// Counts an attempt, before it is looked at: for its place, and for all strangers together.
    func countAttempt(
        _ pair: SignInPair, isKnown: Bool, at now: Timestamp
    ) throws(DatabaseError) -> Result<CountedAttempt, SignInFailure> {
        if !isKnown, let end = try strangerGuard(pair.strangers)?.refusedUntil(now) {
            return .failure(.locked(for: now.distance(to: end)))
        }
        switch try countSignIn(pair, at: now) {
        case .locked(let end): return .failure(.locked(for: now.distance(to: end)))
        case .counted(_, let locks):
            var isLast = false
            if !isKnown, case .counted(_, let last) = try countStranger(pair.strangers, at: now) { isLast = last }
            return .success(CountedAttempt(isKnown: isKnown, locks: locks, refusesStrangers: isLast))
        }
    }

    /// Tells the owner of an account that strangers are refused, once a day. What is written is the same where there is no such account.
    func tellOfStrangers(
        _ pair: SignInPair, _ email: MailAddress, hasAccount: Bool, at now: Timestamp
    ) throws(DatabaseError) {
        guard let known = try strangerGuard(pair.strangers), known.mayTell(at: now) else { return }
        let mail = OutboxMail(.guessing, to: email, link: nil, facts: "until  \(known.end)", at: now)
        try insert(mail)
        if !hasAccount { try removeMail(mail.id) }
        try noteStrangersTold(pair.strangers, at: now)
    }
}

extension Tenancy {
    /// The person whose places for hashing an attempt takes.
    func person(_ pair: SignInPair, in lane: PasswordQueue.Lane) -> PasswordQueue.Person {
        PasswordQueue.Person(pair.email, of: settings.link.tenant, in: lane)
    }
}
