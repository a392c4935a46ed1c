import FairKitCore
import FairKitStore

/// The runner. It asks the policy, opens the transaction, and writes the audit entry or the denial into it.
///
/// No use case can run without a caller. Use cases without an authenticated caller (signing in, opening a share link)
/// bypass it.
extension Tenancy {
    /// Runs a use case that writes; returns after the commit's fsync.
    ///
    /// - Parameters:
    ///   - action: the requested action; nil: the caller's own account, in any role.
    ///   - record: the record that it is about. The body runs only if the policy allows access to it.
    ///   - lane: the lane in which the write waits; see `Store.write`.
    ///   - changes: whether it changes anything; a brief read does not, and needs no proof.
    ///   - body: has no side effects: it may run twice, if another write of its group commit failed.
    func write<T: Sendable, Own>(
        _ action: Action?, as caller: Caller, on record: RecordID? = nil, lane: WriteLane = .normal,
        changes: Bool = true,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, inout Grant) throws(DatabaseError) -> Outcome<T, Own>
    ) async throws(Refusal<Own>) -> T {
        let granted = try await grant(action, to: caller, on: record, for: Own.self)
        let confirmed = changes ? try await prove(action, by: caller, for: Own.self) : nil
        let denial = DenialOnce(in: denials, at: granted.now)
        let outcome: Outcome<T, Own>
        do {
            outcome = try await store.write(in: lane) { [zones, now] (tx) throws(DatabaseError) in
                if let confirmed, try !OwnAccount.stillCounts(confirmed, for: granted, in: tx) {
                    return .failure(.unproved(.signIn(.wrong)))
                }
                let (outcome, grant, denied) = try granted.at(now()).run(on: record, in: tx) {
                    (tx, grant) throws(DatabaseError) in try body(tx, &grant)
                }
                try grant.settle(in: tx, zones: zones)
                if let denied { try denial.write(denied, in: tx) }
                return outcome
            }
        } catch {
            denial.release()
            throw .store(error)
        }
        if case .failure(.overBudget(let spent)) = outcome { spentBudgets.count(spent, of: name, at: granted.now) }
        return try outcome.get()
    }

    /// Runs a use case that reads one snapshot. Its audit entry is written before anything is returned.
    ///
    /// - Parameters:
    ///   - lane: the lane in which the read waits.
    ///   - isBrief: the use case reads a few rows. It then runs in the transaction of its audit entry, unless many
    ///     writes wait: one queue instead of two, with pages already decrypted.
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
                try await store.write { [zones] (tx) throws(DatabaseError) in try noted.settle(in: tx, zones: zones) }
            } catch { throw .store(error) }
        }
        return try outcome.get()
    }

    /// - Returns: nil if it took too long there.
    private func readBriefly<T: Sendable, Own>(
        _ action: Action?, as caller: Caller, on record: RecordID?,
        _ body: @escaping @Sendable (borrowing ReadTransaction, inout Grant) throws(DatabaseError) -> Outcome<T, Own>
    ) async throws(Refusal<Own>) -> T? {
        try await write(action, as: caller, on: record, changes: false) {
            (tx, grant) throws(DatabaseError) -> Outcome<T?, Own> in
            let before = grant
            let outcome = try tx.readBriefly { (tx) throws(DatabaseError) in try body(tx, &grant) }
            guard let outcome else {
                grant = before
                return .success(nil)
            }
            return outcome.map { $0 }
        }
    }

    /// The same for alerts, of which the critical ones are shown on a full disk, too.
    ///
    /// - Parameter showing: records in the audit log what is shown. On a full disk (`takesOnlyCritical`) it returns the
    ///   part to show, or nil for nothing.
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

    /// Refuses what the caller's role and key do not allow. This needs no transaction.
    ///
    /// - Parameters:
    ///   - record: the record that it is about.
    ///   - own: the use case's own reasons.
    func permit<Own>(
        _ action: Action, to caller: Caller, on record: RecordID? = nil, for own: Own.Type
    ) async throws(Refusal<Own>) {
        guard !caller.subject.may(action) else { return }
        throw await forbidden(to: caller, on: record)
    }

    /// Records that a caller is not allowed to do something.
    ///
    /// - Returns: the caller's error.
    func forbidden<Own>(to caller: Caller, on record: RecordID? = nil) async -> Refusal<Own> {
        do { try await denials.forbidden(record, to: caller) } catch { return .store(error) }
        return .forbidden
    }

    func grant<Own>(
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
    /// Asks the policy, runs the use case if it is allowed, and returns the audit entry of a denial.
    fileprivate func run<T, Own, Access>(
        on named: RecordID?, in tx: borrowing Connection<Access>,
        _ body: (borrowing Connection<Access>, inout Grant) throws(DatabaseError) -> Outcome<T, Own>
    ) throws(DatabaseError) -> (Outcome<T, Own>, Grant, Denial?) {
        var grant = self
        if let named, let denied = try grant.ask(about: named, in: tx) {
            return (.failure(denied.refusal()), grant, denied.denial)
        }
        let outcome = try body(tx, &grant)
        guard case .failure(.forbidden) = outcome else { return (outcome, grant, nil) }
        return (outcome, grant, try grant.denial(in: tx))
    }

    /// The denial of a use case that its closure refused.
    func denial<Access>(in tx: borrowing Connection<Access>) throws(DatabaseError) -> Denial {
        try caller.denial(.forbidden, about: record?.profile, in: tx, at: now)
    }
}
