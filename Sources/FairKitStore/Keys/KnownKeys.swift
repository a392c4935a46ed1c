package import FairKitCore
package import KeyRing
import Relational
import Synchronization

/// A tenant's API keys, by prefixes of their digests. It rejects a made-up key without opening the tenant's file.
///
/// It contains every key of the file, and perhaps more: ended ones, and one that was drawn but not stored. So a key
/// that is missing here is invalid, and one that is found is looked up in the file. See the decision
/// `0058-made-up-keys-open-nothing`.
package final class KnownKeys: Sendable {
    private let key: DigestKey
    private let marks: Mutex<Marks>

    private struct Marks {
        /// Eight bytes of each digest. Without the digest key they are random.
        var all: Set<UInt64> = []
        /// Whether the file's keys have been read. Until then any key may be valid.
        var areRead = false
    }

    /// An empty set, which rejects no key until the file's keys have been read.
    init(digestedWith key: DigestKey) {
        self.key = key
        marks = Mutex(Marks())
    }

    /// The keys of a tenant that does not exist: none. Checking takes the same time.
    package init() {
        key = .idle
        marks = Mutex(Marks(areRead: true))
    }

    /// Whether a key may be valid; false: it is certainly not.
    package func mayHave(_ secret: APIKeySecret) throws(KeyError) -> Bool {
        let mark = KnownKeys.mark(of: try key.digest(of: secret.bytes))
        return marks.withLock { !$0.areRead || $0.all.contains(mark) }
    }

    /// Adds a key before it is stored.
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
    /// Reads the file's keys. Keys added in the meantime stay.
    package func readKnownKeys() async throws(DatabaseError) {
        let digests = try await read(in: .urgent) { (tx) throws(DatabaseError) in try tx.keyDigests() }
        knownKeys.addAll(digests)
    }
}
