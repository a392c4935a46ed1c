package import FairKitCore
import Relational
import Synchronization

/// The health of a store, as its last reads and writes showed it.
final class StoreHealth: Sendable {
    private let failing = Atomic(false)
    private let unreported = Atomic(false)
    private let damaged = Atomic(false)
    /// The tables in which rows were found that were changed by hand, since it was opened and since the last call.
    private let altered = Mutex<(all: Set<String>, unreported: Set<String>)>(([], []))
    /// Since when the writer is at the same write; nil: it waits for one.
    private let began = Mutex<ContinuousClock.Instant?>(nil)

    /// A disk that takes longer counts as failing.
    static let timeout = Duration.seconds(5)

    /// Whether the disk or the file prevents writes: from a failed commit until the next successful one, and while a
    /// write hangs.
    var writesFail: Bool { failing.load(ordering: .relaxed) || writesHang }

    /// Whether a write has been running for some seconds.
    var writesHang: Bool { began.withLock { $0.map { ContinuousClock.now - $0 > StoreHealth.timeout } ?? false } }

    /// Whether damaged pages were found since it was opened.
    var isDamaged: Bool { damaged.load(ordering: .relaxed) }

    /// Whether a commit has failed since the last call.
    func takeFailure() -> Bool { unreported.exchange(false, ordering: .relaxed) }

    func logAltered(_ table: String) {
        altered.withLock { if $0.all.insert(table).inserted { $0.unreported.insert(table) } }
    }

    /// Whether rows that give rights were found that were changed by hand.
    var hasAlteredRows: Bool { altered.withLock { !$0.all.isEmpty } }

    /// Their tables, each once.
    func takeAltered() -> [String] {
        altered.withLock { altered in
            defer { altered.unreported = [] }
            return altered.unreported.sorted()
        }
    }

    /// An observer that also records the health here.
    func observing(_ observer: DatabaseObserver) -> DatabaseObserver {
        var noting = observer
        noting.began = {
            self.began.withLock { $0 = .now }
            observer.began()
        }
        noting.ended = {
            self.began.withLock { $0 = nil }
            observer.ended()
        }
        noting.committed = { writes, time, pages in
            self.failing.store(false, ordering: .relaxed)
            observer.committed(writes, time, pages)
        }
        noting.failed = { error in
            // On a full disk, others are refused before: this one is of a critical result.
            if error.stopsWrites || error.isDiskFull {
                self.failing.store(true, ordering: .relaxed)
                self.unreported.store(true, ordering: .relaxed)
            }
            observer.failed(error)
        }
        noting.damaged = {
            self.damaged.store(true, ordering: .relaxed)
            observer.damaged()
        }
        return noting
    }
}

extension Store {
    /// Whether the disk or the file prevents writes: from a failed commit until the next successful one.
    package var writesFail: Bool { health.writesFail }

    /// Whether a write has been running for some seconds.
    package var writesHang: Bool { health.writesHang }

    /// Whether damaged pages were found since the store was opened.
    package var isDamaged: Bool { health.isDamaged }

    /// Whether rows that give rights were changed by hand in the database.
    package var hasAlteredRows: Bool { health.hasAlteredRows }

    /// Their tables, each once.
    package func takeAltered() -> [String] { health.takeAltered() }

    /// Records in the audit log that rows of a table were changed by hand.
    package func recordAltered(_ table: String, at now: Timestamp) async throws(DatabaseError) {
        try await write { (tx) throws(DatabaseError) in
            try tx.record(
                AuditEntry(
                    at: now, actor: .server, action: .rowsAltered, outcome: .denied, object: table, profileID: nil,
                    requestID: "store"))
        }
    }

    /// Whether a commit has failed since the last call.
    package func takeFailure() -> Bool { health.takeFailure() }

    /// Makes a write without effect, which shows whether writes work again.
    package func tryWriting() async throws(DatabaseError) { try await engine.tryWriting() }

    /// Closes connections that were not used since the last call, if they can be reopened quickly. It blocks for some
    /// milliseconds.
    /// - Returns: how many it closed.
    package func closeUnused() -> Int { engine.closeUnused() }
}

extension Control {
    /// The engine's findings about the structure of the data; nil if none.
    package func check() async throws(DatabaseError) -> CheckFinding? {
        let faults: Int
        do throws(DatabaseError) {
            faults = try await engine.readOnDedicatedConnection { [location] (connection) throws(DatabaseError) in
                try location.faults(on: connection)
            }
        } catch  where error.isDamage { faults = 1 }
        return faults > 0 ? CheckFinding(code: .control, count: faults) : nil
    }

    /// See `Store`.
    package var writesFail: Bool { health.writesFail }
    /// See `Store`.
    package var writesHang: Bool { health.writesHang }
    /// See `Store`.
    package func takeFailure() -> Bool { health.takeFailure() }
    /// See `Store`.
    package var isDamaged: Bool { health.isDamaged }
    /// See `Store`.
    package func tryWriting() async throws(DatabaseError) { try await engine.tryWriting() }

    /// See `Store`.
    package func closeUnused() -> Int { engine.closeUnused() }
}
