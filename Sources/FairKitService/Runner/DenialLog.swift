package import FairKitCore
package import FairKitStore
import Synchronization

/// Records refused requests. `DenialLedger` decides which denials get their own entry, and which are counted.
package final class DenialLog: Sendable {
    private let store: Store
    private let now: Now
    private let ledger = Mutex(DenialLedger())
    /// Counts clients that are refused before the tenant is opened.
    private let summary = Mutex<TenantSummary?>(nil)

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// Records that a caller's role, key or account does not allow the request. The use case has not started.
    ///
    /// - Parameter record: the record that the path names, if any.
    package func forbidden(_ record: RecordID?, to caller: Caller) async throws(DatabaseError) {
        let now = now()
        let denial = try await store.read { (tx) throws(DatabaseError) in
            let owner = try record.flatMap { (record) throws(DatabaseError) in try tx.whose(record)?.profile }
            return try caller.denial(.forbidden, about: owner, in: tx, at: now)
        }
        try await write(denial)
    }

    /// Records a client without a valid key or session. On a full disk it is counted, and recorded once there is room: a
    /// person whose session has ended is asked to sign in.
    ///
    /// - Parameter route: the pattern of the route.
    package func unknown(_ route: String, from address: String?, requestID: String) async throws(DatabaseError) {
        let denial = Denial(
            source: .unknown(address: address), actor: AuditActor(key: nil, address: address), route: route,
            requestID: requestID)
        do throws(DatabaseError) { try await write(denial) } catch {
            guard error.remedy == .room else { throw error }
        }
    }

    /// From now on also records clients that are refused before the tenant is opened, including earlier ones. This
    /// takes a minute or two and blocks no request, so the timing does not reveal whether the tenant exists.
    package func follow(_ summary: TenantSummary) { self.summary.withLock { $0 = summary } }

    /// Writes the counted denials once their minute has ended, and starts a new one.
    ///
    /// - Parameter atOnce: also before the minute has ended.
    package func writeCounted(atOnce: Bool = false) async throws(DatabaseError) {
        let now = now()
        if let refused = summary.withLock(\.self)?.takeRefused(), !refused.isEmpty { keep(refused, at: now) }
        try await write(ledger.withLock { $0.take(at: now, atOnce: atOnce) }, at: now)
    }

    func write(_ denial: Denial) async throws(DatabaseError) {
        let now = now()
        guard let record = enter(denial, at: now) else { return }
        try await write([record], at: now)
    }

    /// - Returns: the record to write at once; nil: the denial is counted.
    func enter(_ denial: Denial, at now: Timestamp) -> DenialLedger.Record? {
        ledger.withLock { $0.enter(denial, at: now) }
    }

    /// Keeps counting denials that could not be written, until the next minute has ended.
    func keep(_ records: some Sequence<DenialLedger.Record>, at now: Timestamp) {
        ledger.withLock { $0.keep(records, at: now) }
    }

    /// Writes denials, a few per transaction.
    private func write(_ records: [DenialLedger.Record], at now: Timestamp) async throws(DatabaseError) {
        for start in stride(from: 0, to: records.count, by: 100) {
            let entries = records[start..<min(start + 100, records.count)].flatMap { $0.entries(at: now) }
            do throws(DatabaseError) {
                try await store.write { (tx) throws(DatabaseError) in
                    for entry in entries { try tx.record(entry) }
                }
            } catch {
                keep(records[start...], at: now)
                throw error
            }
        }
    }
}

/// The denial of one use case. Its transaction may run twice, but the denial is entered once.
final class DenialOnce: Sendable {
    private let log: DenialLog
    private let now: Timestamp
    private let entered = Mutex<(isEntered: Bool, record: DenialLedger.Record?)>((false, nil))

    init(in log: DenialLog, at now: Timestamp) {
        self.log = log
        self.now = now
    }

    /// Writes a denial, unless it is counted. On a full disk, where a transaction takes only critical data, it waits.
    func write(_ denial: Denial, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let record = entered.withLock { entered in
            if !entered.isEntered { entered = (true, log.enter(denial, at: now)) }
            return entered.record
        }
        guard let record else { return }
        guard !tx.takesOnlyCritical else { return release() }
        for entry in record.entries(at: now) { try tx.record(entry) }
    }

    /// The transaction failed, so its denial is counted instead.
    func release() {
        let record = entered.withLock { entered in
            defer { entered.record = nil }
            return entered.record
        }
        if let record { log.keep([record], at: now) }
    }
}
