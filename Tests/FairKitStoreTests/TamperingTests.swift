import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import Relational
import Support
import Testing

@Suite struct `An attacker with the database's key` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// The number of trials, set by `FAIRKIT_AUDIT_TRIALS`.
    static let trials = ProcessInfo.processInfo.environment["FAIRKIT_AUDIT_TRIALS"].flatMap(Int.init) ?? 1000

    /// Entries with a list in every fourth, and a checkpoint at every eighth.
    private func fill(_ store: Store) async throws {
        for number in 1...Tampering.last {
            let entry =
                number.isMultiple(of: 4)
                ? `The audit log`.list(Int(number))
                : `The audit log`.entry(Int(number), .resultRead, about: ProfileID(number: number))
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            if number.isMultiple(of: 8) { #expect(try await store.logAudit(at: Example.now) == .recorded) }
        }
    }

    @Test(.onFiles) func `tampers with the audit log and is detected, with the first faulty entry`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await fill(store)
            let intruder = try Intruder(scratch.place)
            defer { intruder.close() }
            try await intruder.remember()
            #expect(try await store.verifyAudit().findings == [])
            var random = SplitMix64(state: 20)
            var kinds: Set<String> = []
            for trial in 0..<Self.trials {
                let tampering = Tampering.random(using: &random)
                kinds.formUnion(tampering.codes)
                let changed = try await intruder.run(tampering.statements)
                #expect(changed > 0, "\(trial): \(tampering) changes nothing")
                let found = try await store.verifyAudit().findings
                #expect(tampering.isFound(by: found), "\(trial): \(tampering): \(found)")
                try await intruder.undo()
            }
            #expect(try await store.verifyAudit().findings == [])
            #expect(Self.trials < 1000 || kinds.count == 6, "\(kinds)")
        }
    }

    @Test(arguments: 1...Tampering.last) func `hides or forges an emergency access and is detected`(
        number: Int64
    ) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await fill(store)
            let marked = try await store.values("SELECT number FROM audit WHERE break_glass = 1", as: Int64.self)
            #expect(Set([1, 7, 10, 13]).isSubset(of: marked))
            let intruder = try Intruder(scratch.place)
            defer { intruder.close() }
            try await intruder.run([
                SQL(
                    stringLiteral: "UPDATE audit SET break_glass = CASE WHEN break_glass IS NULL THEN 1 END "
                        + "WHERE number = \(number)")
            ])
            #expect(try await store.verifyAudit().findings.first == .changed(number))
        }
    }

    /// The file as it is when it is closed; the server then continues as if nothing had happened.
    @Test(arguments: [1, 2, 12, 24] as [Int64])
    func `deletes the end of a closed log and is detected though the server continues`(number: Int64) async throws {
        try await scratch.withNewStore { (store) async throws in try await fill(store) }
        let intruder = try Intruder(scratch.place)
        try await intruder.run([
            "DELETE FROM audit WHERE number >= \(number)",
            "DELETE FROM audit_checkpoint WHERE number >= \(number)",
        ])
        intruder.close()
        let cut = AuditFinding.cutTail(from: number, to: Tampering.last)
        try await scratch.withStore { (store) async throws in
            #expect(try await store.verifyAudit().findings.first == cut)
            try await fill(store, refusing: true)
            #expect(try await store.verifyAudit().findings.first == cut)
            #expect(try await store.check().findings == [CheckFinding(code: .auditChain, count: 1)])
        }
        try await scratch.withStore { (store) async throws in
            #expect(try await store.verifyAudit().findings.first == cut)
        }
    }

    /// Twice as many as were deleted.
    private func fill(_ store: Store, refusing: Bool) async throws {
        for number in 1...2 * Int(Tampering.last) {
            try await store.write { (tx) throws(DatabaseError) in
                try tx.record(`The audit log`.entry(number, .resultRead, about: nil))
            }
        }
        #expect(try await store.logAudit(at: Example.now) == (refusing ? .refused : .recorded))
    }

    @Test func `deletes the end while the server runs and is detected by the anchor`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await fill(store)
            let intruder = try Intruder(scratch.place)
            try await intruder.run([
                "DELETE FROM audit WHERE number > 16",
                "DELETE FROM audit_checkpoint WHERE number > 16",
            ])
            intruder.close()
            try await fill(store, refusing: true)
            let found = try await store.verifyAudit().findings
            #expect(found.contains(.replaced(upTo: Tampering.last)), "\(found)")
        }
    }

    @Test(arguments: [0, 1, 2] as [Int64])
    func `deletes checkpoints and is detected though the server signs again`(left: Int64) async throws {
        try await scratch.withNewStore { (store) async throws in try await fill(store) }
        let intruder = try Intruder(scratch.place)
        try await intruder.run([SQL(stringLiteral: "DELETE FROM audit_checkpoint WHERE position > \(left)")])
        intruder.close()
        for _ in 0..<3 {
            try await scratch.withStore { (store) async throws in
                #expect(try await store.verifyAudit().findings.count == 1)
                try await store.write { (tx) throws(DatabaseError) in
                    for number in 1...1000 { try tx.record(`The audit log`.entry(number, .kitRead, about: nil)) }
                }
                #expect(try await store.logAudit(at: Example.now) == .refused)
                let codes = try await store.verifyAudit().findings.map(\.code)
                #expect(codes == ["checkpoint"])
            }
        }
    }

    @Test func `deletes or changes the anchor and is detected`() async throws {
        try await scratch.withNewStore { (store) async throws in try await fill(store) }
        let path = scratch.place.anchor
        let anchor = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        let bent = [
            anchor.replacing("\"number\" : 24", with: "\"number\" : 23"),
            anchor.replacing("\"position\" : 3", with: "\"position\" : 2"), "{}", "",
            anchor.replacing("\"number\"", with: "\"missingFrom\" : 7, \"number\""),
        ]
        for text in bent {
            #expect(text != anchor)
            try Data(text.utf8).write(to: URL(filePath: path))
            try await scratch.withStore { (store) async throws in
                #expect(try await store.verifyAudit().findings == [.anchorChanged])
                try await fill(store, refusing: true)
            }
            #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
        }
        try FileManager.default.removeItem(atPath: path)
        try await scratch.withStore { (store) async throws in
            // Another server of the same database has never opened the tenant, and has no anchor yet.
            #expect(try await store.verifyAudit().findings == (TestEngine.current == .files ? [.anchorMissing] : []))
        }
        try Data(anchor.utf8).write(to: URL(filePath: path))
        try await scratch.withStore { (store) async throws in
            #expect(try await store.verifyAudit().findings == [])
        }
    }

    @Test(.onFiles) func `restores an old copy of the directory and is detected by an external checkpoint`()
        async throws
    {
        try await scratch.withNewStore { (store) async throws in try await fill(store) }
        let copy = scratch.parent + "/copy"
        try FileManager.default.copyItem(atPath: scratch.tenant, toPath: copy)
        let kept = try await scratch.withStore { (store) async throws in
            try await fill(store, refusing: false)
            return try #require(try await store.verifyAudit().checkpoint)
        }
        try FileManager.default.removeItem(atPath: scratch.tenant)
        try FileManager.default.copyItem(atPath: copy, toPath: scratch.tenant)
        try await scratch.withStore { (store) async throws in
            #expect(try await store.verifyAudit().findings == [])
            let cut = AuditFinding.cutTail(from: Tampering.last + 1, to: kept.number)
            #expect(try await store.verifyAudit(against: kept).findings == [cut])
            // The same entries would make the same chain.
            try await store.write { (tx) throws(DatabaseError) in try tx.record(`The audit log`.list(7)) }
            try await fill(store, refusing: false)
            #expect(try await store.verifyAudit(against: kept).findings == [.replaced(upTo: kept.number)])
            let forged = AuditCheckpoint(
                position: kept.position, number: 1, mac: kept.mac, at: kept.at, signature: kept.signature)
            #expect(try await store.verifyAudit(against: forged).findings == [.foreignCheckpoint])
        }
    }
}

extension Tampering {
    /// Whether the finding is among them, and no earlier entry is reported.
    func isFound(by findings: [AuditFinding]) -> Bool {
        let matching = findings.first { codes.contains($0.code) }
        if let position { return matching == .checkpoint(position) && findings.allSatisfy { $0.number == nil } }
        return matching?.number == number && findings.compactMap(\.number).min() == number
    }
}
