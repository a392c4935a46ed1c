import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `Denials` {
    private let house: TestHouse
    private let person = ProfileID.new(at: Timestamp(milliseconds: 1))
    private var log: DenialLog { house.tenancy.denials }

    init() throws { house = try TestHouse() }

    private func denied() async throws -> [AuditEntry] {
        var filter = AuditFilter()
        filter.outcome = .denied
        return try await house.store.read { [filter] (tx) throws(DatabaseError) in
            try tx.auditEntries(filter, before: nil, limit: 10_000).items.map(\.entry)
        }
    }

    private func knock(_ times: Int, from address: String?) async throws {
        for number in 0..<times {
            try await log.unknown("/api/v1/results", from: address, requestID: "request \(number)")
        }
    }

    /// Refuses a caller before the use case starts.
    private func refuse(_ caller: Caller, about person: ProfileID? = nil) async throws {
        try await log.forbidden(person.map { .profile($0) }, to: caller)
    }

    /// Requests a profile that is hidden or missing.
    private func ask(_ caller: Caller, for person: ProfileID) async throws(DatabaseError) {
        do {
            _ = try await house.tenancy.profiles.show(person, by: caller)
            Issue.record("the profile was shown")
        } catch {
            switch error {
            case .notFound: return
            case .store(let error): throw error
            case .forbidden, .invalid, .idempotency, .overBudget, .unproved, .own: Issue.record("\(error)")
            }
        }
    }

    @Test func `of an authenticated caller are recorded one by one`() async throws {
        let (caller, person) = (house.caller(.consumer), try await house.person())
        for _ in 0..<3 { try await refuse(caller, about: person) }
        let entries = try await denied()
        #expect(entries.count == 3)
        let entry = try #require(entries.first)
        #expect(entry.actor == AuditActor(key: KeyID(uuid: caller.subject.id.uuid), role: .consumer))
        #expect(entry.object == "test")
        #expect(entry.profileID == person)
        #expect(entry.action == .requestDenied)
    }

    /// A caller who kept sending such requests used to write an entry each time, and could fill the disk.
    @Test func `of a persistent caller are counted per minute after sixty`() async throws {
        let caller = house.caller(.patient(person))
        for _ in 0..<100 { try await refuse(caller) }
        #expect(try await denied().count == 60)
        house.time.advance(by: .seconds(60))
        try await log.writeCounted()
        let times = try await denied().map(\.times)
        #expect(times == [40] + Array(repeating: 1, count: 60))
        try await refuse(caller)
        #expect(try await denied().count == 62)
    }

    @Test func `during emergency access are counted with the mark`() async throws {
        let (caller, person) = (try await house.somebody(.clinician), try await house.person())
        _ = try await house.tenancy.emergencies.open(person, reason: "Unconscious in casualty", by: caller)
        for _ in 0..<70 {
            try await refuse(caller, about: person)
            try await refuse(caller)
        }
        try await log.writeCounted(atOnce: true)
        let (marked, others) = (try await denied().filter(\.breakGlass), try await denied().filter { !$0.breakGlass })
        for entries in [marked, others] { #expect(entries.map(\.times) == [10] + Array(repeating: 1, count: 60)) }
        #expect(marked.first?.patients == [person] && others.first?.patients == [])
    }

    @Test func `of hidden or missing records are one entry at once, and one per minute with all patients`()
        async throws
    {
        let patients = try await [house.person(), house.person(), house.person()]
        let caller = house.caller(.patient(person))
        for number in 0..<1000 {
            let asked = number.isMultiple(of: 2) ? patients[number % 3] : ProfileID.new(at: house.time.now)
            try await ask(caller, for: asked)
        }
        #expect(try await denied().map(\.profileID) == [patients[0]])
        // Another caller gets an entry of their own.
        try await ask(house.caller(.patient(person)), for: patients[0])
        #expect(try await denied().count == 2)
        house.time.advance(by: .seconds(60))
        try await log.writeCounted()
        let entries = try await denied()
        #expect(entries.map(\.times) == [999, 1, 1])
        let counted = try #require(entries.first)
        #expect(counted.actor == AuditActor(key: KeyID(uuid: caller.subject.id.uuid), role: .patient))
        #expect(counted.object == "test" && counted.profileID == nil)
        for patient in patients {
            var filter = AuditFilter()
            (filter.patient, filter.outcome) = (patient, .denied)
            let shown = try await house.store.read { [filter] (tx) throws(DatabaseError) in
                try tx.auditEntries(filter, before: nil, limit: 10).items
            }
            #expect(shown.first?.entry.times == 999)
        }
    }

    @Test func `of hidden and of missing records make the same commits`() async throws {
        let (hidden, missing) = (try await house.person(), ProfileID.new(at: house.time.now))
        var entries: [Int] = []
        for asked in [hidden, missing] {
            let (before, caller) = (try await denied().count, house.caller(.patient(person)))
            for _ in 0..<5 { try await ask(caller, for: asked) }
            entries.append(try await denied().count - before)
        }
        #expect(entries == [1, 1])
    }

    @Test func `of very many hidden records are one entry per hundred patients`() async throws {
        let caller = house.caller(.patient(person))
        for _ in 0...(2 * DenialLedger.maxPatients) {
            try await ask(caller, for: try await house.person())
        }
        #expect(try await denied().map(\.times) == [100, 100, 1])
    }

    @Test func `without a key are recorded at once, and then counted per minute`()
        async throws
    {
        try await knock(1, from: "192.0.2.1")
        try await knock(40, from: "192.0.2.2")
        #expect(try await denied().map(\.times) == [1, 1])
        house.time.advance(by: .seconds(59))
        try await log.writeCounted()
        #expect(try await denied().count == 2)
        house.time.advance(by: .seconds(1))
        try await log.writeCounted()
        let entries = try await denied()
        #expect(entries.map(\.times) == [39, 1, 1])
        #expect(entries.first?.actor == AuditActor(key: nil, address: "192.0.2.2"))
        try await log.writeCounted()
        #expect(try await denied().count == 3)
        try await knock(1, from: "192.0.2.2")
        #expect(try await denied().map(\.times) == [1, 39, 1, 1])
        #expect(try await denied().map(\.times).reduce(0, +) == 42)
    }

    /// They used to be lost, although the disk had space again a minute later.
    @Test(.onFiles) func `that can't be written stay counted, and are written later`() async throws {
        let patients = try await [house.person(), house.person(), house.person()]
        let caller = house.caller(.patient(person))
        for number in 0..<7 {
            try await ask(caller, for: patients[number % 2])
        }
        try await knock(5, from: "192.0.2.1")
        try await write("CREATE TRIGGER refuse BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no'); END")
        await #expect(throws: DatabaseError.self) { try await log.writeCounted(atOnce: true) }
        // Denials in the meantime are counted with it. New callers learn that the denial could not be recorded, and are
        // counted, too.
        for _ in 0..<2 { try await ask(caller, for: patients[2]) }
        try await knock(3, from: "192.0.2.1")
        await #expect(throws: DatabaseError.self) { try await knock(1, from: "192.0.2.2") }
        house.time.advance(by: .seconds(60))
        await #expect(throws: DatabaseError.self) { try await log.writeCounted() }
        #expect(try await denied().map(\.times) == [1, 1])
        try await write("DROP TRIGGER refuse")
        try await log.writeCounted()
        #expect(try await denied().count == 2, "not before the next minute is over")
        house.time.advance(by: .seconds(60))
        try await log.writeCounted()
        #expect(try await denied().map(\.times) == [8, 1, 7, 1, 1])
        for patient in patients {
            var filter = AuditFilter()
            (filter.patient, filter.outcome) = (patient, .denied)
            let shown = try await house.store.read { [filter] (tx) throws(DatabaseError) in
                try tx.auditEntries(filter, before: nil, limit: 10).items
            }
            #expect(shown.first?.entry.times == 8)
        }
        try await log.writeCounted(atOnce: true)
        #expect(try await denied().count == 5, "each once")
    }

    @Test(.onFiles)
    func `of very many hidden records that can't be written become one entry per hundred patients later`()
        async throws
    {
        let caller = house.caller(.patient(person))
        try await ask(caller, for: try await house.person())
        var people: [ProfileID] = []
        for _ in 0..<250 { people.append(try await house.person()) }
        try await write("CREATE TRIGGER refuse BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no'); END")
        var failed = 0
        for person in people {
            do { try await ask(caller, for: person) } catch { failed += 1 }
        }
        #expect(failed == 1, "when the first hundred were to be written")
        try await write("DROP TRIGGER refuse")
        try await log.writeCounted(atOnce: true)
        #expect(try await denied().map(\.times) == [50, 100, 100, 1])
    }

    /// A refused write and its denial are one transaction: if it fails, the caller learns that, and the denial stays
    /// counted.
    @Test(.onFiles) func `of a write are in its transaction`() async throws {
        let kit = try await house.register("FU-KIT-2025110701-X", for: house.person()).id
        let caller = house.caller(.patient(person))
        func cancel() async throws -> Bool {
            do {
                _ = try await house.tenancy.kits.advance(kit, to: .mailed, reason: nil, by: caller)
                return false
            } catch { return if case .notFound = error { true } else { false } }
        }
        try await write("CREATE TRIGGER refuse BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no'); END")
        #expect(try await !cancel(), "what can't be recorded is no answer")
        try await write("DROP TRIGGER refuse")
        #expect(try await denied().isEmpty)
        try await log.writeCounted(atOnce: true)
        #expect(try await denied().map(\.times) == [1])
        #expect(try await cancel())
        #expect(try await denied().map(\.object) == ["test", "test"])
    }

    private func write(_ sql: SQL) async throws {
        try await house.store.write { (tx) throws(DatabaseError) in try tx.run(sql) }
    }

    @Test func `from too many addresses fill neither memory nor disk`() async throws {
        for number in 0..<2000 { try await knock(2, from: "2001:db8::\(number)") }
        try await log.writeCounted(atOnce: true)
        let entries = try await denied()
        #expect(entries.map(\.times).reduce(0, +) == 4000, "none is lost")
        #expect(entries.count <= 2 * DenialLedger.maxAddresses + 2)
    }
}

@Suite struct `Audit checkpoints` {
    private let house: TestHouse

    init() throws { house = try TestHouse() }

    /// - Parameter look: runs before each round but the first.
    private func record(lines: Lines = Lines(), _ look: @escaping @Sendable (Int) throws -> Void) async throws {
        try await AuditCheckpoints(
            store: house.store, denials: house.tenancy.denials, now: { [house] in house.time.now },
            clock: ScriptedClock(look), logger: lines.logger
        ).run()
    }

    private func write(_ count: Int) async throws {
        let now = house.time.now
        try await house.store.write { (tx) throws(DatabaseError) in
            for _ in 0..<count {
                try tx.record(
                    AuditEntry(
                        at: now, actor: .server, action: .resultRead, object: nil, profileID: nil, requestID: "test"))
            }
        }
    }

    @Test func `are signed after a minute with new entries`() async throws {
        try await write(3)
        try await record { [house] look in
            house.time.advance(by: .seconds(59))
            if look == 2 { throw CancellationError() }
        }
        let last = try await house.store.verifyAudit().checkpoint
        #expect(last == nil)
        try await record { [house] look in
            house.time.advance(by: .seconds(60))
            if look == 2 { throw CancellationError() }
        }
        let checkpoint = try #require(try await house.store.verifyAudit().checkpoint)
        #expect(checkpoint.number == 3)
        #expect(try await house.store.unnotedEntries() == 0)
        try await record { [house] look in
            house.time.advance(by: .seconds(60))
            if look == 3 { throw CancellationError() }
        }
        #expect(try await house.store.verifyAudit().checkpoint == checkpoint)
    }

    @Test func `are signed after a thousand entries`() async throws {
        try await write(1000)
        try await record { _ in throw CancellationError() }
        #expect(try await house.store.unnotedEntries() == 0)
        #expect(try await house.store.verifyAudit().checkpoint?.number == 1000)
    }

    @Test func `come with the counted denials when the server stops`() async throws {
        for _ in 0..<5 {
            try await house.tenancy.denials.unknown("/api/v1/alerts", from: nil, requestID: "test")
        }
        try await record { _ in throw CancellationError() }
        #expect(try await house.store.unnotedEntries() == 2)
    }

    @Test func `log tampering once`() async throws {
        try await write(1000)
        try await record { _ in throw CancellationError() }
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.run("DELETE FROM audit WHERE number > 10")
        }
        // Identical entries at the same time would make identical chains.
        house.time.advance(by: .seconds(1))
        try await write(2000)
        let lines = Lines()
        try await record(lines: lines) { [house] look in
            house.time.advance(by: .seconds(60))
            if look == 4 { throw CancellationError() }
        }
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("error the audit log lost entries") == true)
    }

    @Test func `log a failure, and continue`() async throws {
        house.store.close()
        let lines = Lines()
        try await record(lines: lines) { look in if look == 2 { throw CancellationError() } }
        #expect(
            lines.all.map { $0.hasPrefix("error the checkpoint of the audit log could not be stored") } == [true, true])
    }
}
