import FairKitCore
import Synchronization

/// Caches what the store says about API keys and sessions until a key, session or account changes: most callers come
/// again and again. See decision 0063.
final class KnownCallers: Sendable {
    fileprivate struct Known {
        /// The store's change counter, read before the store was queried.
        var version: UInt64 = 0
        var keys: [[UInt8]: APIKey] = [:]
        var sessions: [SessionID: Holder] = [:]
    }

    /// A session and its subject.
    struct Holder: Sendable {
        let session: Session
        let subject: Subject
    }

    private let known = Mutex(Known())
    /// Most entries of each kind. Beyond that the whole cache is dropped, since it keeps no order.
    private static let most = 5000

    /// - Parameters:
    ///   - digest: the stored digest of the key.
    ///   - version: the store's change counter now.
    func key(_ digest: [UInt8], at version: UInt64) -> APIKey? {
        known.withLock { $0.version == version ? $0.keys[digest] : nil }
    }

    func holder(of session: SessionID, at version: UInt64) -> Holder? {
        known.withLock { $0.version == version ? $0.sessions[session] : nil }
    }

    /// - Parameter version: the store's change counter, read before the store was queried.
    func record(_ key: APIKey, _ digest: [UInt8], at version: UInt64) {
        known.withLock { known in
            guard known.begin(version) else { return }
            if known.keys.count >= KnownCallers.most { known.keys = [:] }
            known.keys[digest] = key
        }
    }

    func record(_ holder: Holder, at version: UInt64) {
        known.withLock { known in
            guard known.begin(version) else { return }
            if known.sessions.count >= KnownCallers.most { known.sessions = [:] }
            known.sessions[holder.session.id] = holder
        }
    }
}

extension KnownCallers.Known {
    /// Drops entries older than a version.
    ///
    /// - Returns: false if this version is older than the cache.
    fileprivate mutating func begin(_ version: UInt64) -> Bool {
        guard version >= self.version else { return false }
        if version > self.version { self = KnownCallers.Known(version: version) }
        return true
    }
}
