package import FairKitCore
package import FairKitStore

/// Makes kits known before anybody registers them: issued, or shipped already. In batches, with an outcome for each code.
package struct IssueKits: Sendable {
    private let store: Store
    private let now: Now
    private let draw: @Sendable () -> Int64

    /// - Parameter draw: gives the number of a new kit, from 0 to 9,999,999,999.
    package init(
        store: Store, now: @escaping Now,
        draw: @escaping @Sendable () -> Int64 = { Int64.random(in: 0..<10_000_000_000) }
    ) {
        self.store = store
        self.now = now
        self.draw = draw
    }

    /// Which kits.
    package enum Batch: Sendable {
        /// These, as they are printed.
        case codes([String])
        /// As many that no kit has yet.
        case new(Int)
    }

    /// A transaction touches at most 200 rows: a kit and its event each.
    package static let batchSizes = 1...100

    package enum Failure: Error {
        case forbidden
        case invalid(Invalid)
        case idempotency(IdempotencyFailure)
        case store(DatabaseError)
    }

    /// What became of one code.
    package enum Outcome: Sendable {
        case created(Kit)
        /// It was issued before, and is shipped now.
        case advanced(Kit)
        /// It is there already, in this state or beyond.
        case unchanged(Kit)
        case malformed(String, KitCode.Malformed)
        /// Its life is over.
        case closed(Kit)
    }

    /// - Parameter shipped: whether they are on their way; else they are issued.
    package func callAsFunction(
        _ batch: Batch, shipped: Bool, by caller: Caller
    ) async throws(Failure) -> Made<[Outcome]> {
        guard caller.subject.may(.issueKits) else { throw .forbidden }
        let now = now()
        let repetition: Repetition?
        do { repetition = try caller.repetition(in: store) } catch { throw .idempotency(error) }
        let status: KitStatus = shipped ? .shipped : .issued
        let candidates = try candidates(for: batch, at: now)
        let outcome: Result<Made<[Outcome]>, Failure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                switch try tx.made(under: repetition, of: Kit.self, at: now) {
                case .nothing: break
                case .other: return .failure(.idempotency(.reused))
                case .made(let ids, _):
                    return .success(.before(try EarlierBatch(ids).outcomes(of: batch, in: tx)))
                }
                var outcomes: [Outcome] = []
                for candidate in candidates where outcomes.count < batch.count {
                    // What was drawn may be a kit by chance, and that is somebody else's.
                    if case .new = batch, try candidate.isTaken(in: tx) { continue }
                    outcomes.append(try candidate.issue(as: status, in: tx, by: caller, at: now))
                }
                try tx.remember(repetition, made: EarlierBatch(outcomes).ids, at: now)
                try tx.record(caller.entry(.kitIssued, nil, about: nil, at: now))
                return .success(.now(outcomes))
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }

    private func candidates(for batch: Batch, at now: Timestamp) throws(Failure) -> [Candidate] {
        guard IssueKits.batchSizes.contains(batch.count) else {
            throw .invalid(Invalid(batch.pointer, "1 to 100 kits at once"))
        }
        switch batch {
        case .codes(let texts):
            return texts.map { Candidate(text: $0, id: .new(at: now)) }
        case .new(let count):
            // Drawn twice as often as needed: of ten thousand million numbers hardly one is taken.
            return (0..<2 * count).compactMap { _ in
                KitCode(number: draw()).map { Candidate(text: "\($0)", id: .new(at: now)) }
            }
        }
    }
}

extension IssueKits.Batch {
    fileprivate var count: Int {
        switch self {
        case .codes(let texts): texts.count
        case .new(let count): count
        }
    }

    fileprivate var pointer: String {
        switch self {
        case .codes: "/codes"
        case .new: "/count"
        }
    }
}

extension IssueKits.Outcome {
    /// The kit, if there is one.
    package var kit: Kit? {
        switch self {
        case .created(let kit), .advanced(let kit), .unchanged(let kit), .closed(let kit): kit
        case .malformed: nil
        }
    }
}

/// A code that is to be issued, with the id of its kit if it is new.
private struct Candidate: Sendable {
    let text: String
    let id: KitID

    func isTaken(in tx: borrowing WriteTransaction) throws(DatabaseError) -> Bool {
        guard let code = try? KitCode(typed: text) else { return false }
        return try tx.kit(code) != nil
    }

    func issue(
        as status: KitStatus, in tx: borrowing WriteTransaction, by caller: Caller, at now: Timestamp
    ) throws(DatabaseError) -> IssueKits.Outcome {
        let code: KitCode
        do { code = try KitCode(typed: text) } catch { return .malformed(text, error) }
        func step(_ status: KitStatus, implied: Bool) -> KitEvent {
            KitEvent(status: status, at: now, actor: caller.subject.id, implied: implied)
        }
        guard var kit = try tx.kit(code) else {
            let kit = Kit(
                id: id, code: code, status: status, profileID: nil, registeredAt: nil, sendBy: nil, readFrom: nil,
                needsReview: false)
            try tx.insert(kit)
            try tx.append(step(status, implied: false), to: id)
            return .created(kit)
        }
        guard !kit.status.isOver else { return .closed(kit) }
        guard kit.status == .issued, status == .shipped else { return .unchanged(kit) }
        kit.status = .shipped
        try tx.update(kit)
        try tx.append(step(.shipped, implied: false), to: kit.id)
        return .advanced(kit)
    }
}
