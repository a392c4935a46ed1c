import FairKitCore
package import FairKitStore
package import KeyRing

/// Why a sign-in failed.
package enum SignInFailure: Error {
    /// The address or the password is wrong. The client is not told which.
    case wrong
    /// The code is wrong, or was already used.
    case wrongCode
    /// Too many failures from this client address.
    case locked(for: Duration)
    /// The password is right, but the account is suspended.
    case suspended
    /// The challenge secret is unknown or older than five minutes.
    case challengeUnknown
    /// The queue for password hashing is full.
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
    /// An audit entry about a person who is not signed in, or just signed in.
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
