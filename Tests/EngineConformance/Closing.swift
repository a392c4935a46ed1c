import Dispatch
import Relational
import Testing

extension Conformance {
    /// The fate of queued work when a database is closed.
    static let closing = [
        Conformance("finishes queued work when it is closed, then a last write, and refuses what comes later") {
            engine async throws in
            let database = try await engine.open(EngineOptions())
            let gate = Gate()
            let order = Notes()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await database.write { _ throws(DatabaseError) in gate.pass() } }
                await gate.isReached()
                for number in 1...3 {
                    group.addTask {
                        let answer = await Result { () async throws(DatabaseError) in
                            try await database.write { (tx) throws(DatabaseError) in
                                order.add(number)
                                return try tx.rowsChanged(by: "INSERT INTO thing (id) VALUES (\(number))")
                            }
                        }
                        #expect(answer == .success(1))
                    }
                }
                while database.load.writesWaiting < 3 { await Task.yield() }
                group.addTask {
                    await database.closed { (tx) throws(DatabaseError) in
                        order.add(4)
                        try tx.run("INSERT INTO thing (id) VALUES (4)")
                    }
                }
                while await Result({ () async throws(DatabaseError) in
                    try await database.values("SELECT 1", as: Int.self)
                }) == .success([1]) {}
                gate.open()
            }
            #expect(order.all.count == 4 && order.all.last == 4)
            for lane in [WriteLane.critical, .normal] {
                await #expect(throws: DatabaseError.closed) {
                    try await database.write(lane: lane) { _ throws(DatabaseError) in }
                }
            }
            await #expect(throws: DatabaseError.closed) { try await database.values("SELECT 1", as: Int.self) }
            await #expect(throws: DatabaseError.closed) {
                try await database.readOnDedicatedConnection { _ throws(DatabaseError) in }
            }
            let again = try await engine.open(EngineOptions())
            defer { again.close() }
            #expect(try await again.values("SELECT id FROM thing ORDER BY id") == [1, 2, 3, 4])
        },
        Conformance("returns to the second of two that close it at once only when the last write is done") {
            engine async throws in
            let database = try await engine.open(EngineOptions())
            let gate = Gate()
            let order = Notes()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await database.closed { _ throws(DatabaseError) in
                        gate.pass()
                        order.add(1)
                    }
                }
                await gate.isReached()
                group.addTask {
                    await database.closed()
                    order.add(2)
                }
                for _ in 0..<10_000 where order.all.isEmpty { await Task.yield() }
                gate.open()
            }
            #expect(order.all == [1, 2])
        },
        Conformance("lets itself be closed twice") { engine async throws in
            let database = try await engine.open(EngineOptions())
            try await database.run("INSERT INTO thing (id) VALUES (1)")
            for _ in 0..<2 { await database.closed() }
            let again = try await engine.open(EngineOptions())
            defer { again.close() }
            #expect(try await again.values("SELECT id FROM thing") == [1])
        },
    ]
}

extension Engine {
    /// Closes the database on another thread.
    func closed(
        last: (@Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void)? = nil
    ) async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            DispatchQueue(label: "closing").async {
                self.close(last: last)
                done.resume()
            }
        }
    }
}
