import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

/// A token is valid for one lease, in one group. Two consumers in each of two groups keep all tokens that they ever
/// got.
@Suite struct `A stale, foreign or altered token` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    static let wanted = TestEngine.modelSteps
    static let seeds: [UInt64] = [11, 12, 13, 14]

    /// `TestEngine.modelSteps` attempts go through the store. After each of them the engine has changed no row of any table;
    /// every column of every delivery is read in the end.
    @Test(arguments: seeds) func `is refused by the store and changes nothing`(seed: UInt64) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertLaboratory(Laboratory(id: Example.laboratory, name: "Laboratory"))
            }
            var run = TokenRun(seed: seed)
            while run.attempts < Self.wanted / Self.seeds.count, run.difference == nil {
                let start = run
                run = try await store.write { (tx) throws(DatabaseError) in
                    var run = start
                    try run.advance(in: tx)
                    return run
                }
            }
            #expect(run.difference == nil)
            let model = run.model
            let difference = try await store.read { (tx) throws(DatabaseError) in
                try tx.wholeDifference(from: model)
            }
            #expect(difference == nil)
            guard Self.wanted >= 50_000 else { return }
            #expect(run.refused.count == 9, "each call meets each kind of token: \(run.refused)")
        }
    }

    /// A million attempts on the rule alone, without a store: only the consumer with the newest lease settles a
    /// delivery.
    @Test(arguments: seeds) func `settles nothing by the rule, in a million interleavings`(seed: UInt64) {
        var random = SplitMix64(state: seed)
        var (state, newest, tokens, now) = (DeliveryState.pending, 0, 0, Example.now)
        var (wrong, settled, repeated) = (0, 0, 0)
        for _ in 0..<250_000 {
            now = now.advanced(by: .milliseconds(random.below(1000)))
            switch random.below(8) {
            case 0 where state.name(at: now) == .pending:
                (tokens, newest) = (tokens + 1, tokens + 1)
                state = .leased(until: now.advanced(by: .seconds(1 + random.below(8))))
            case 1 where random.happens(10): state = [.pending, .parked][random.below(2)]
            case 1 where state == .parked: state = .pending
            default:
                let token = max(0, tokens - random.below(3))
                let settlement = Settlement(of: state, isNewest: token == newest, at: now)
                switch state {
                case .leased(let until) where token == newest && until > now:
                    wrong += settlement == .acked(at: now) ? 0 : 1
                    // In the other half of the cases its consumer does nothing.
                    if random.happens(50) { state = .acked(at: now) }
                    settled += 1
                case .acked(let at) where token == newest:
                    wrong += settlement == .repeated(at: at) ? 0 : 1
                    repeated += 1
                default: wrong += settlement == .stale ? 0 : 1
                }
            }
        }
        #expect(wrong == 0)
        #expect(settled > 1000 && repeated > 1000)
    }
}

/// Consumers that work normally, and make forbidden attempts in between.
private struct TokenRun: Sendable {
    enum Kind: Hashable, Sendable, CaseIterable {
        case stale
        case foreign
        case altered
    }

    struct Attempt: Hashable, Sendable {
        let kind: Kind
        let call: Int
    }

    private(set) var model = QueueModel()
    private var random: SplitMix64
    private var now = Example.now
    private var tokens: [(token: LeaseToken, group: Int)] = []
    private(set) var attempts = 0
    private(set) var refused: [Attempt: Int] = [:]
    private(set) var difference: String?

    init(seed: UInt64) {
        random = SplitMix64(state: seed)
    }

    mutating func advance(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        model.events = []
        if model.groups.count == 1 { try work(.make("second", ConsumerGroup.Settings()), in: tx) }
        for _ in 0..<300 where difference == nil {
            now = now.advanced(by: .milliseconds(random.below(500)))
            if tokens.isEmpty || random.happens(15) { try work(nextWork(), in: tx) } else { try attempt(in: tx) }
        }
        if difference == nil { difference = try tx.difference(from: model) }
    }

    /// A legitimate operation of the consumers.
    private mutating func nextWork() -> QueueOperation {
        let group = random.below(2)
        if model.groups[group].live.count < 8 { return .raise(Band(rawValue: random.below(4)) ?? .critical, at: now) }
        let held = tokens.suffix(20).filter { model.worth($0.token, in: $0.group, at: now) == .held }
        switch random.below(10) {
        case 0..<3 where !held.isEmpty:
            let (token, group) = held[random.below(held.count)]
            return .ack(token, group: group)
        case 3..<6 where !held.isEmpty:
            let (token, group) = held[random.below(held.count)]
            return .release(token, group: group, delay: 0)
        case 6: return .bind(Int64(1 + random.below(model.alerts.count)))
        case 7: return .redrive(nil, group: group, limit: 10)
        default:
            return .claim(
                group: group,
                QueueModel.Claim(
                    consumer: ["one", "two"][random.below(2)], lease: nil,
                    secrets: (0...random.below(3)).map { _ in random.secret() }, lanes: Set(DeliveryLane.allCases)))
        }
    }

    private mutating func work(_ operation: QueueOperation, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let found = try tx.apply(operation, model, at: now)
        let expected = model.apply(operation, at: now)
        if found != expected { difference = "\(operation) gave \(found) instead of \(expected)" }
        guard case .claim(let group, _) = operation, case .together(let outcomes) = found else { return }
        for case .claimed(let claim) in outcomes {
            tokens += claim.leased.map { (LeaseToken(delivery: $0.number, secret: $0.secret ?? []), group) }
        }
    }

    private mutating func attempt(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let (kind, token, group) = token()
        let isOver = model.worth(token, in: group, at: now)
        // It may be valid by chance.
        if isOver == .held { return }
        let call = random.below(3)
        let operation: QueueOperation =
            switch call {
            case 0: .ack(token, group: group)
            case 1: .release(token, group: group, delay: 0)
            default: .extend(token, group: group, seconds: nil)
            }
        let before = try Self.changes(in: tx)
        let found = try tx.apply(operation, model, at: now)
        let after = try Self.changes(in: tx)
        let isRefused =
            switch (kind, found) {
            case (.foreign, .unknown), (.altered, .unknown), (.stale, .stale), (.altered, .stale): true
            // It did ack, and gets the same answer.
            case (.stale, .repeated(let at)): call == 0 && isOver == .settled(at: at)
            default: false
            }
        guard isRefused, before == after else {
            difference = "\(kind): \(operation) gave \(found) and changed \(after - before) rows"
            return
        }
        attempts += 1
        if case .repeated = found { return }
        refused[Attempt(kind: kind, call: call), default: 0] += 1
    }

    /// The number of rows changed so far, on this connection or in this transaction.
    private static func changes(in tx: borrowing WriteTransaction) throws(DatabaseError) -> Int {
        switch TestEngine.current {
        case .files: try tx.number("SELECT total_changes()")
        case .postgres:
            try tx.number(
                """
                SELECT CAST(SUM(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
                    + pg_stat_get_xact_tuples_deleted(oid)) AS BIGINT)
                FROM pg_class WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)
                """)
        }
    }

    /// Half of them belong to recent leases, which may still be in force.
    private mutating func token() -> (Kind, LeaseToken, group: Int) {
        let index =
            random.happens(50) ? random.below(tokens.count) : tokens.count - 1 - random.below(min(12, tokens.count))
        let (token, group) = tokens[index]
        switch random.below(8) {
        case 0..<3: return (.stale, token, group)
        case 3, 4: return (.foreign, token, 1 - group)
        case 5:
            var secret = token.secret
            secret[random.below(secret.count)] ^= 1 << UInt8(random.below(8))
            return (.altered, LeaseToken(delivery: token.delivery, secret: secret), group)
        case 6:
            let secret = Array(token.secret.prefix(random.below(16)))
            return (.altered, LeaseToken(delivery: token.delivery, secret: secret), group)
        default:
            let step = [-1, 1, -token.delivery, 4711, -2 * token.delivery][random.below(5)]
            return (.altered, LeaseToken(delivery: token.delivery + step, secret: token.secret), group)
        }
    }
}
