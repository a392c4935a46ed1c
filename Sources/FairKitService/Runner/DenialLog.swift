package import FairKitCore
package import FairKitStore
import Synchronization

/// Records who was refused what. `DenialLedger` decides what has an entry of its own, and what is counted.
package final class DenialLog: Sendable {
    private let store: Store
    private let now: Now
    private let ledger = Mutex(DenialLedger())
    /// Counts those who are refused before the tenant is entered.
    private let outline = Mutex<TenantOutline?>(nil)

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// Records that a caller's role, key or account is not for what was asked: a refusal before any use case.
    /// - Parameter record: what it was about, if the path names it.
    package func forbidden(_ record: RecordID?, to caller: Caller) async throws(DatabaseError) {
        let now = now()
        let denial = try await store.read { (tx) throws(DatabaseError) in
            let owner = try record.flatMap { (record) throws(DatabaseError) in try tx.whose(record)?.profile }
            return try caller.denial(.forbidden, about: owner, in: tx, at: now)
        }
        try await write(denial)
    }

    /// Records a client without a valid key.
    /// - Parameter route: its pattern.
    package func unknown(_ route: String, from address: String?, requestID: String) async throws(DatabaseError) {
        try await write(
            Denial(
                source: .stranger(address: address), actor: AuditActor(key: nil, address: address), route: route,
                requestID: requestID))
    }

    /// Records from now on who is refused before the tenant is entered, too, and who was while it was closed: within a minute or two, and
    /// not waited for, so that no time tells whether the tenant is there.
    func follow(_ outline: TenantOutline) { self.outline.withLock { $0 = outline } }

    /// Writes what was counted, once a minute is over, and begins anew.
    /// - Parameter atOnce: also before.
    package func writeCounted(atOnce: Bool = false) async throws(DatabaseError) {
        let now = now()
        if let refused = outline.withLock(\.self)?.takeRefused(), !refused.isEmpty { keep(refused, at: now) }
        try await write(ledger.withLock { $0.take(at: now, atOnce: atOnce) }, at: now)
    }

    func write(_ denial: Denial) async throws(DatabaseError) {
        let now = now()
        guard let record = enter(denial, at: now) else { return }
        try await write([record], at: now)
    }

    /// - Returns: what is to be written at once; nil: the denial is counted.
    func enter(_ denial: Denial, at now: Timestamp) -> DenialLedger.Record? {
        ledger.withLock { $0.enter(denial, at: now) }
    }

    /// Counts on what could not be written, until another minute is over.
    func keep(_ records: some Sequence<DenialLedger.Record>, at now: Timestamp) {
        ledger.withLock { $0.keep(records, at: now) }
    }

    /// Writes some in each transaction.
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

/// The denial of one use case. Its transaction may run twice, and the denial is entered once.
final class DenialOnce: Sendable {
    private let log: DenialLog
    private let now: Timestamp
    private let entered = Mutex<(isEntered: Bool, record: DenialLedger.Record?)>((false, nil))

    init(in log: DenialLog, at now: Timestamp) {
        self.log = log
        self.now = now
    }

    /// Writes a denial, unless it is counted. On a full disk, where a transaction takes only what is critical, it waits.
    func write(_ denial: Denial, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let record = entered.withLock { entered in
            if !entered.isEntered { entered = (true, log.enter(denial, at: now)) }
            return entered.record
        }
        guard let record else { return }
        guard !tx.takesOnlyCritical else { return giveBack() }
        for entry in record.entries(at: now) { try tx.record(entry) }
    }

    /// The transaction failed: what it was to write is counted on.
    func giveBack() {
        let record = entered.withLock { entered in
            defer { entered.record = nil }
            return entered.record
        }
        if let record { log.keep([record], at: now) }
    }
}
