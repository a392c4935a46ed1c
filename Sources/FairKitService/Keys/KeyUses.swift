import FairKitCore
package import FairKitStore
import Synchronization

/// When each API key was last used, to the minute. It is kept in memory and stored later, so that reading requests do
/// not write.
package final class KeyUses: Sendable {
    private struct Uses {
        /// The minute of the last use of each key, since the process started.
        var known: [KeyID: Timestamp] = [:]
        /// Keys whose last use is not stored yet.
        var unwritten: Set<KeyID> = []
    }

    private let store: Store
    private let uses = Mutex(Uses())

    /// Most keys stored in one transaction.
    private static let atOnce = 500

    package init(store: Store) {
        self.store = store
    }

    /// Records that a key was used.
    func record(_ key: KeyID, at now: Timestamp) {
        let minute = Timestamp(milliseconds: now.milliseconds - now.milliseconds % 60_000)
        uses.withLock { uses in
            guard uses.known[key].map({ $0 < minute }) ?? true else { return }
            uses.known[key] = minute
            uses.unwritten.insert(key)
        }
    }

    /// The later of the stored and the unstored last use.
    func last(of key: APIKey) -> Timestamp? {
        [key.usedAt, uses.withLock { $0.known[key.id] }].compactMap(\.self).max()
    }

    /// Stores the unstored uses. Those that fail are tried again the next time.
    package func write() async throws(DatabaseError) {
        let waiting = uses.withLock { uses in uses.unwritten.compactMap { key in uses.known[key].map { (key, $0) } } }
        for start in stride(from: 0, to: waiting.count, by: KeyUses.atOnce) {
            let some = waiting[start..<min(start + KeyUses.atOnce, waiting.count)]
            try await store.write { (tx) throws(DatabaseError) in
                for (key, minute) in some { try tx.logUse(of: key, at: minute) }
            }
            uses.withLock { uses in
                // A key that was used again meanwhile waits for the next time.
                for (key, minute) in some where uses.known[key] == minute { uses.unwritten.remove(key) }
            }
        }
    }
}
