import FairKitCore
import FairKitStore
import KeyRing

extension Secret {
    /// A new secret.
    static func random() throws(KeyError) -> Secret { try draw { (count) throws(KeyError) in try randomBytes(count) } }
}

extension Store {
    /// A new secret of a person's, and what is stored in its place.
    func newSecret<Kind: AccountSecretKind>(
        for kind: Kind.Type
    ) throws(KeyError) -> (secret: Secret<Kind>, digest: [UInt8]) {
        let secret = try Secret<Kind>.random()
        return (secret, try digest(of: secret))
    }

    /// A new secret of an API key, and what is stored in its place. The key is known before it is stored, so that no moment comes in which it
    /// is valid and refused.
    func newKeySecret() throws(KeyError) -> (APIKeySecret, [UInt8]) {
        let secret = try APIKeySecret.random()
        let digest = try digest(of: secret)
        knownKeys.add(digest)
        return (secret, digest)
    }
}
