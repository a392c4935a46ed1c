import FairKitCore
import Synchronization

/// What the store said of API keys and sessions, for as long as no key, session or account has changed since: most callers come again and
/// again. See the decision `0063-callers-are-remembered`.
final class KnownCallers: Sendable {
    fileprivate struct Known {
        /// As the store counted its changes before it was asked.
        var version: UInt64 = 0
        var keys: [[UInt8]: APIKey] = [:]
        var sessions: [SessionID: Holder] = [:]
    }

    /// A session, and who acts in it.
    struct Holder: Sendable {
        let session: Session
        let subject: Subject
    }

    private let known = Mutex(Known())
    /// Of each kind. Beyond it all are forgotten: there is no order to keep.
    private static let most = 5000

    /// - Parameters:
    ///   - digest: what is stored in place of the key.
    ///   - version: as the store counts its changes now.
    func key(_ digest: [UInt8], at version: UInt64) -> APIKey? {
        known.withLock { $0.version == version ? $0.keys[digest] : nil }
    }

    func holder(of session: SessionID, at version: UInt64) -> Holder? {
        known.withLock { $0.version == version ? $0.sessions[session] : nil }
    }

    /// - Parameter version: as the store counted its changes before it was asked.
    func note(_ key: APIKey, _ digest: [UInt8], at version: UInt64) {
        known.withLock { known in
            guard known.begin(version) else { return }
            if known.keys.count >= KnownCallers.most { known.keys = [:] }
            known.keys[digest] = key
        }
    }

    func note(_ holder: Holder, at version: UInt64) {
        known.withLock { known in
            guard known.begin(version) else { return }
            if known.sessions.count >= KnownCallers.most { known.sessions = [:] }
            known.sessions[holder.session.id] = holder
        }
    }
}

extension KnownCallers.Known {
    /// Forgets what is older than a version.
    /// - Returns: false if the version itself is older than what is known.
    fileprivate mutating func begin(_ version: UInt64) -> Bool {
        guard version >= self.version else { return false }
        if version > self.version { self = KnownCallers.Known(version: version) }
        return true
    }
}
