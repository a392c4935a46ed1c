package import FairKitCore
package import FairKitStore
package import KeyRing
import Synchronization

/// How a tenant's file is.
package enum TenantFile: Sendable {
    case closed
    /// It is open in a moment, for every caller.
    case opening
    case open
}

/// What is known of a tenant without its file, as long as the server runs: which keys it has, and who was refused before it was entered.
///
/// See the decision `0058-made-up-keys-open-nothing`.
package final class TenantOutline: Sendable {
    package let id: TenantID
    /// nil: its file was not opened yet, and every key may be one of its.
    private let keys: Mutex<KnownKeys?>
    private let refused = Mutex(DenialLedger())
    private let now: Now

    /// A tenant that was not opened yet.
    package init(of tenant: TenantID, now: @escaping Now) {
        id = tenant
        keys = Mutex(nil)
        self.now = now
    }

    /// A tenant that does not exist: it has no key, and what it is asked takes as long as with one that does.
    package init(now: @escaping Now) {
        id = .new(at: now())
        keys = Mutex(KnownKeys())
        self.now = now
    }

    /// Takes the keys of a store that was opened, before anyone can make one in it.
    package func know(_ keys: KnownKeys) { self.keys.withLock { $0 = keys } }

    /// Whether an API key may be one of the tenant's; false: it is not.
    package func mayHave(_ key: APIKeySecret) throws(KeyError) -> Bool {
        guard let keys = keys.withLock(\.self) else { return true }
        return try keys.mayHave(key)
    }

    /// Counts a client without a valid key; it is recorded while the tenant is open, within a minute or two.
    package func count(_ route: String, from address: String?, _ requestID: String) {
        let now = now()
        let denial = Denial(
            source: .stranger(address: address), actor: AuditActor(key: nil, address: address), route: route,
            requestID: requestID)
        refused.withLock { refused in
            if let record = refused.enter(denial, at: now) { refused.keep([record], at: now) }
        }
    }

    /// Those who were refused until now.
    func takeRefused() -> [DenialLedger.Record] {
        let now = now()
        return refused.withLock { $0.take(at: now, atOnce: true) }
    }
}
