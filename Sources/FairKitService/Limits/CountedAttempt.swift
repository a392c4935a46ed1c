import FairKitCore
import FairKitStore

/// A sign-in attempt whose password is not checked yet. It counts as failed until the password is found right.
struct CountedAttempt: Sendable {
    /// Whether the account has signed in from this client address before.
    let isKnown: Bool
    /// Whether a failure locks the account for this client address.
    let locks: Bool
    /// Whether a failure makes the account refuse unknown client addresses.
    let refusesUnknownSources: Bool
}

extension CountedAttempt {
    /// Counts an attempt before its password is checked: for its client address, and for all unknown addresses
    /// together.
    static func countAttempt(
        _ pair: SignInPair, isKnown: Bool, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Result<CountedAttempt, SignInFailure> {
        if !isKnown, let end = try tx.unknownSourceGuard(pair.unknownSources)?.refusedUntil(now) {
            return .failure(.locked(for: now.distance(to: end)))
        }
        switch try tx.countSignIn(pair, at: now) {
        case .locked(let end): return .failure(.locked(for: now.distance(to: end)))
        case .counted(_, let locks):
            var isLast = false
            if !isKnown, case .counted(_, let last) = try tx.countUnknownSource(pair.unknownSources, at: now) {
                isLast = last
            }
            return .success(CountedAttempt(isKnown: isKnown, locks: locks, refusesUnknownSources: isLast))
        }
    }

    /// Mails the owner of an account, at most once a day, that unknown client addresses are refused. An address without
    /// an account causes the same writes.
    static func notifyOfUnknownSources(
        _ pair: SignInPair, _ recipient: MailRecipient, hasAccount: Bool, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard let known = try tx.unknownSourceGuard(pair.unknownSources), known.mayNotify(at: now) else { return }
        let mail = Notice(.guessing, to: recipient, lines: "until  \(known.end)", at: now)
        try tx.insertMail(mail)
        if !hasAccount { try tx.removeMail(mail.id) }
        try tx.logUnknownContacts(pair.unknownSources, at: now)
    }
}

extension Tenancy {
    /// The person whose slots for password hashing an attempt uses.
    func person(_ pair: SignInPair, in lane: PasswordQueue.Lane) -> PasswordQueue.Person {
        PasswordQueue.Person(pair.email, of: settings.link.tenant, in: lane)
    }
}
