import FairKitCore
import FairKitStore
import Relational
import Schemas
import Support
import Testing

@Suite struct `The statistics of a store` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func `count rows and pending work`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 3), (2, .critical, 2), (3, .result, 1)])
            let claimed = try await store.claim(2)
            _ = try await store.ack(try #require(claimed.first).token)
            try scratch.place.renewStatistics()
            let found = try await store.statistics()
            #expect(found.rows.profiles == 2)
            #expect(found.rows.kits == 2)
            #expect(found.rows.results == 3)
            #expect(found.rows.resultVersions == 3)
            #expect(found.rows.alerts == 3)
            #expect(found.rows.deliveries == 3)
            #expect(found.openAlerts == 3)
            #expect([found.deliveries.pending, found.deliveries.leased, found.deliveries.acked] == [1, 1, 1])
            #expect(found.rows.alertEvents == 6)
            #expect(TestEngine.current != .files || found.logBytes > 4096)
            #expect(found.pageSize == (TestEngine.current == .files ? 4096 : 8192))
            #expect(found.pages > 10)
            #expect(found.schemaVersion == migrations.count)
            #expect(found.lastCheckpoint == nil)
        }
    }

    @Test func `count a delayed delivery as pending`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 2), (2, .critical, 1)])
            let claimed = try await store.claim(1)
            try await store.release(
                try #require(claimed.first), due: Example.now.advanced(by: .seconds(60)))
            let found = try await store.statistics().deliveries
            #expect([found.pending, found.leased, found.acked] == [2, 0, 0])
        }
    }

    @Test func `count a long history in parts`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise((1...5).map { ($0, .critical, 0) })
            let parts = try await store.read { (tx) throws(DatabaseError) in
                let first = try tx.alertEvents(after: 0, atMost: 3)
                return [first, try tx.alertEvents(after: first.last, atMost: 3)]
            }
            #expect(parts.map(\.last) == [3, 5])
            #expect(parts.map(\.isComplete) == [false, true])
            #expect(parts.map { $0.raised.map(\.count) } == [[3], [2]])
        }
    }

    @Test(.onFiles) func `include the last checkpoint`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in
                for number in 1...30 {
                    try tx.run(
                        "INSERT INTO laboratory (id, name) VALUES (\([UInt8(number)]), hex(zeroblob(100000)) || \(number))"
                    )
                }
            }
            try await store.settle()
            let found = try await store.statistics()
            #expect(found.lastCheckpoint != nil)
            #expect(found.fileBytes > 1000 * 4096)
        }
    }
}
