package import FairKitCore
import SQLCipher
import Synchronization

/// What the last reads and writes of a file have shown of it.
final class StoreHealth: Sendable {
    private let failing = Atomic(false)
    private let untold = Atomic(false)
    private let damaged = Atomic(false)

    /// Whether the disk or the file keeps writes from being made: from a failed commit to the next one that succeeds.
    var writesFail: Bool { failing.load(ordering: .relaxed) }

    /// Whether damaged pages were met since the file was opened.
    var isDamaged: Bool { damaged.load(ordering: .relaxed) }

    /// Whether a commit has failed so since this was asked last.
    func takeFailure() -> Bool { untold.exchange(false, ordering: .relaxed) }

    /// The same observer, which notes here how the file is.
    func observing(_ observer: DatabaseObserver) -> DatabaseObserver {
        var noting = observer
        noting.committed = { writes, time, pages in
            self.failing.store(false, ordering: .relaxed)
            observer.committed(writes, time, pages)
        }
        noting.failed = { error in
            if error.stopsWrites {
                self.failing.store(true, ordering: .relaxed)
                self.untold.store(true, ordering: .relaxed)
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
    /// Whether the disk or the file keeps writes from being made: from a failed commit to the next one that succeeds.
    package var writesFail: Bool { health.writesFail }

    /// Whether damaged pages were met since the store was opened.
    package var isDamaged: Bool { health.isDamaged }

    /// Whether a commit has failed so since this was asked last.
    package func takeFailure() -> Bool { health.takeFailure() }

    /// Makes a write that changes nothing, which shows whether writes can be made again.
    package func tryWriting() async throws(DatabaseError) { try await database.tryWriting() }

    /// Closes what was not used since this was last called, as long as it is opened again in no time. It blocks for some milliseconds.
    /// - Returns: how many connections it closed.
    package func closeUnused() -> Int { database.closeUnused() }
}

extension Control {
    /// What SQLite finds wrong with the structure of the open file; nil if nothing.
    package func check() async throws(DatabaseError) -> CheckFinding? {
        let faults: Int
        do throws(DatabaseError) {
            faults = try await database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
                try connection.structureFaults(withIndexes: true) + connection.foreignKeyFaults()
            }
        } catch  where error.isDamage { faults = 1 }
        return faults > 0 ? CheckFinding(code: .control, count: faults) : nil
    }

    /// As of a store.
    package var writesFail: Bool { health.writesFail }
    /// As of a store.
    package func takeFailure() -> Bool { health.takeFailure() }
    /// As of a store.
    package var isDamaged: Bool { health.isDamaged }
    /// As of a store.
    package func tryWriting() async throws(DatabaseError) { try await database.tryWriting() }

    /// As of a store.
    package func closeUnused() -> Int { database.closeUnused() }
}
