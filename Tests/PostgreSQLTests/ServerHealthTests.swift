import PostgreSQL
import Relational
import Testing

@Suite struct `The health of a database server` {
    /// A server of this test, since the transactions of other tests would count.
    let server: TestServer
    let session: PostgresSession

    init() throws {
        server = try TestServer.own()
        session = try PostgresSession(server.address(), password: nil)
    }

    @Test func `tells what its operator watches`() throws {
        let before = try session.health()
        #expect(before.isPrimary && before.version >= 150_000 && !before.hasChecksums)
        #expect(before.seesEverything, "the user is the administrator")
        #expect(before.oldestTransaction == nil && before.oldestSnapshot == nil && before.retainedBySlots == 0)
        #expect(before.connections >= 1 && before.mostConnections >= 100 && before.size > 1_000_000)
        #expect(before.standbys == [] && before.synchronousStandbys == 0 && before.commitsHang == false)

        // A transaction without a snapshot, and then with one.
        let other = try PostgresSession(server.address(), password: nil)
        try other.begin()
        #expect(try session.health().oldestTransaction != nil)
        #expect(try session.health().oldestSnapshot == nil)
        try other.rollBack()
        try other.beginReading()
        _ = try ReadTransaction(other).number("SELECT COUNT(*) FROM pg_class")
        let reading = try session.health()
        // The server reads its clock for each of the two.
        for oldest in [reading.oldestTransaction, reading.oldestSnapshot] {
            #expect(try #require(oldest) < .seconds(600))
        }
        #expect(reading.connections >= 2)
        try other.commit()

        try session.control("SELECT pg_create_physical_replication_slot('behind', true)")
        try session.control("CREATE TABLE filler AS SELECT i FROM generate_series(1, 20000) i")
        #expect(try session.health().retainedBySlots > 500_000)
        #expect(try session.health().size > before.size)

        // No standby confirms a commit. The setting is this session's only in name: it can't be set for one session.
        try session.control("ALTER SYSTEM SET synchronous_standby_names = 'one, two'")
        try session.control("SELECT pg_reload_conf()")
        while try session.health().synchronousStandbyNames.isEmpty {}
        #expect(try session.health().commitsHang == true)
    }

    @Test func `tells of standbys, and to a user without rights only that they are there`() throws {
        try session.control("CREATE ROLE weak LOGIN")
        server.makeStandby()
        // From now on a commit would wait for the standby.
        try session.control("ALTER SYSTEM SET synchronous_standby_names = 'test_standby'")
        try session.control("SELECT pg_reload_conf()")
        var standby = ServerHealth.Standby(name: "")
        while standby.lagInBytes != 0 || standby.isSynchronous != true {
            let standbys = try session.health().standbys
            #expect(standbys.count <= 1)
            if let found = standbys.first { standby = found }
        }
        #expect(standby == ServerHealth.Standby(name: "test_standby", isSynchronous: true, lag: .zero, lagInBytes: 0))
        #expect(try session.health().synchronousStandbys == 1 && session.health().commitsHang == false)

        let weak = try PostgresSession(server.address(user: "weak"), password: nil)
        var unseen = try weak.health()
        // The connection that made the standby ends at about this time.
        while unseen.standbys.count != 1 { unseen = try weak.health() }
        #expect(!unseen.seesEverything)
        #expect(unseen.standbys == [ServerHealth.Standby(name: "test_standby")])
        #expect(unseen.synchronousStandbys == nil && unseen.commitsHang == nil)
        try session.begin()
        #expect(try weak.health().oldestTransaction == nil, "another user's transaction is not seen")
        try session.rollBack()
        try session.control("GRANT pg_read_all_stats TO weak")
        try session.begin()
        let seen = try weak.health()
        #expect(seen.seesEverything && seen.oldestTransaction != nil && seen.synchronousStandbys == 1)
        try session.rollBack()
    }
}
