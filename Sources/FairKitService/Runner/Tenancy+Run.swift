import FairKitCore
import FairKitStore

/// The runner. It asks what the caller may do, opens the transaction, and writes the audit entry or the denial into it.
///
/// A use case can neither forget its caller nor run without one. What a caller may do without being identified (to sign in, to open a share's
/// link) does not go through it.
extension Tenancy {
    /// Runs a use case that writes; returns after the commit's fsync.
    ///
    /// - Parameters:
    ///   - action: what the caller wants to do; nil: something with their own account, whatever their role.
    ///   - record: what it is about. The policy is asked about it, and the body runs only if it says yes.
    ///   - lane: in which the write waits; see `Store.write`.
    ///   - body: has no side effects: it may run twice, if another one of its group commit failed.
    func write<T: Sendable, Own>(
        _ action: Action?, as caller: Caller, on record: RecordID? = nil, lane: WriteLane = .normal,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, inout Grant) throws(DatabaseError) -> Outcome<T, Own>
    ) async throws(Refusal<Own>) -> T {
        let granted = try await grant(action, to: caller, on: record, for: Own.self)
        let denial = DenialOnce(in: denials, at: granted.now)
        let outcome: Outcome<T, Own>
        do {
            outcome = try await store.write(in: lane) { (tx) throws(DatabaseError) in
                let (outcome, grant, denied) = try granted.run(on: record, in: tx) {
                    (tx, grant) throws(DatabaseError) in try body(tx, &grant)
                }
                for entry in grant.entries { try tx.record(entry) }
                if let denied { try denial.write(denied, in: tx) }
                return outcome
            }
        } catch {
            denial.giveBack()
            throw .store(error)
        }
        return try outcome.get()
    }

    /// Runs a use case that reads one snapshot. What is to be noted is written before anything is returned.
    /// - Parameters:
    ///   - lane: in which the read waits.
    ///   - isBrief: it reads a few rows. Then it is read where its audit entry is written, in the same transaction, unless much waits there:
    ///     that is one way instead of two, and finds the pages decrypted.
    func read<T: Sendable, Own>(
        _ action: Action?, as caller: Caller, on record: RecordID? = nil, lane: ReadLane = .normal,
        isBrief: Bool = false,
        _ body: @escaping @Sendable (borrowing ReadTransaction, inout Grant) throws(DatabaseError) -> Outcome<T, Own>
    ) async throws(Refusal<Own>) -> T {
        if isBrief, store.takesBriefReads, let read = try await readBriefly(action, as: caller, on: record, body) {
            return read
        }
        let granted = try await grant(action, to: caller, on: record, for: Own.self)
        let (outcome, noted, denied) = try await snapshot(granted, on: record, in: lane, body)
        if let denied {
            do { try await denials.write(denied) } catch { throw .store(error) }
        } else if !noted.entries.isEmpty {
            do {
                try await store.write { (tx) throws(DatabaseError) in
                    for entry in noted.entries { try tx.record(entry) }
                }
            } catch { throw .store(error) }
        }
        return try outcome.get()
    }

    /// - Returns: nil if it took too long there.
    private func readBriefly<T: Sendable, Own>(
        _ action: Action?, as caller: Caller, on record: RecordID?,
        _ body: @escaping @Sendable (borrowing ReadTransaction, inout Grant) throws(DatabaseError) -> Outcome<T, Own>
    ) async throws(Refusal<Own>) -> T? {
        try await write(action, as: caller, on: record) { (tx, grant) throws(DatabaseError) -> Outcome<T?, Own> in
            let before = grant
            let outcome = try tx.readBriefly { (tx) throws(DatabaseError) in try body(tx, &grant) }
            guard let outcome else {
                grant = before
                return .success(nil)
            }
            return outcome.map { $0 }
        }
    }

    /// The same for alerts, which are shown on a full disk, too, as far as they are critical.
    /// - Parameter showing: notes in the audit what is shown; on a full disk (`takesOnlyCritical`) a part of what was read, or nil: nothing
    ///   of it may be shown.
    func readCritical<T: Sendable, Own>(
        _ action: Action, as caller: Caller, on record: RecordID? = nil, lane: ReadLane = .normal,
        _ body: @escaping @Sendable (borrowing ReadTransaction, inout Grant) throws(DatabaseError) -> Outcome<T, Own>,
        showing: @escaping @Sendable (borrowing WriteTransaction, T, inout Grant) throws(DatabaseError) -> T?
    ) async throws(Refusal<Own>) -> T {
        let granted = try await grant(action, to: caller, on: record, for: Own.self)
        let (outcome, noted, denied) = try await snapshot(granted, on: record, in: lane, body)
        if let denied {
            do { try await denials.write(denied) } catch { throw .store(error) }
        }
        let read = try outcome.get()
        let shown: T?
        do {
            shown = try await store.write(in: .critical) { (tx) throws(DatabaseError) in
                var grant = noted
                let shown = try showing(tx, read, &grant)
                if shown != nil { for entry in grant.entries { try tx.record(entry) } }
                return shown
            }
        } catch { throw .store(error) }
        guard let shown else { throw .store(.noRoom) }
        return shown
    }

    /// Refuses what a caller's role and key are not for. That is known without a transaction.
    /// - Parameter record: what it is about.
    /// - Parameter own: what else the use case can answer.
    func permit<Own>(
        _ action: Action, to caller: Caller, on record: RecordID? = nil, for own: Own.Type
    ) async throws(Refusal<Own>) {
        guard !caller.subject.may(action) else { return }
        throw await forbidden(to: caller, on: record)
    }

    /// Records that a caller may not do something.
    /// - Returns: what they are told.
    func forbidden<Own>(to caller: Caller, on record: RecordID? = nil) async -> Refusal<Own> {
        do { try await denials.forbidden(record, to: caller) } catch { return .store(error) }
        return .forbidden
    }

    private func grant<Own>(
        _ action: Action?, to caller: Caller, on record: RecordID?, for own: Own.Type
    ) async throws(Refusal<Own>) -> Grant {
        if let action { try await permit(action, to: caller, on: record, for: own) }
        do {
            return Grant(action, to: caller, repetition: try caller.repetition(in: store), at: now())
        } catch { throw .idempotency(error) }
    }

    private func snapshot<T: Sendable, Own>(
        _ granted: Grant, on record: RecordID?, in lane: ReadLane,
        _ body: @escaping @Sendable (borrowing ReadTransaction, inout Grant) throws(DatabaseError) -> Outcome<T, Own>
    ) async throws(Refusal<Own>) -> (Outcome<T, Own>, Grant, Denial?) {
        do {
            return try await store.read(in: lane) { (tx) throws(DatabaseError) in
                try granted.run(on: record, in: tx) { (tx, grant) throws(DatabaseError) in try body(tx, &grant) }
            }
        } catch { throw .store(error) }
    }
}

extension Grant {
    /// Asks the policy, runs a use case if it says yes, and tells what the audit records of a refusal.
    fileprivate func run<T, Own, Access>(
        on named: RecordID?, in tx: borrowing Transaction<Access>,
        _ body: (borrowing Transaction<Access>, inout Grant) throws(DatabaseError) -> Outcome<T, Own>
    ) throws(DatabaseError) -> (Outcome<T, Own>, Grant, Denial?) {
        var grant = self
        if let named, let denied = try grant.ask(about: named, in: tx) {
            return (.failure(denied.refusal()), grant, denied.denial)
        }
        let outcome = try body(tx, &grant)
        guard case .failure(.forbidden) = outcome else { return (outcome, grant, nil) }
        return (outcome, grant, try caller.denial(.forbidden, about: grant.record?.profile, in: tx, at: now))
    }
}
