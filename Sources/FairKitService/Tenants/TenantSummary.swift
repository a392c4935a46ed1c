package import FairKitCore
package import FairKitStore
package import KeyRing
import Synchronization

/// The state of a tenant's file.
package enum TenantFile: Sendable {
    case closed
    /// The file is about to be open, for every caller.
    case opening
    case open
}

/// The facts that are known of a tenant without its file, as long as the server runs: its API keys, and the clients
/// refused before it was opened.
///
/// See decision 0058.
package final class TenantSummary: Sendable {
    package let id: TenantID
    /// nil: the file was not opened yet, so any key may be valid.
    private let keys: Mutex<KnownKeys?>
    private let refused = Mutex(DenialLedger())
    private let now: Now

    /// For a tenant that was not opened yet.
    package init(of tenant: TenantID, now: @escaping Now) {
        id = tenant
        keys = Mutex(nil)
        self.now = now
    }

    /// For a tenant that does not exist: it has no keys, and looking takes the same time.
    package init(now: @escaping Now) {
        id = .new(at: now())
        keys = Mutex(KnownKeys())
        self.now = now
    }

    /// Takes the keys of an opened store, before a new key can be created.
    package func know(_ keys: KnownKeys) { self.keys.withLock { $0 = keys } }

    /// Whether an API key may be the tenant's; false: it is not.
    package func mayHave(_ key: APIKeySecret) throws(KeyError) -> Bool {
        guard let keys = keys.withLock(\.self) else { return true }
        return try keys.mayHave(key)
    }

    /// Counts a client without a valid key; it is recorded while the tenant is open, within a minute or two.
    package func count(_ route: String, from address: String?, _ requestID: String) {
        let now = now()
        let denial = Denial(
            source: .unknown(address: address), actor: AuditActor(key: nil, address: address), route: route,
            requestID: requestID)
        refused.withLock { refused in
            if let record = refused.enter(denial, at: now) { refused.keep([record], at: now) }
        }
    }

    /// The denials counted so far.
    func takeRefused() -> [DenialLedger.Record] {
        let now = now()
        return refused.withLock { $0.take(at: now, atOnce: true) }
    }
}
