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
        case key(KeyError)
        case store(DatabaseError)
    }

    /// - Returns: what is stored, and the secret, which is shown once.
    package func callAsFunction(
        name: String, for purpose: Purpose, by caller: Caller = .command
    ) async throws(Failure) -> (key: APIKey, secret: APIKeySecret) {
        guard caller.subject.may(.manageKeys) else { throw .forbidden }
        guard name.isText(1...100) else { throw .invalid(Invalid("/name", "1 to 100 characters")) }
        if case .laboratory(let name) = purpose, !name.isText(1...100) {
            throw .invalid(Invalid("/laboratory", "1 to 100 characters"))
        }
        let now = now()
        let id = KeyID.new(at: now)
        let newLaboratory = LaboratoryID.new(at: now)
        let secret: APIKeySecret
        let digest: [UInt8]
        do { (secret, digest) = try store.newSecret() } catch { throw .key(error) }
        let stored: APIKey?
        do {
            stored = try await store.write { (tx) throws(DatabaseError) in
                guard let role = try tx.role(for: purpose, newLaboratory: newLaboratory) else { return nil }
                let key = APIKey(id: id, name: name, role: role, createdAt: now, revokedAt: nil)
                try tx.insert(key, digest: digest)
                try tx.record(caller.entry(.keyCreated, id, about: nil, at: now))
                return key
            }
        } catch { throw .store(error) }
        guard let stored else { throw .profileUnknown }
        return (stored, secret)
    }
}

extension Store {
    /// A new secret, and what is stored in its place.
    func newSecret() throws(KeyError) -> (APIKeySecret, [UInt8]) {
        guard let secret = APIKeySecret(bytes: try randomBytes(APIKeySecret.length)) else {
            throw .cryptography(operation: "random bytes")
        }
        return (secret, try digest(of: secret))
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
