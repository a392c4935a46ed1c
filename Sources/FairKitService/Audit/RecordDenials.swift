package import FairKitCore
package import FairKitStore
import Synchronization

/// Records who was refused what.
///
/// Of somebody who is known every refusal is one entry. Of those without a valid key there may be thousands a second, so each address
/// has one entry at once, and one more for all that followed within the minute; more addresses than there is room for share one.
package final class RecordDenials: Sendable {
    private struct Counts {
        var since: Timestamp?
        /// What came after the first, by address.
        var more: [String?: Count] = [:]
    }

    private struct Count {
        var times = 0
        var route = ""
        var requestID = ""
    }

    private let store: Store
    private let now: Now
    private let counts = Mutex(Counts())

    /// How many addresses are told apart in one minute.
    package static let most = 256
    private static let period = Duration.seconds(60)

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// - Parameters:
    ///   - route: its pattern.
    ///   - profile: whom it would have been about, if that is known.
    package func callAsFunction(
        _ route: String, about profile: ProfileID?, by caller: Caller
    ) async throws(DatabaseError) {
        let entry = caller.entry(.requestDenied, route, about: profile, outcome: .denied, at: now())
        try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
    }

    /// Of somebody without a valid key.
    package func unknown(_ route: String, from address: String?, requestID: String) async throws(DatabaseError) {
        let now = now()
        let isFirst = counts.withLock { counts in
            let since = counts.since ?? now
            counts.since = since
            let isKnown = counts.more.keys.contains(address)
            // All others are counted together with those who have no address.
            let key = isKnown || counts.more.count < RecordDenials.most ? address : nil
            guard var count = counts.more[key] else {
                counts.more[key] = Count()
                return true
            }
            count = Count(times: count.times + 1, route: route, requestID: requestID)
            counts.more[key] = count
            return false
        }
        guard isFirst else { return }
        try await write([entry(Count(times: 1, route: route, requestID: requestID), address, now)])
    }

    /// Writes what was counted, once a minute is over, and begins anew.
    /// - Parameter atOnce: also before.
    package func writeCounted(atOnce: Bool = false) async throws(DatabaseError) {
        let now = now()
        let counted = counts.withLock { counts in
            guard let since = counts.since, atOnce || since.advanced(by: RecordDenials.period) <= now else {
                return [String?: Count]()
            }
            defer { counts = Counts() }
            return counts.more
        }
        let entries = counted.filter { $0.value.times > 0 }.map { entry($0.value, $0.key, now) }
        try await write(entries.sorted { $0.actor.address ?? "" < $1.actor.address ?? "" })
    }

    private func entry(_ count: Count, _ address: String?, _ now: Timestamp) -> AuditEntry {
        AuditEntry(
            at: now, actor: AuditActor(key: nil, address: address), action: .requestDenied, outcome: .denied,
            object: count.route, profileID: nil, requestID: count.requestID, times: count.times)
    }

    private func write(_ entries: [AuditEntry]) async throws(DatabaseError) {
        for start in stride(from: 0, to: entries.count, by: 100) {
            let some = entries[start..<min(start + 100, entries.count)]
            try await store.write { (tx) throws(DatabaseError) in
                for entry in some { try tx.record(entry) }
            }
        }
    }
}
