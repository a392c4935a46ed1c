import FairKitCore
import FairKitStore
import KeyRing

extension Secret {
    /// A new secret.
    static func random() throws(KeyError) -> Secret { try draw { (count) throws(KeyError) in try randomBytes(count) } }
}

extension Store {
    /// A new secret for a person, and the digest that is stored for it.
    func newSecret<Kind: AccountSecretKind>(
        for kind: Kind.Type
    ) throws(KeyError) -> (secret: Secret<Kind>, digest: [UInt8]) {
        let secret = try Secret<Kind>.random()
        return (secret, try digest(of: secret))
    }

    /// A new secret of an API key, and the digest that is stored for it. The digest is known to the summary before it
    /// is stored, so that a valid key is never refused.
    func newKeySecret() throws(KeyError) -> (APIKeySecret, [UInt8]) {
        let secret = try APIKeySecret.random()
        let digest = try digest(of: secret)
        knownKeys.add(digest)
        return (secret, digest)
    }
}
