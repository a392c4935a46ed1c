package import FairKitCore
import FairKitStore
import KeyRing

/// The role of a key, with the patient or laboratory that it belongs to.
package enum KeyPurpose: Sendable {
    case patient(ProfileID)
    /// By the name of the laboratory, which is added if it is unknown.
    case laboratory(String)
    case clinician
    case consumer
    case app
    case administrator
}

/// When a key expires.
package enum Expiry: Sendable {
    case never
    case at(Timestamp)
    case after(Duration)

    /// Longest lifetime of a key: ten years.
    package static let longestLife: Duration = .seconds(3653 * 86_400)

    /// Default lifetime of a key in a role that people have, too: one year.
    static let usualLife: Duration = .seconds(365 * 86_400)

    func time(from now: Timestamp) -> Timestamp? {
        switch self {
        case .never: nil
        case .at(let time): time
        case .after(let duration): now.advanced(by: duration)
        }
    }
}

extension Keys {
    /// Creates a key. Over the network the caller proves their identity, and the key is valid once another
    /// administrator approves it (`approve`). A key created on the server is valid at once. See the decision
    /// `0052-two-administrators`.
    ///
    /// - Parameters:
    ///   - scopes: the part of the role's rights that the key gets; nil: all of them.
    ///   - expiry: when the key expires; nil: the default of its role. See decision 0024.
    ///   - proof: nil for commands on the server.
    /// - Returns: the stored key and its secret, which is shown only once.
    package func create(
        name: String, for purpose: KeyPurpose, scopes: Set<Scope>? = nil, until expiry: Expiry? = nil,
        proof: IdentityProof? = nil, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<KeyFailure>) -> (key: APIKey, secret: APIKeySecret) {
        try await tenant.permit(.manageKeys, to: caller, for: KeyFailure.self)
        var faults = faults
        faults.require(name.isText(1...100), "/name", "1 to 100 characters")
        if case .laboratory(let name) = purpose {
            faults.require(name.isText(1...100), "/laboratory", "1 to 100 characters")
        }
        let now = tenant.now()
        let expiresAt = (expiry ?? purpose.usualExpiry).time(from: now)
        if let expiresAt, !expiresAt.isWithinLongestLife(from: now) { faults.record(.keyLife) }
        let newLaboratory = LaboratoryID.new(at: now)
        let fitting = purpose.role(of: newLaboratory).scopes
        if let scopes, scopes.isEmpty || !scopes.isSubset(of: fitting) { faults.record(.scopes(fitting)) }
        try faults.refuse(for: KeyFailure.self)
        let confirmed = try await prove(proof, by: caller)
        let (secret, digest) = try newSecret()
        let key = try await tenant.write(.manageKeys, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<APIKey, KeyFailure> in
            guard try OwnAccount.stillCounts(confirmed, for: grant, in: tx) else {
                return .own(.account(.signIn(.wrong)))
            }
            guard let role = try Keys.role(for: purpose, newLaboratory: newLaboratory, in: tx) else {
                return .own(.profileUnknown)
            }
            let key = APIKey(
                id: .new(at: now), name: name, role: role, scopes: scopes, createdAt: now, revokedAt: nil,
                expiresAt: expiresAt)
            if confirmed == nil {
                try tx.insertAPIKey(key, digest: digest)
                grant.log(.keyCreated, key.id, about: role.profile)
            } else {
                try Keys.prepare(PreparedKey(key, by: grant.subject.id, replaces: nil), digest: digest, &grant, in: tx)
            }
            return .success(key)
        }
        return (key, secret)
    }

    /// - Returns: nil for commands on the server.
    func prove(_ proof: IdentityProof?, by caller: Caller) async throws(Refusal<KeyFailure>) -> Confirmed? {
        do { return try await tenant.prove(proof, by: caller) } catch { throw error.map { .account($0) } }
    }

    /// A new secret, and the digest that is stored for it.
    func newSecret() throws(Refusal<KeyFailure>) -> (APIKeySecret, [UInt8]) {
        do { return try tenant.store.newKeySecret() } catch { throw .own(.key(error)) }
    }
}

extension Timestamp {
    /// Whether a key created at `now` may have this expiry.
    func isWithinLongestLife(from now: Timestamp) -> Bool { now < self && self <= now.advanced(by: Expiry.longestLife) }
}

extension KeyPurpose {
    /// A consumer's key that expired unnoticed would cost an alert, and an app's would lock all its users out. With all
    /// other keys a person notices the failure.
    fileprivate var usualExpiry: Expiry {
        switch self {
        case .consumer, .app: .never
        case .patient, .laboratory, .clinician, .administrator: .after(Expiry.usualLife)
        }
    }

    fileprivate func role(of laboratory: LaboratoryID) -> Role {
        switch self {
        case .patient(let profile): .patient(profile)
        case .laboratory: .laboratory(laboratory)
        case .clinician: .clinician
        case .consumer: .consumer
        case .app: .app
        case .administrator: .administrator
        }
    }
}

extension Keys {
    /// nil if the patient is unknown.
    fileprivate static func role(
        for purpose: KeyPurpose, newLaboratory: LaboratoryID, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Role? {
        switch purpose {
        case .patient(let profile): return try tx.profile(profile) == nil ? nil : .patient(profile)
        case .laboratory(let name):
            if let known = try tx.laboratory(named: name) { return .laboratory(known.id) }
            try tx.insertLaboratory(Laboratory(id: newLaboratory, name: name))
            return .laboratory(newLaboratory)
        case .clinician, .consumer, .app, .administrator: return purpose.role(of: newLaboratory)
        }
    }
}
