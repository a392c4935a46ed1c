package import FairKitCore
package import KeyRing
import SQLCipher
import Synchronization

/// Which API keys a tenant has, by the beginnings of their digests: what tells a made-up key without the tenant's file.
///
/// It has every key of the file, and may have more: those that have ended, and one that was drawn and not stored. So a key that is not in it
/// opens nothing, and one that is in it is looked up in the file. See the decision `0058-made-up-keys-open-nothing`.
package final class KnownKeys: Sendable {
    private let key: DigestKey
    private let marks: Mutex<Marks>

    private struct Marks {
        /// Eight bytes of each digest, which is 32 random bytes to all who lack the key.
        var all: Set<UInt64> = []
        /// Whether those of the file are among them; else every key may be one of its.
        var areRead = false
    }

    /// Knows nothing yet, and takes every key for one that may be there.
    init(digestedWith key: DigestKey) {
        self.key = key
        marks = Mutex(Marks())
    }

    /// Those of a tenant that does not exist: none, which takes as long to say.
    package init() {
        key = .idle
        marks = Mutex(Marks(areRead: true))
    }

    /// Whether a key may be one of these; false: it is not.
    package func mayHave(_ secret: APIKeySecret) throws(KeyError) -> Bool {
        let mark = KnownKeys.mark(of: try key.digest(of: secret.bytes))
        return marks.withLock { !$0.areRead || $0.all.contains(mark) }
    }

    /// Adds a key, before it is stored.
    package func add(_ digest: [UInt8]) {
        let mark = KnownKeys.mark(of: digest)
        marks.withLock { _ = $0.all.insert(mark) }
    }

    fileprivate func addAll(_ digests: [[UInt8]]) {
        let found = digests.map(KnownKeys.mark)
        marks.withLock { marks in
            marks.all.formUnion(found)
            marks.areRead = true
        }
    }

    private static func mark(of digest: [UInt8]) -> UInt64 { digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

extension Store {
    /// Reads which keys there are. What is added meanwhile stays.
    package func readKnownKeys() async throws(DatabaseError) {
        let digests = try await read(in: .urgent) { (tx) throws(DatabaseError) in try tx.keyDigests() }
        knownKeys.addAll(digests)
    }
}
