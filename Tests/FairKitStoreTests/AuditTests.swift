import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import Relational
import Support
import Testing

@Suite struct `The audit log` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    static func entry(_ number: Int, _ action: AuditAction, about profile: ProfileID?) -> AuditEntry {
        AuditEntry(
            at: Example.now.advanced(by: .seconds(number)),
            actor: number % 2 == 0
                ? .server
                : AuditActor(
                    key: KeyID(number: Int64(number)), role: .clinician, account: AccountID(number: 8),
                    session: SessionID(number: 9), address: "192.0.2.\(number % 256)"),
            action: action, outcome: number % 5 == 0 ? .denied : .success,
            object: number % 3 == 0 ? nil : "object \(number)", profileID: profile,
            requestID: "request \(number)", times: number % 7 + 1, breakGlass: number % 3 == 1)
    }

    /// A list that showed two patients.
    static func list(_ number: Int, _ patients: Set<ProfileID> = [Example.patient, Example.otherPatient]) -> AuditEntry
    {
        AuditEntry(
            at: Example.now.advanced(by: .seconds(number)), actor: AuditActor(key: KeyID(number: 3), role: .clinician),
            action: .resultListed, object: nil, profileID: nil, patients: patients, requestID: "list \(number)")
    }

    @Test func `returns every entry about a patient in order, and no other patient's`() async throws {
        let own =
            AuditAction.allCases.enumerated().map { Self.entry($0, $1, about: Example.patient) } + [Self.list(99)]
        try await scratch.withNewStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in
                for (number, entry) in own.enumerated() {
                    try tx.record(entry)
                    try tx.record(Self.entry(number, .profileRead, about: Example.otherPatient))
                    try tx.record(Self.entry(number, .alertListed, about: nil))
                    try tx.record(Self.list(number, [Example.otherPatient]))
                }
            }
        }
        try await scratch.withStore { (store) async throws in
            let found = try await store.read { (tx) throws(DatabaseError) in try tx.auditEntries(about: Example.patient)
            }
            #expect(found == own)
            #expect(try await store.values("SELECT number FROM audit ORDER BY number") == Array(1...4 * own.count))
            #expect(try await store.verifyAudit().isSound)
        }
    }

    /// Blocks of 32 entries end within, between and after the entries of a transaction; a list may hide in any of them.
    @Test(arguments: [1, 5, 31, 32, 33, 200]) func `finds a patient in each block, and shows if a block was hidden`(
        atOnce: Int
    ) async throws {
        try await scratch.withNewStore { (store) async throws in
            let entries = (1...200).map { number in
                let isOwn = number % 20 == 0 || number > 190
                let patient = isOwn ? Example.patient : ProfileID(number: Int64(number) + 1000)
                return number % 3 == 0
                    ? Self.list(number, [patient, Example.otherPatient])
                    : Self.entry(number, .resultRead, about: patient)
            }
            for begin in stride(from: 0, to: 200, by: atOnce) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(Array(entries[begin..<min(begin + atOnce, 200)]))
                }
            }
            let own = entries.filter { $0.profileID == Example.patient || $0.patients.contains(Example.patient) }
            #expect(own.count == 19)
            func found() async throws -> [AuditEntry] {
                try await store.read { (tx) throws(DatabaseError) in try tx.auditEntries(about: Example.patient) }
            }
            #expect(try await found() == own)
            #expect(try await store.values("SELECT block FROM audit_block ORDER BY block") == Array(0...5))
            #expect(try await store.verifyAudit().isSound)
            try await store.write { (tx) throws(DatabaseError) in try tx.run("DELETE FROM audit_block WHERE block = 2")
            }
            #expect(try await found().count == 18)
            #expect(try await store.verifyAudit().findings == [.changed(64)])
            let other: [UInt8] = [1, 2, 3]
            try await store.write { (tx) throws(DatabaseError) in
                try tx.run("UPDATE audit_block SET marks = \(other) WHERE block = 1")
            }
            #expect(try await store.verifyAudit().findings.first == .changed(32))
        }
    }

    /// A cut log continues within a block that is marked already.
    @Test func `marks a block again if its end was cut and written again`() async throws {
        try await scratch.withNewStore { (store) async throws in
            func record(_ numbers: ClosedRange<Int>, about patient: ProfileID) async throws {
                try await store.write { (tx) throws(DatabaseError) in
                    for number in numbers { try tx.record(Self.entry(number, .resultRead, about: patient)) }
                }
            }
            try await record(1...70, about: Example.otherPatient)
            try await store.write { (tx) throws(DatabaseError) in try tx.run("DELETE FROM audit WHERE number > 40") }
            try await record(41...70, about: Example.patient)
            let found = try await store.read { (tx) throws(DatabaseError) in try tx.auditEntries(about: Example.patient)
            }
            #expect(found.count == 30)
        }
    }

    @Test func `has no entry of a rolled-back transaction`() async throws {
        try await scratch.withNewStore { (store) async throws in
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(Self.entry(1, .profileCreated, about: Example.patient))
                    try tx.insertKit(Example.kit(1), at: Example.now)
                }
            }
            #expect(try await store.values("SELECT COUNT(*) FROM audit") == [0])
        }
    }

    @Test func `stays intact if writes of one group fail and are retried alone`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in 0..<200 {
                    tasks.addTask {
                        try? await store.write { (tx) throws(DatabaseError) in
                            try tx.record(Self.entry(number, .resultRead, about: Example.patient))
                            if number % 10 == 0 { try tx.insertKit(Example.kit(1), at: Example.now) }
                        }
                    }
                }
                try await tasks.waitForAll()
            }
            #expect(try await store.values("SELECT number FROM audit ORDER BY number") == Array(1...180))
            let verified = try await store.verifyAudit()
            #expect(verified.findings == [])
            #expect(verified.entries == 180)
        }
    }

    @Test func `has a signed checkpoint at every thousandth entry, and on demand`() async throws {
        try await scratch.withNewStore { (store) async throws in
            for part in 0..<21 {
                try await store.write { (tx) throws(DatabaseError) in
                    for number in 0..<100 { try tx.record(Self.entry(part * 100 + number, .kitRead, about: nil)) }
                }
            }
            let numbers: SQL = "SELECT number FROM audit_checkpoint ORDER BY position"
            #expect(try await store.values(numbers) == [1000, 2000])
            #expect(try await store.unnotedEntries() == 2100)
            #expect(try await store.logAudit(at: Example.now) == .recorded)
            #expect(try await store.values(numbers) == [1000, 2000, 2100])
            #expect(try await store.logAudit(at: Example.now) == .recorded)
            #expect(try await store.values(numbers) == [1000, 2000, 2100])
            #expect(try await store.values("SELECT position FROM audit_checkpoint ORDER BY position") == [1, 2, 3])
            let verified = try await store.verifyAudit()
            #expect(verified.findings == [])
            #expect(verified.entries == 2100)
            #expect(verified.checkpoint?.number == 2100)
        }
    }

    @Test func `is signed and noted in the anchor when the store is closed`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in
                try tx.record(Self.entry(7, .resultRead, about: Example.patient))
            }
        }
        let anchor = try Data(contentsOf: URL(filePath: scratch.place.anchor))
        #expect(String(decoding: anchor, as: UTF8.self).contains("\"number\" : 1,"))
        try await scratch.withStore { (store) async throws in
            let verified = try await store.verifyAudit()
            #expect(verified.checkpoint?.at == Self.entry(7, .resultRead, about: nil).at)
            #expect(verified.findings == [])
        }
    }

    /// Emergency accesses are few: without an index of their own, a search would read everything.
    @Test(.onFiles) func `finds emergency accesses by an index`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let query: SQL = """
                SELECT number FROM audit WHERE number < 1000000 AND break_glass IS NOT NULL ORDER BY number DESC LIMIT 51
                """
            let plan = try await store.read { (tx) throws(DatabaseError) in
                try tx.all("EXPLAIN QUERY PLAN \(query)") { row throws(DatabaseError) in
                    try row.value(3, as: String.self)
                }
            }
            #expect(plan.count == 1 && plan[0].contains("INDEX audit_break_glass"), "\(plan)")
        }
    }
}
