import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `A stored alert` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func `is read with its level, its range and its patient`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1, of: Example.kit(1))
            let alert = Example.alert(1, about: result)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(result)
                try tx.raise(alert, actor: Example.key)
            }
            let (found, standing, stored, unknown) = try await store.read { (tx) throws(DatabaseError) in
                (
                    try tx.alert(alert.id), try tx.standingAlerts(about: result.id),
                    try tx.result(result.id, in: .consenting)?.alertID, try tx.alert(AlertID(number: 9))
                )
            }
            #expect(found == alert)
            #expect(standing == [alert])
            #expect(stored == alert.id)
            #expect(unknown == nil)
        }
    }

    @Test func `that was retracted no longer stands, and its history says so once`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1)
            let alert = Example.alert(1, about: result)
            let standing = try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(result)
                try tx.raise(alert, actor: Example.key)
                try tx.retract(alert.id, actor: Example.key, at: Example.now)
                try tx.retract(alert.id, actor: Example.key, at: Example.now)
                return try tx.standingAlerts(about: result.id)
            }
            #expect(standing.isEmpty)
            #expect(try await store.values("SELECT kind FROM alert_event ORDER BY number") == ["raised", "retracted"])
            let state = try await store.read { (tx) throws(DatabaseError) in try tx.alert(alert.id)?.state }
            #expect(state == .retracted)
            #expect(try await store.values("SELECT state FROM delivery") == ["pending"])
        }
    }

    @Test func `is the only one of its rule for a version`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(result)
                try tx.raise(Example.alert(1, about: result), actor: Example.key)
            }
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.raise(Example.alert(2, about: result), actor: Example.key)
                }
            }
            #expect(try await store.values("SELECT COUNT(*) FROM delivery") == [1])
            #expect(try await store.values("SELECT number FROM alert_event") == [1])
        }
    }

    @Test func `of a chain says whether the level changed, and the chain is read at once, with an end`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let levels: [Int64] = [820_000, 820_000, 910_000]
            let alerts = try (1...130 as ClosedRange<Int64>).map { number in
                let version = Example.version(level: number <= 3 ? levels[Int(number) - 1] : 910_000)
                let result = try Example.result(number, version)
                let alert = Example.alert(
                    number, about: result, at: Example.now.advanced(by: .seconds(number)),
                    follows: number == 1 ? nil : AlertID(number: number - 1))
                return (result, alert)
            }
            try await store.write { (tx) throws(DatabaseError) in
                for (result, alert) in alerts {
                    try tx.insertResult(result)
                    try tx.raise(alert, actor: Example.key)
                }
            }
            let last = AlertID(number: 130)
            try await store.read { (tx) throws(DatabaseError) in
                for (number, changes) in [(1, false), (2, false), (3, true), (4, false)] as [(Int64, Bool)] {
                    #expect(try tx.alert(AlertID(number: number))?.changesLevel == changes)
                }
                let chain = try tx.chain(of: [last], most: NoticeFacts.mostEnds)
                #expect(chain == (31...130 as ClosedRange<Int64>).reversed().map { AlertID(number: $0) })
                #expect(try tx.origin(of: last) == AlertID(number: 1))
                #expect(try tx.chain(of: [AlertID(number: 1)], most: 9) == [AlertID(number: 1)])
            }
            // As an archive might have it.
            try await store.write { (tx) throws(DatabaseError) in
                try tx.run("UPDATE alert SET follows = \(last) WHERE id = \(AlertID(number: 1))")
                #expect(try tx.origin(of: last) == last)
            }
        }
    }

    @Test func `is listed while open, by band and age, in pages without gaps or duplicates`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let alerts = try (1...12 as ClosedRange<Int64>).map { number in
                let raised = Example.now.advanced(by: .seconds(-(number / 4)))
                let band = Band(rawValue: Int(number) % 4) ?? .critical
                return Example.alert(number, about: try Example.result(number), band: band, at: raised)
            }
            try await store.write { (tx) throws(DatabaseError) in
                for (index, alert) in alerts.enumerated() {
                    try tx.insertResult(Example.result(Int64(index + 1)))
                    try tx.raise(alert, actor: Example.key)
                }
                try tx.retract(alerts[0].id, actor: Example.key, at: Example.now)
            }
            let expected = alerts.dropFirst().sorted {
                ($0.band.rawValue, $0.raisedAt, $0.id.description) < ($1.band.rawValue, $1.raisedAt, $1.id.description)
            }
            for limit in [1, 2, 5, 11, 12] {
                var found: [Alert] = []
                var cursor: AlertCursor?
                repeat {
                    let page = try await store.read { [cursor] (tx) throws(DatabaseError) in
                        try tx.alerts(after: cursor, limit: limit)
                    }
                    found += page.items
                    guard found.count < 100 else { throw UnexpectedEnd() }
                    cursor = page.next.flatMap { AlertCursor($0.description) }
                } while cursor != nil
                #expect(found == expected)
            }
        }
    }
}
