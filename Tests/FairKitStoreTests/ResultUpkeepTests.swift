import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import Relational
import SQLCipher
import Schemas
import Support
import Testing

/// Lists use columns that are stored with the result, so these have to follow every change.
@Suite struct `The columns that lists of results use` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static func listed(
        _ store: Store, _ filter: ResultFilter = ResultFilter(), _ scope: ResultScope = .consenting
    ) async throws -> [ResultID] {
        try await store.read { (tx) throws(DatabaseError) in
            try tx.results(filter, in: scope, after: nil, limit: 100).items.map(\.id)
        }
    }

    private static func setConsent(_ store: Store, _ isGiven: Bool) async throws {
        try await store.write { (tx) throws(DatabaseError) in
            try tx.updateProfile(Example.profile { $0.consents = Consents(clinicians: isGiven) }, at: Example.now)
        }
    }

    @Test func `follow the patient's consent`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let own = try Example.result(1, of: Example.kit(1))
            let other = try Example.result(2, of: Example.kit(2, of: Example.otherPatient))
            let nobodys = try Example.result(3)
            try await store.write { (tx) throws(DatabaseError) in
                for result in [own, other, nobodys] { try tx.insertResult(result) }
            }
            let all: Set = [own.id, other.id, nobodys.id]
            #expect(Set(try await Self.listed(store)) == all)
            try await Self.setConsent(store, false)
            #expect(Set(try await Self.listed(store)) == all.subtracting([own.id]))
            let hidden = try await store.read { (tx) throws(DatabaseError) in try tx.result(own.id, in: .consenting) }
            #expect(hidden == nil)
            #expect(try await Self.listed(store, ResultFilter(), .patient(Example.patient)) == [own.id])
            #expect(try await Self.listed(store, ResultFilter(profileID: Example.patient)) == [])
            try await Self.setConsent(store, true)
            #expect(Set(try await Self.listed(store)) == all)
        }
    }

    @Test(arguments: [true, false])
    func `follow the registration of its kit`(isConsented: Bool) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await Self.setConsent(store, isConsented)
            let waiting = try Example.result(1)
            let kit = try Example.kit(1)
            try await store.write { (tx) throws(DatabaseError) in try tx.insertResult(waiting) }
            #expect(try await Self.listed(store, ResultFilter(isUnmatched: true)) == [waiting.id])
            try await store.write { (tx) throws(DatabaseError) in
                try tx.bind(waiting.id, to: kit.id, of: Example.patient, at: Example.now)
            }
            #expect(try await Self.listed(store, ResultFilter(isUnmatched: true)) == [])
            #expect(try await Self.listed(store) == (isConsented ? [waiting.id] : []))
            let laboratory = ResultScope.laboratory(Example.laboratory)
            #expect(try await Self.listed(store, ResultFilter(isUnmatched: true), laboratory) == [])
            #expect(try await Self.listed(store, ResultFilter(), laboratory) == [waiting.id])
            #expect(try await Self.listed(store, ResultFilter(), .patient(Example.patient)) == [waiting.id])
        }
    }

    @Test func `follow each correction`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1)
            let corrected = Example.version(
                2, level: 150_000, status: .corrected, day: Example.today.adding(days: -400), reason: "a mix-up")
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(result)
                try tx.appendResultVersion(corrected, to: result.id)
            }
            let day = corrected.findings.testDate
            let now = ResultFilter(from: day, to: day, flag: .normal, status: .corrected, isUnmatched: true)
            #expect(try await Self.listed(store, now) == [result.id])
            let before = ResultFilter(from: day.adding(days: 1))
            #expect(try await Self.listed(store, before) == [])
            #expect(try await Self.listed(store, ResultFilter(flag: .criticallyHigh)) == [])
            #expect(try await Self.listed(store, ResultFilter(status: .final)) == [])
        }
    }

    @Test(.onFiles) func `are filled in for the rows of an older file`() async throws {
        let directory = scratch.directory.path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        let key = try CipherKey([UInt8](repeating: 7, count: CipherKey.length))
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let earlier = Array(steps.prefix { $0.name != "m0003_result_lists" })
        #expect(earlier.count < steps.count)
        let path = "\(directory)/old.db"
        try Database.create(path: path, key: key, migrations: earlier)
        let old = try Database.open(path: path, key: key, migrations: earlier)
        try await old.write { (tx) throws(DatabaseError) in
            try tx.run("INSERT INTO laboratory (id, name) VALUES (\(Example.laboratory), 'Laboratory')")
            for (person, consent) in [(Example.patient, false), (Example.otherPatient, true)] {
                try tx.run(
                    """
                    INSERT INTO profile VALUES (\(person), 1, 1, 'A', 'O', 1, 'female', NULL, NULL, 'sw', 'UTC', NULL,
                        \(consent), 1, 1, 1)
                    """)
            }
            for kit in [try Example.kit(1), try Example.kit(2, of: Example.otherPatient)] {
                try tx.run(
                    """
                    INSERT INTO kit (id, code, status, profile_id, registered_at, send_by, read_from, needs_review)
                    VALUES (\(kit.id), \(kit.code), 'registered', \(kit.profileID), 1, 1, 'photo', 0)
                    """)
            }
            for (number, kit) in [(1, try Example.kit(1)), (2, try Example.kit(2, of: Example.otherPatient)), (3, nil)]
            {
                let kit: Kit? = kit
                let id = ResultID(number: Int64(number))
                try tx.run(
                    """
                    INSERT INTO result (id, laboratory_id, reference, kit_code, kit_id, profile_id)
                    VALUES (\(id), \(Example.laboratory), \("R-\(number)"), \(try Example.code(Int64(number))), \(kit?.id),
                        \(kit?.profileID))
                    """)
                try tx.run(
                    """
                    INSERT INTO result_version (result_id, number, is_current, status, test_date, level, unit, low, high,
                        critical_multiple, range_source, flag, comparator_open, genotype_contradicts, recorded_at)
                    VALUES (\(id), 1, 1, 'preliminary', \(number), 1, 'g/L', 1000, 2000, 4000, 'standard', 'LL', 0, 0, 0)
                    """)
            }
        }
        old.close()
        let new = try Database.open(path: path, key: key, migrations: steps)
        defer { new.close() }
        let kept = try await new.read { (tx) throws(DatabaseError) in
            try tx.all(
                "SELECT status, test_date, flag, is_unmatched, shown_to_clinicians FROM result ORDER BY reference"
            ) { row throws(DatabaseError) in
                [
                    try row.value(0, as: String.self), "\(try row.value(1, as: Int.self))",
                    try row.value(2, as: String.self), "\(try row.value(3, as: Int.self))",
                    "\(try row.value(4, as: Int.self))",
                ]
            }
        }
        #expect(
            kept == [
                ["preliminary", "1", "LL", "0", "0"], ["preliminary", "2", "LL", "0", "1"],
                ["preliminary", "3", "LL", "1", "1"],
            ])
    }
}
