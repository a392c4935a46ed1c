import CoreMetrics
import FairKitCore
import FairKitStore
import Logging
import Synchronization

extension Tenancy {
    /// Takes a message from the budgets of the tenant, the client and the receiver. Commands on the server have none.
    ///
    /// - Parameter receiver: the receiver of the message, by an id or an address.
    /// - Returns: the budget that has nothing left; then nothing may be sent.
    static func spend(
        _ kind: SendingKind, by grant: Grant, to receiver: (any CustomStringConvertible)? = nil, of tenant: Tenancy,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> SpentBudget? {
        guard grant.subject.actor != .machine else { return nil }
        return try spend(kind, from: grant.caller.address, to: receiver, of: tenant, at: grant.now, in: tx)
    }

    static func spend(
        _ kind: SendingKind, from address: String?, to receiver: (any CustomStringConvertible)? = nil,
        of tenant: Tenancy, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> SpentBudget? {
        let budgets = tenant.settings.sending.budgets(
            for: kind, from: address.flatMap { IPAddress($0) }, to: receiver?.description)
        return try tx.spend(budgets, of: tenant.store, at: now)
    }
}

/// Shows operators that budgets have nothing left: by a metric, and once an hour in the log.
final class SpentBudgets: Sendable {
    private let refused: [SendingKind: Counter]
    private let logged = Mutex<[String: Timestamp]>([:])

    init(_ factory: any MetricsFactory) {
        refused = counters("fairkit_sending_refused_total", "kind", SendingKind.allCases, factory)
        for counter in refused.values { counter.increment(by: 0) }
    }

    func count(_ spent: SpentBudget, of tenant: TenantName, at now: Timestamp) {
        refused[spent.kind]?.increment()
        // One receiver's budget says nothing of the settings.
        guard spent.holder != .receiver else { return }
        let isNew = logged.withLock { logged in
            let key = "\(spent.kind) \(spent.holder)"
            if let last = logged[key], last.distance(to: now) < .seconds(3600) { return false }
            logged[key] = now
            return true
        }
        guard isNew else { return }
        Logger.current.warning(
            "a budget of messages is used up: requests that send are refused until it fills again",
            metadata: [
                "tenant": "\(tenant)", "messages": "\(spent.kind.rawValue)", "of": "\(spent.holder.rawValue)",
            ])
    }
}
