package import FairKitCore
package import FairKitStore
import Synchronization

/// Records who was refused what. `DenialLedger` decides what has an entry of its own, and what is counted.
package final class RecordDenials: Sendable {
    private let store: Store
    private let now: Now
    private let ledger = Mutex(DenialLedger())

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// - Parameters:
    ///   - route: its pattern.
    ///   - record: what it was about, if the path names it.
    package func callAsFunction(
        _ route: String, _ record: RecordID?, by caller: Caller
    ) async throws(DatabaseError) {
        var (owner, isOpened): (ProfileID?, Bool) = (nil, false)
        if let record {
            let now = now()
            (owner, isOpened) = try await store.read { (tx) throws(DatabaseError) in
                guard let owner = try tx.whose(record)?.profile else { return (nil, false) }
                let opened = try tx.opened(among: [owner], to: caller.subject, for: .readProfile, at: now)
                return (owner, !opened.isEmpty)
            }
        }
        try await enter(caller.denial(.forbidden, route, about: owner, breakGlass: isOpened))
    }

    /// Of somebody who is known, and may do such things, but did not find the record. What the policy hides is recorded, with whose it is.
    ///
    /// What is not there is recorded as well, about nobody: nearly the same is done for both, so that no time tells which it was. For that
    /// reason, too, it is counted by who asks alone, and not by what they ask for.
    /// - Parameter action: what they wanted to do with it.
    package func notFound(
        _ route: String, _ record: RecordID, for action: Action, by caller: Caller
    ) async throws(DatabaseError) {
        let now = now()
        let (owner, decision) = try await store.read { (tx) throws(DatabaseError) in
            let found = try tx.whose(record)
            // Of what is not there the policy is asked as if it were somebody's who has nothing to do with the caller.
            let decision = try tx.decision(
                for: caller.subject, action, about: found.map(\.profile) ?? .new(at: now), from: found?.laboratory,
                isOpenAndCritical: found?.isOpenAndCritical ?? false, at: now)
            return (found?.profile, decision)
        }
        // A caller that would be shown it, or told that they may not, was hidden nothing.
        guard decision == .hidden else { return }
        try await enter(caller.denial(.missed, route, about: owner, breakGlass: false))
    }

    /// Of somebody without a valid key.
    package func unknown(_ route: String, from address: String?, requestID: String) async throws(DatabaseError) {
        try await enter(
            Denial(
                source: .stranger(address: address), actor: AuditActor(key: nil, address: address), route: route,
                requestID: requestID))
    }

    /// Writes what was counted, once a minute is over, and begins anew.
    /// - Parameter atOnce: also before.
    package func writeCounted(atOnce: Bool = false) async throws(DatabaseError) {
        let now = now()
        try await write(ledger.withLock { $0.take(at: now, atOnce: atOnce) }, at: now)
    }

    private func enter(_ denial: Denial) async throws(DatabaseError) {
        let now = now()
        guard let record = ledger.withLock({ $0.enter(denial, at: now) }) else { return }
        try await write([record], at: now)
    }

    /// Writes some in each transaction. What can't be written is counted on, until another minute is over.
    private func write(_ records: [DenialLedger.Record], at now: Timestamp) async throws(DatabaseError) {
        for start in stride(from: 0, to: records.count, by: 100) {
            let entries = records[start..<min(start + 100, records.count)].flatMap { $0.entries(at: now) }
            do throws(DatabaseError) {
                try await store.write { (tx) throws(DatabaseError) in
                    for entry in entries { try tx.record(entry) }
                }
            } catch {
                ledger.withLock { $0.keep(records[start...], at: now) }
                throw error
            }
        }
    }
}

extension Caller {
    fileprivate func denial(
        _ reason: Denial.Reason, _ route: String, about profile: ProfileID?, breakGlass: Bool
    ) -> Denial {
        Denial(
            source: .known(Denial.Requester(id: subject.id, reason: reason, breakGlass: breakGlass)), actor: actor,
            route: route, requestID: requestID, patient: profile)
    }
}
