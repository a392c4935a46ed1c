import FairKitCore
package import FairKitStore
package import KeyRing

/// Why somebody was not let in.
package enum SignInFailure: Error {
    /// The address or the password is wrong: which of them is nobody's business.
    case wrong
    /// The code is wrong, or was used before.
    case wrongCode
    /// Too often wrong, from this place.
    case locked(for: Duration)
    /// The password is right, and an administrator lets this account in no more.
    case suspended
    /// The secret that stands for the right password is none, or its five minutes are over.
    case challengeUnknown
    /// As many wait as may.
    case busy
    case key(KeyError)
    case store(DatabaseError)

    init(_ failure: PasswordWork.Failure) {
        switch failure {
        case .busy: self = .busy
        case .key(let error): self = .key(error)
        }
    }
}

func keyed<T>(_ body: () throws(KeyError) -> T) throws(SignInFailure) -> T {
    do { return try body() } catch { throw .key(error) }
}

func working<T>(_ body: () throws(PasswordWork.Failure) -> T) throws(SignInFailure) -> T {
    do { return try body() } catch { throw SignInFailure(error) }
}

extension Origin {
    /// An entry about somebody who is not let in yet, or just now.
    func entry(
        _ action: AuditAction, _ object: (any CustomStringConvertible)?, by actor: (Account, SessionID?)? = nil,
        outcome: AuditOutcome = .success, at now: Timestamp
    ) -> AuditEntry {
        AuditEntry(
            at: now,
            actor: AuditActor(
                key: nil, role: actor?.0.role.name, account: actor?.0.id, session: actor?.1, address: address),
            action: action, outcome: outcome, object: object.map { "\($0)" }, profileID: nil, requestID: requestID)
    }
}
