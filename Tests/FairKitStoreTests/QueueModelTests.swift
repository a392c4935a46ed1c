import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

/// The store behaves like the model, operation by operation, and equals it after every crash.
///
/// `TestEngine.modelSteps` operations in eight runs.
@Suite struct `The queue and its model` {
    static let steps = TestEngine.modelSteps
    static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]
    /// Operations in one transaction.
    static let batch = 100

    @Test(arguments: seeds) func `agree after every operation and every crash`(seed: UInt64) async throws {
        var run = try await QueueRun(seed: seed)
        let batches = max(2, Self.steps / Self.seeds.count / Self.batch)
        for number in 0..<batches {
            // A kill in the middle of a transaction, a kill right after its commit, or none.
            switch run.generator.random.below(25) {
            case 0: try await run.crash(in: Self.batch)
            case 1:
                try await run.advance(Self.batch)
                try await run.crash()
            default: try await run.advance(Self.batch)
            }
            guard run.difference == nil else { break }
            if number == batches - 1 { try await run.crash() }
        }
        run.store.close()
        #expect(run.difference == nil, "seed \(seed)")
        guard Self.steps >= 50_000, run.difference == nil else { return }
        // `EscalationModelTests` does what clinicians and the escalation do.
        let ofTheLoop: Set<AlertEventKind> = [.acknowledged, .resolved, .readBackFailed, .escalated, .stepSkipped]
        let never = AlertEventKind.allCases.filter {
            !ofTheLoop.contains($0) && run.model.counts[$0, default: 0] == 0
        }
        #expect(never == [], "seed \(seed) never reached these operations")
    }
}

/// A model and a store that get the same operations.
struct QueueRun {
    private(set) var model = QueueModel()
    var generator: QueueGenerator
    private(set) var store: Store
    private var place: TestPlace
    private(set) var steps = 0
    /// The first difference between them.
    private(set) var difference: String?

    init(seed: UInt64) async throws {
        generator = QueueGenerator(seed: seed)
        place = try TestPlace(master: Scratch.master())
        try place.initialise()
        store = try place.open()
        try await store.write { (tx) throws(DatabaseError) in
            try tx.insertLaboratory(Laboratory(id: Example.laboratory, name: "Laboratory"))
        }
    }

    private struct Batch: Sendable {
        var model: QueueModel
        var generator: QueueGenerator
        var steps: Int
        var difference: String?

        /// Applies this many operations to both, until they differ.
        mutating func advance(_ count: Int, in tx: borrowing WriteTransaction) throws(DatabaseError) {
            model.events = []
            for _ in 0..<count {
                generator.pass()
                let operation = generator.operation(on: model)
                let found = try tx.apply(operation, model, at: generator.now)
                let expected = model.apply(operation, at: generator.now)
                steps += 1
                if case .together(let outcomes) = found {
                    for case .claimed(let claim) in outcomes { generator.remember(claim) }
                }
                guard found == expected else {
                    difference = "step \(steps): \(operation) gave \(found) instead of \(expected)"
                    return
                }
            }
            difference = try tx.difference(from: model)
        }
    }

    /// Applies this many operations in one transaction.
    mutating func advance(_ count: Int) async throws {
        let start = Batch(model: model, generator: generator, steps: steps)
        let end = try await store.write { (tx) throws(DatabaseError) in
            var batch = start
            try batch.advance(count, in: tx)
            return batch
        }
        (model, generator, steps, difference) = (end.model, end.generator, end.steps, end.difference)
    }

    /// Ends the store like a kill, and continues with what is on the disk: no acknowledged write is lost.
    /// - Parameter count: operations of an uncommitted transaction, of which nothing may be found.
    mutating func crash(in count: Int = 0) async throws {
        let start = Batch(model: model, generator: generator, steps: steps)
        let (end, place) = try await place.kill(store) { (tx) throws(DatabaseError) in
            var batch = start
            if count > 0 { try batch.advance(count, in: tx) }
            return batch
        }
        // The tokens that consumers got in that transaction are unknown afterwards.
        (generator, steps, difference) = (end.generator, end.steps, end.difference)
        guard difference == nil else { return }
        store = try place.open()
        self.place = place
        let model = model
        // On the writing connection, since a snapshot may last at most five seconds.
        difference = try await store.write { (tx) throws(DatabaseError) in
            if let difference = try tx.difference(from: model) { return difference }
            return try tx.wholeDifference(from: model)
        }
        let check = try await store.check()
        if !check.isSound { difference = difference ?? "after step \(steps): \(check)" }
    }
}
