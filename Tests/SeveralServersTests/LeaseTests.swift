import FairKitCore
import FairKitStore
import PostgreSQL
import PostgresSupport
import Relational
import Testing

/// Two servers on one database.
@Suite struct `Leases of a database` {
    let database: PostgresDatabase
    let one = ServerRecord(
        id: .new(at: Timestamp(milliseconds: 1)), name: "one", newestSchema: 1, startedAt: Timestamp(milliseconds: 1))
    let two = ServerRecord(
        id: .new(at: Timestamp(milliseconds: 2)), name: "two", newestSchema: 1, startedAt: Timestamp(milliseconds: 1))
    let works = (1...3).map { SharedWork.tenant(.new(at: Timestamp(milliseconds: $0))) }

    init() throws {
        let schema = TestStore.schema()
        try TestStore.shared.get().session().make(schema, by: .control)
        let pool = ConnectionPool(
            try TestServer.shared.get().address(user: "store", database: "store"), password: nil,
            limits: .init(writers: 2, readers: 1, kept: 0))
        database = try PostgresDatabase.open(pool, at: schema, head: "UPDATE head SET commits = commits + 1")
    }

    private func renew(
        _ server: ServerRecord, taking works: Set<SharedWork> = [], givingBack back: Set<SharedWork> = []
    ) async throws -> [SharedWork: Int64] {
        var change = LeaseChange()
        (change.taken, change.givenBack) = (works, back)
        let found = try await database.write { [change] (tx) throws(DatabaseError) in
            try tx.renewLeases(of: server, changing: change)
        }
        let held = try #require(found)
        #expect(held.allSatisfy { $0.holder == server.id })
        return Dictionary(uniqueKeysWithValues: held.map { ($0.work, $0.term) })
    }

    private func board() async throws -> LeaseBoard {
        try await database.read { (tx) throws(DatabaseError) in try tx.leaseBoard() }
    }

    /// As if so much time had gone by.
    private func age(by seconds: Int) async throws {
        try await database.write { (tx) throws(DatabaseError) in
            try tx.run("UPDATE lease SET until_at = until_at - \(seconds * 1000)")
            try tx.run("UPDATE server SET seen_at = seen_at - \(seconds * 1000)")
        }
    }

    @Test func `are held by one server at a time`() async throws {
        #expect(try await renew(one, taking: [works[0], works[1]]) == [works[0]: 1, works[1]: 1])
        #expect(try await renew(two, taking: [works[0], works[1], works[2]]) == [works[2]: 1])
        #expect(try await renew(one, taking: [works[2]]) == [works[0]: 1, works[1]: 1])
        let board = try await board()
        #expect(board.leases.count == 3)
        #expect(board.servers == [one.id, two.id])
    }

    @Test func `are held by one of two servers that take them at the same moment`() async throws {
        for _ in 0..<10 {
            async let first = renew(one, taking: Set(works))
            async let second = renew(two, taking: Set(works))
            let (ours, theirs) = try await (Set(first.keys), Set(second.keys))
            #expect(ours.isDisjoint(with: theirs) && ours.union(theirs) == Set(works))
            try await age(by: 9)
        }
    }

    @Test func `last for eight seconds after the last renewal`() async throws {
        _ = try await renew(one, taking: [works[0]])
        #expect(try await renew(two, taking: [works[0]]) == [:])
        try await age(by: 2)
        #expect(try await renew(one) == [works[0]: 1])
        let left = try await database.read { (tx) throws(DatabaseError) in
            try tx.number("SELECT until_at - \(.databaseTime) FROM lease")
        }
        #expect(left <= 8000)
        try await age(by: 8)
        #expect(try await board().leases == [])
        #expect(try await renew(two, taking: [works[0]]) == [works[0]: 2])
    }

    @Test func `that another server took over are not renewed or given back by the first`() async throws {
        _ = try await renew(one, taking: [works[0]])
        try await age(by: 9)
        _ = try await renew(two, taking: [works[0]])
        #expect(try await renew(one, taking: [works[0]], givingBack: [works[0]]) == [:])
        try await database.write { [one] (tx) throws(DatabaseError) in try tx.endLeases(of: one) }
        #expect(try await board().leases == [.init(work: works[0], holder: two.id, term: 2)])
    }

    @Test func `that ended have to be taken again, also by the same server`() async throws {
        _ = try await renew(one, taking: [works[0]])
        try await age(by: 60)
        #expect(try await renew(one) == [:])
        #expect(try await renew(one, taking: [works[0]]) == [works[0]: 2])
    }

    @Test func `that are given back can be taken at once, and stay given back`() async throws {
        _ = try await renew(one, taking: [works[0], works[1]])
        #expect(try await renew(one, givingBack: [works[0]]) == [works[1]: 1])
        #expect(try await renew(one) == [works[1]: 1])
        #expect(try await renew(two, taking: [works[0]]) == [works[0]: 2])
    }

    @Test func `are free at once when their server ends`() async throws {
        _ = try await renew(one, taking: Set(works))
        try await database.write { [one] (tx) throws(DatabaseError) in try tx.endLeases(of: one) }
        let board = try await board()
        #expect(board.leases == [] && board.servers == [])
        #expect(try await Set(renew(two, taking: Set(works)).keys) == Set(works))
    }

    @Test func `are not shared by two servers whose directories were copied: the later one has them`() async throws {
        _ = try await renew(one, taking: [works[0]])
        let copy = ServerRecord(id: one.id, name: "copy", newestSchema: 1, startedAt: Timestamp(milliseconds: 2))
        #expect(try await renew(copy) == [works[0]: 1])
        try await database.write { [one] (tx) throws(DatabaseError) in
            #expect(try tx.renewLeases(of: one, changing: LeaseChange()) == nil)
            try tx.endLeases(of: one)
        }
        #expect(try await renew(copy) == [works[0]: 1])
    }

    @Test func `do not last for hours because the clock of the database was set back`() async throws {
        _ = try await renew(one, taking: [works[0]])
        try await age(by: -3600)
        let board = try await board()
        #expect(board.leases == [] && board.servers == [])
        #expect(try await renew(two, taking: [works[0]]) == [works[0]: 2])
    }

    @Test func `are had by a server that was killed and starts again, though the clock of the database was set back`()
        async throws
    {
        let start = { @Sendable [one] (tx: borrowing ReadTransaction) throws(DatabaseError) in
            try tx.startTime(of: one.id)
        }
        let hour = Duration.seconds(3600)
        let killed = try await ServerRecord(
            id: one.id, name: "one", newestSchema: 1, startedAt: database.read(start).advanced(by: hour))
        _ = try await renew(killed, taking: [works[0]])
        try await age(by: -3600)
        let restarted = try await ServerRecord(
            id: one.id, name: "one", newestSchema: 1, startedAt: database.read(start))
        #expect(try await renew(restarted, taking: [works[0]]) == [works[0]: 2])
        #expect(restarted.startedAt > killed.startedAt)
    }

    @Test func `of servers that vanished are forgotten after a day`() async throws {
        _ = try await renew(one, taking: [works[0]])
        try await age(by: 90_000)
        #expect(try await renew(two) == [:])
        let rows = try await database.read { (tx) throws(DatabaseError) in
            try tx.number("SELECT (SELECT COUNT(*) FROM lease) + (SELECT COUNT(*) FROM server)")
        }
        #expect(rows == 1)
    }

    @Test func `of a later version are left alone`() async throws {
        try await database.write { (tx) throws(DatabaseError) in
            let holder = ServerID.new(at: Timestamp(milliseconds: 3))
            try tx.run(
                """
                INSERT INTO lease (name, holder, term, until_at) VALUES ('later', \(holder), 1, \(.databaseTime) + 5000)
                """)
        }
        #expect(try await board().leases == [])
    }

    @Test func `go by the time of the database, which does not stand still in a transaction`() async throws {
        let times = try await database.read { (tx) throws(DatabaseError) in
            try (0..<2000).map { _ throws(DatabaseError) in try tx.databaseTime() }
        }
        #expect(times == times.sorted() && times.first != times.last)
    }
}
