package import FairKitCore
package import FairKitStore
package import KeyRing

/// Makes an API key. It is asked for on the server's machine only.
package struct CreateKey: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// What the key is for.
    package enum Purpose: Sendable {
        case patient(ProfileID)
        /// By name; a laboratory that is not known yet is added.
        case laboratory(String)
        case clinician
        case consumer
        case administrator
    }

    package enum Failure: Error {
        case forbidden
        case invalid(Invalid)
        case profileUnknown
        /// Of these there must be one at least, and no other.
        case scopes(Set<Scope>)
        case expiry
        case key(KeyError)
        case store(DatabaseError)
    }

    /// Longest life of a key that ends by itself: ten years.
    package static let longestLife: Duration = .seconds(3653 * 86_400)

    /// Life of a key in a role that people have, too, of which nobody says how long it lasts: a year.
    package static let usualLife: Duration = .seconds(365 * 86_400)

    /// - Parameters:
    ///   - scopes: what of the role's it is for; nil: all of it.
    ///   - expiry: when it ends by itself; nil: as is usual for its role. See the decision `0024-scopes-and-rates`.
    /// - Returns: what is stored, and the secret, which is shown once.
    package func callAsFunction(
        name: String, for purpose: Purpose, scopes: Set<Scope>? = nil, until expiry: Expiry? = nil,
        by caller: Caller
    ) async throws(Failure) -> (key: APIKey, secret: APIKeySecret) {
        guard caller.subject.may(.manageKeys) else { throw .forbidden }
        guard name.isText(1...100) else { throw .invalid(Invalid("/name", "1 to 100 characters")) }
        if case .laboratory(let name) = purpose, !name.isText(1...100) {
            throw .invalid(Invalid("/laboratory", "1 to 100 characters"))
        }
        let now = now()
        let expiresAt = (expiry ?? purpose.usualExpiry).time(from: now)
        guard expiresAt.map({ $0.isLife(from: now) }) ?? true else { throw .expiry }
        let id = KeyID.new(at: now)
        let newLaboratory = LaboratoryID.new(at: now)
        let fitting = purpose.role(of: newLaboratory).scopes
        if let scopes, scopes.isEmpty || !scopes.isSubset(of: fitting) { throw .scopes(fitting) }
        let secret: APIKeySecret
        let digest: [UInt8]
        do { (secret, digest) = try store.newKeySecret() } catch { throw .key(error) }
        let outcome: Result<APIKey, Failure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard let role = try tx.role(for: purpose, newLaboratory: newLaboratory) else {
                    return .failure(.profileUnknown)
                }
                let key = APIKey(
                    id: id, name: name, role: role, scopes: scopes, createdAt: now, revokedAt: nil,
                    expiresAt: expiresAt)
                try tx.insert(key, digest: digest)
                try tx.record(caller.entry(.keyCreated, id, about: role.profile, at: now))
                return .success(key)
            }
        } catch { throw .store(error) }
        return (try outcome.get(), secret)
    }
}

/// When a key ends by itself.
package enum Expiry: Sendable {
    case never
    case at(Timestamp)
    case after(Duration)

    func time(from now: Timestamp) -> Timestamp? {
        switch self {
        case .never: nil
        case .at(let time): time
        case .after(let duration): now.advanced(by: duration)
        }
    }
}

extension Timestamp {
    /// Whether a key that is made at a time may end at this one.
    func isLife(from now: Timestamp) -> Bool { now < self && self <= now.advanced(by: CreateKey.longestLife) }
}

extension CreateKey.Purpose {
    /// A consumer's key that ended unnoticed would cost an alert; all others fail where somebody sees it.
    fileprivate var usualExpiry: Expiry {
        switch self {
        case .consumer: .never
        case .patient, .laboratory, .clinician, .administrator: .after(CreateKey.usualLife)
        }
    }

    fileprivate func role(of laboratory: LaboratoryID) -> Role {
        switch self {
        case .patient(let profile): .patient(profile)
        case .laboratory: .laboratory(laboratory)
        case .clinician: .clinician
        case .consumer: .consumer
        case .administrator: .administrator
        }
    }
}

extension WriteTransaction {
    /// nil if the patient is not known.
    fileprivate func role(
        for purpose: CreateKey.Purpose, newLaboratory: LaboratoryID
    ) throws(DatabaseError) -> Role? {
        switch purpose {
        case .patient(let profile): return try self.profile(profile) == nil ? nil : .patient(profile)
        case .laboratory(let name):
            if let known = try laboratory(named: name) { return .laboratory(known.id) }
            try insert(Laboratory(id: newLaboratory, name: name))
            return .laboratory(newLaboratory)
        case .clinician: return .clinician
        case .consumer: return .consumer
        case .administrator: return .administrator
        }
    }
}
