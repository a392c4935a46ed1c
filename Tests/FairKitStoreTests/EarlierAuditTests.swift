import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import SQLCipher
import Schemas
import Support
import Testing

@Suite(.onFiles) struct `An audit log from before it was sealed` {
    let scratch: Scratch
    var keyFile: URL { URL(filePath: "\(scratch.tenant)/key.json") }

    init() throws {
        scratch = try Scratch()
    }

    /// A store as the eighth migration left it, with entries.
    private func makeOldStore(entries: Int) async throws {
        try FileManager.default.createDirectory(atPath: scratch.tenant, withIntermediateDirectories: true)
        let key = try TenantKey.random()
        try key.write(to: keyFile.path(percentEncoded: false), tenant: "default", wrappedBy: Scratch.master())
        let steps = migrations.prefix(8).map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let path = "\(scratch.tenant)/health.db"
        try Database.create(path: path, key: CipherKey(key.bytes), migrations: steps)
        let database = try Database.open(path: path, key: CipherKey(key.bytes), migrations: steps)
        defer { database.close() }
        try await database.write { (tx) throws(DatabaseError) in
            for number in 0..<entries {
                let patient = number.isMultiple(of: 2) ? Example.patient : nil
                try tx.run(
                    """
                    INSERT INTO audit (at, actor, action, object, profile_id, request_id)
                    VALUES (\(Int64(number)), \(Example.key), 'result.read', \("object \(number)"), \(patient), 'r')
                    """)
            }
        }
    }

    @Test(arguments: [0, 1, 2000, 2500]) func `is sealed unchanged when the store is opened`(entries: Int) async throws
    {
        try await makeOldStore(entries: entries)
        for _ in 0..<2 {
            try await scratch.withStore { (store) async throws in
                let verified = try await store.verifyAudit()
                #expect(verified.findings == [])
                #expect(verified.entries == entries)
            }
        }
        try await scratch.withStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in
                for number in 1...1000 { try tx.record(`The audit log`.entry(number, .resultRead, about: nil)) }
            }
            #expect(try await store.verifyAudit().findings == [])
            let found = try await store.read { (tx) throws(DatabaseError) in try tx.auditEntries(about: Example.patient)
            }
            #expect(found.count == (entries + 1) / 2)
            #expect(
                found.allSatisfy { $0.outcome == .success && $0.times == 1 && $0.actor.key?.uuid == Example.key.uuid })
        }
    }

    @Test func `can't be changed any more once it is sealed`() async throws {
        try await makeOldStore(entries: 10)
        try await scratch.withStore { (store) async throws in #expect(try await store.verifyAudit().isSound) }
        let intruder = try Intruder(scratch.place)
        try await intruder.run(["UPDATE audit SET object = 'object 8' WHERE number = 5"])
        intruder.close()
        try await scratch.withStore { (store) async throws in
            #expect(try await store.verifyAudit().findings == [.changed(5)])
        }
    }

    @Test func `keeps its key, and a key file from before it is refused`() async throws {
        try await makeOldStore(entries: 10)
        let old = try Data(contentsOf: keyFile)
        let publicKey = try await scratch.withStore { (store) async throws in store.auditPublicKey }
        let new = try Data(contentsOf: keyFile)
        #expect(String(decoding: old, as: UTF8.self).contains("\"version\" : 1"))
        #expect(String(decoding: new, as: UTF8.self).contains("\"version\" : 2"))
        #expect(try await scratch.withStore { (store) async throws in store.auditPublicKey } == publicKey)
        try old.write(to: keyFile)
        let path = keyFile.path(percentEncoded: false)
        #expect(throws: StoreError.key(.auditKeyMissing(path: path))) {
            try Store.open(scratch.directory) { () throws(KeyError) in try Scratch.master() }
        }
        #expect(try Data(contentsOf: keyFile) == old)
        try new.write(to: keyFile)
        try await scratch.withStore { (store) async throws in #expect(try await store.verifyAudit().isSound) }
    }

    /// After a crash before `key.json` was written, or when an attacker removed every trace of the first sealing: only
    /// a public key that is kept elsewhere reveals it.
    @Test func `is sealed again with another key if nothing shows that it was sealed`() async throws {
        try await makeOldStore(entries: 10)
        let old = try Data(contentsOf: keyFile)
        let kept = try await scratch.withStore { (store) async throws in
            _ = try await store.logAudit(at: Example.now)
            return try #require(try await store.verifyAudit().checkpoint)
        }
        let intruder = try Intruder(scratch.place)
        try await intruder.run(["DELETE FROM audit_checkpoint"])
        intruder.close()
        try old.write(to: keyFile)
        try await scratch.withStore { (store) async throws in
            #expect(try await store.verifyAudit().findings == [])
            #expect(try await store.verifyAudit(against: kept).findings == [.foreignCheckpoint])
        }
    }
}

@Suite(.onFiles) struct `An audit log in another place` {
    let scratch: Scratch
    let target: Scratch

    init() throws {
        scratch = try Scratch()
        target = try Scratch()
    }

    @Test func `is intact in a backup and after its restoration, where a deleted end is detected as well`() async throws
    {
        let backup = "\(scratch.parent)/backup"
        try await scratch.withNewStore { (store) async throws in
            for number in 1...9 {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(`The audit log`.entry(number, .resultRead, about: nil))
                }
                if number == 5 { _ = try await store.logAudit(at: Example.now) }
            }
            _ = try await store.backUp(to: backup) { Example.now }
            #expect(try await store.verifyAudit().findings == [])
        }
        try Store.restore(from: backup, to: target.directory, at: Example.now) { () throws(KeyError) in
            try Scratch.master()
        }
        let restored = try Data(contentsOf: URL(filePath: "\(target.tenant)/audit.anchor"))
        #expect(restored == (try Data(contentsOf: URL(filePath: "\(backup)/tenants/default/audit.anchor"))))
        let intruder = try Intruder(target.place)
        try await intruder.run(["DELETE FROM audit WHERE number >= 9"])
        try await target.withStore { (store) async throws in
            #expect(try await store.verifyAudit().findings == [.cutTail(from: 9, to: 9)])
        }
        intruder.close()
    }

    @Test func `records that an operator discarded the commits after damage in the write-ahead log`() async throws {
        let crashed = try await CrashedStore()
        let frame = try crashed.frames().count / 2
        var log = try crashed.bytes(crashed.log)
        log[CrashedStore.offset(ofFrame: frame) + 1000] ^= 1
        try crashed.write(log, to: crashed.log)
        let store = try crashed.open(.cutOff(keeping: "\(scratch.parent)/kept", at: Example.now))
        defer { store.close() }
        #expect(try await store.values("SELECT action FROM audit ORDER BY number DESC LIMIT 1") == ["store.log-cut"])
        #expect(try await store.verifyAudit().findings == [])
    }
}
