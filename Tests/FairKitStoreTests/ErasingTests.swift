import FairKitCore
import FairKitStore
import FoundationEssentials
import Relational
import Support
import Testing

@Suite struct `Erasing a person` {
    let scratch: Scratch
    private let one = Life(number: 41, word: "Zanelemark")
    private let other = Life(number: 42, word: "Otherwisemark")

    init() throws {
        scratch = try Scratch()
    }

    /// A store with two people, each with rows in all tables.
    private func withLives(_ body: (Store) async throws -> Void) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            for life in [one, other] { try await life.begin(in: store) }
            try await body(store)
        }
    }

    @discardableResult
    private func erase(_ life: Life, in store: Store) async throws -> ErasedRows {
        try await store.write { (tx) throws(DatabaseError) in
            _ = try tx.releaseHold(on: life.person)
            return try tx.erase(life.person, at: Example.now, key: store.searchKey)
        }
    }

    @Test(.onFiles) func `is decided for every table`() async throws {
        try await withLives { (store) async throws in
            let tables = try await store.tableNames()
            let personal = Set(try await store.tables(withTraces: one.traces).keys)
            let decided = personal.union(Life.impersonal).union(Life.kept)
            #expect(Set(tables).subtracting(decided) == [], "give a person a row in it, and erase it")
            #expect(personal.isDisjoint(with: Life.impersonal))
        }
    }

    @Test func `leaves nothing of them in any table but the audit log`() async throws {
        try await withLives { (store) async throws in
            let rows = try await erase(one, in: store)
            let found = try await store.tables(withTraces: one.traces)
            #expect(Set(found.keys) == Life.kept)
            #expect(
                "\(rows)"
                    == "kits 1, photos 1, results 2, versions 4, alerts 2, deliveries 2, accounts 1, sessions 1, keys 1, mails 2"
            )
            #expect(try await store.tablesWithLooseRows() == [])
            #expect(try await store.tables(withTraces: [.text(one.word)])["audit"] == nil)
        }
    }

    @Test func `leaves all other people unchanged`() async throws {
        try await withLives { (store) async throws in
            let before = try await store.tables(withTraces: other.traces)
            try await erase(one, in: store)
            #expect(try await store.tables(withTraces: other.traces) == before)
            #expect(try await store.values("SELECT COUNT(*) FROM profile") == [3])
        }
    }

    @Test func `keeps their kits without an owner, and their accounts as ids`() async throws {
        try await withLives { (store) async throws in
            let code = try Example.code(7_000_000_000 + one.number)
            try await erase(one, in: store)
            let kit = try #require(try await store.read { (tx) throws(DatabaseError) in try tx.kit(code) })
            #expect(kit.status == .resulted)
            #expect(kit.profileID == nil && kit.registeredAt == nil && kit.sendBy == nil && kit.readFrom == nil)
            #expect(!kit.needsReview)
            let account = one.account
            #expect(
                try await store.values("SELECT state FROM account WHERE id = \(account)", as: String.self)
                    == ["deleted"])
        }
    }

    @Test func `keeps the numbers of events and of delivery attempts, by which others count`() async throws {
        try await withLives { (store) async throws in
            let events = try await store.values("SELECT number FROM alert_event ORDER BY number", as: Int.self)
            let last = try await store.values("SELECT MAX(number) FROM delivery_attempt", as: Int.self)
            for life in [one, other] { try await erase(life, in: store) }
            #expect(try await store.values("SELECT number FROM alert_event ORDER BY number", as: Int.self) == events)
            #expect(try await store.values("SELECT number FROM delivery_attempt", as: Int.self) == last)
            #expect(
                try await store.values(
                    "SELECT COUNT(*) FROM alert_event WHERE delivery IS NOT NULL OR reason IS NOT NULL")
                    == [0])
            let shown = try await store.read { (tx) throws(DatabaseError) in try tx.alertEvents(after: 0, limit: 100) }
            #expect(shown.isEmpty)
        }
    }

    @Test func `never gives a delivery's number again`() async throws {
        try await withLives { (store) async throws in
            let last = try #require(try await store.values("SELECT MAX(number) FROM delivery", as: Int64.self).first)
            for life in [one, other] { try await erase(life, in: store) }
            try await store.makeGroup("second")
            try await store.raise([(300, .critical, 0), (301, .urgent, 0)])
            #expect(
                try await store.values("SELECT number FROM delivery ORDER BY number")
                    == [last + 1, last + 2, last + 3, last + 4])
            let claimed = try await store.claim(1)
            #expect(try await store.ack(try #require(claimed.first).token) != nil)
        }
    }

    @Test func `leaves later results for their kit unmatched, and the kit can't be registered again`() async throws {
        try await withLives { (store) async throws in
            let code = try Example.code(7_000_000_000 + one.number)
            try await erase(one, in: store)
            try await store.write { (tx) throws(DatabaseError) in
                #expect(try tx.standingResult(for: code) == nil)
                #expect(try tx.unmatchedResults(for: code) == [])
                let kit = try tx.kit(code)
                #expect(kit?.status.next.contains(.registered) == false)
            }
        }
    }

    @Test func `removes the searches of others whose text finds them, and no other search`() async throws {
        try await withLives { (store) async throws in
            let (owner, word, email) = (other.account, one.word, one.email)
            let searches: [(String, SearchedList, [String: String])] = [
                ("by-name", .people, ["text": word.uppercased()]), ("by-part", .people, ["text": "nelem"]),
                ("by-value", .people, ["text": email]), ("of-others", .people, ["text": "otherwise"]),
                ("of-two", .people, ["text": "\(word) otherwise"]), ("in-care", .people, ["relation": "care"]),
                ("levels", .results, ["flag": "HH"]),
            ]
            try await store.write { (tx) throws(DatabaseError) in
                for (name, list, filters) in searches {
                    try tx.save(
                        SavedSearch(name: name, list: list, filters: filters, changedAt: Example.now), of: owner)
                }
            }
            try await erase(one, in: store)
            let kept = try await store.read { (tx) throws(DatabaseError) in try tx.savedSearches(of: owner) }
            #expect(kept.map(\.name) == [other.word, "in-care", "levels", "of-others", "of-two"])
        }
    }

    @Test func `restarts a running backfill`() async throws {
        try await withLives { (store) async throws in
            let alert = one.alerts[0]
            _ = try await store.write { (tx) throws(DatabaseError) in
                try tx.run("UPDATE consumer_group SET backfilled_to = \(alert)")
            }
            try await erase(one, in: store)
            #expect(try await store.values("SELECT backfilled_to FROM consumer_group", as: [UInt8].self) == [[]])
        }
    }

    @Test func `is recorded by id, the latest first`() async throws {
        try await withLives { (store) async throws in
            let later = Example.now.advanced(by: .seconds(1))
            try await erase(one, in: store)
            try await store.write { [other] (tx) throws(DatabaseError) in
                _ = try tx.releaseHold(on: other.person)
                _ = try tx.erase(other.person, at: later, key: store.searchKey)
            }
            let erased = try await store.read { (tx) throws(DatabaseError) in try tx.erasedProfiles(limit: 10) }
            #expect(
                erased == [ErasedProfile(id: other.person, at: later), ErasedProfile(id: one.person, at: Example.now)])
        }
    }

    @Test func `deletes mail to an address that is theirs alone`() async throws {
        try await withLives { (store) async throws in
            let (person, shared) = (other.person, one.email)
            _ = try await store.write { (tx) throws(DatabaseError) in
                try tx.run(
                    "UPDATE profile SET email = \(sealed: shared, .profileEmail, of: person) WHERE id = \(person)")
            }
            let rows = try await erase(one, in: store)
            #expect(rows.mails == 1)
            let mails: SQL =
                "SELECT COUNT(*) FROM notice WHERE \(foldedLookup: "recipient") = \(lookup: shared, .address)"
            #expect(try await store.values(mails) == [1])
        }
    }

    @Test func `is prevented by the foreign key of a legal hold`() async throws {
        try await withLives { (store) async throws in
            let person = one.person
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.erase(person, at: Example.now, key: store.searchKey)
                }
            }
            #expect(try await store.values("SELECT COUNT(*) FROM profile WHERE id = \(person)") == [1])
        }
    }

    /// All other writers wait meanwhile, so no table is scanned but the groups, and the waiting mails about emergency
    /// accesses.
    @Test(.onFiles) func `finds everything that it deletes by indexes`() async throws {
        try await withLives { (store) async throws in
            let steps = Erasure(of: one.person).steps
            #expect(steps.count > 20)
            for step in steps {
                let plan = try await plan(of: step.sql, in: store)
                let scans = plan.filter { $0.hasPrefix("SCAN") }
                // SQLite also scans the rows that it found.
                let allowed = [
                    "SCAN SUBQUERY ", "SCAN TABLE of_deliveries", "SCAN TABLE consumer_group",
                    "SCAN TABLE notice USING INDEX notice_to",
                ]
                #expect(scans.allSatisfy { scan in allowed.contains { scan.hasPrefix($0) } }, "\(plan)")
            }
        }
    }

    @Test(.onFiles) func `finds references to what it deletes by an index`() async throws {
        try await withLives { (store) async throws in
            let plans: [SQL] = [
                "SELECT 1 FROM alert WHERE follows = \(one.alerts[0])",
                "SELECT 1 FROM delivery_attempt WHERE alert_id = \(one.alerts[0])",
                "SELECT 1 FROM api_key WHERE profile_id = \(one.person)",
                "SELECT 1 FROM invitation WHERE profile_id = \(one.person)",
                "SELECT 1 FROM invitation WHERE account_id = \(one.account)",
                "SELECT 1 FROM challenge WHERE session_id = \(one.account)",
            ]
            for sql in plans {
                let plan = try await plan(of: sql, in: store)
                #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plan)")
            }
        }
    }

    private func plan(of sql: SQL, in store: Store) async throws -> [String] {
        try await store.write { (tx) throws(DatabaseError) in
            try tx.all("EXPLAIN QUERY PLAN \(sql)") { row throws(DatabaseError) in try row.value(3, as: String.self) }
        }
    }

    @Test(.onFiles) func `overwrites deleted data, and empties the log`() async throws {
        try await withLives { (store) async throws in
            let overwrites = try await store.write { (tx) throws(DatabaseError) in
                try tx.first("PRAGMA secure_delete") { row throws(DatabaseError) in try row.value(0, as: Int.self) }
            }
            // SQLCipher enables it whenever a connection gets its key.
            #expect(overwrites == 1)
            try await erase(one, in: store)
            #expect(try await store.emptyLog() == true)
            #expect(try scratch.files()["tenants/default/health.db-wal"]?.isEmpty == true)
        }
    }
}

@Suite struct `A critical alert prevents erasing` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A store with a registered kit and a critical alert about its result.
    private func withAlert(_ body: (Store, Alert) async throws -> Void) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let alert = try await store.write { (tx) throws(DatabaseError) in
                let result = try Example.result(1, of: try Example.kit(1))
                try tx.insertResult(result)
                let alert = Example.alert(1, about: result)
                try tx.raise(alert, actor: Example.key)
                return alert
            }
            try await body(store, alert)
        }
    }

    private func isInTheWay(_ store: Store) async throws -> Bool {
        try await store.read { (tx) throws(DatabaseError) in
            #expect(try !tx.hasUnackedWarning(about: Example.otherPatient))
            return try tx.hasUnackedWarning(about: Example.patient)
        }
    }

    @Test func `until it is acked, and not while it is leased or replayed`() async throws {
        try await withAlert { (store, _) async throws in
            #expect(try await isInTheWay(store))
            let delivery = try #require(try await store.claim(1).first)
            #expect(try await isInTheWay(store))
            _ = try await store.ack(delivery.token)
            #expect(try await !isInTheWay(store))
            _ = try await store.write { (tx) throws(DatabaseError) in
                try tx.run("UPDATE delivery SET state = 'pending', lane = 1, acked_at = NULL, is_replay = 1")
            }
            #expect(try await !isInTheWay(store))
        }
    }

    @Test func `until every open group has acked it`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.makeGroup("second")
            try await store.write { (tx) throws(DatabaseError) in
                let result = try Example.result(1, of: try Example.kit(1))
                try tx.insertResult(result)
                try tx.raise(Example.alert(1, about: result), actor: Example.key)
            }
            let delivery = try #require(try await store.claim(1, from: "second").first)
            _ = try await store.ack(delivery.token, in: "second")
            #expect(try await isInTheWay(store))
            _ = try await store.write { (tx) throws(DatabaseError) in
                try tx.run("UPDATE consumer_group SET closed_at = 1 WHERE name = 'default'")
            }
            #expect(try await !isInTheWay(store))
        }
    }

    @Test func `unless it was retracted`() async throws {
        try await withAlert { (store, alert) async throws in
            try await store.write { (tx) throws(DatabaseError) in
                try tx.retract(alert.id, actor: Example.key, at: Example.now)
            }
            #expect(try await !isInTheWay(store))
        }
    }
}
