import FairKitCore
import FairKitStore
import FairKitVault
import Foundation
import KeyRing
import Relational
import Support
import Synchronization
import Testing

@Suite(.onFiles) struct `A backup` {
    let scratch: Scratch
    let other: Scratch
    var place: String { "\(other.parent)/backup" }

    init() throws {
        scratch = try Scratch()
        other = try Scratch()
    }

    func backUp(_ store: Store) async throws -> Backup {
        try await store.backUp(to: place) { Example.now }
    }

    @Test func `is made while writes continue, and contains one consistent state`() async throws {
        let backup = try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let isDone = Flag()
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var number: Int64 = 0
                    while !isDone.isRaised {
                        number += 1
                        try await store.raise([(number, .critical, 0)])
                    }
                }
                defer { isDone.raise() }
                let backup = try await backUp(store)
                isDone.raise()
                try await group.waitForAll()
                return backup
            }
        }
        #expect(backup.path == place)
        #expect(backup.at == Example.now)
        #expect(backup.counts.results > 0)
        let counts = backup.counts
        #expect([counts.alerts, counts.deliveries, counts.alertEvents].allSatisfy { $0 == counts.results })
        #expect(backup.bytes == backup.pages * 4096)
        // It is a complete data directory.
        let store = try Store.open(DataDirectory(path: place)) { () throws(KeyError) in try Scratch.master() }
        defer { store.close() }
        #expect(try await store.values("SELECT COUNT(*) FROM alert") == [counts.results])
        // The kits that the test inserted have no history.
        #expect(try await store.check().findings == [CheckFinding(code: .kitStatus, count: 2)])
    }

    @Test func `is readable by its owner only, and nothing else is left`() async throws {
        try await scratch.withNewStore { (store) async throws in _ = try await backUp(store) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.parent) == ["backup"])
        let names = try FileManager.default.subpathsOfDirectory(atPath: place).sorted()
        let files = ["audit.anchor", "health.db", "key.json"].map { "tenants/default/\($0)" }
        #expect(names == ["tenants", "tenants/default"] + files)
        for name in [""] + names {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(place)/\(name)")
            let isFile = name.contains(".")
            #expect(attributes[.posixPermissions] as? Int == (isFile ? 0o600 : 0o700), "\(name)")
        }
        let copied = try Data(contentsOf: URL(filePath: "\(place)/tenants/default/key.json"))
        #expect(try copied == Data(contentsOf: URL(filePath: "\(scratch.tenant)/key.json")))
    }

    @Test func `contains nothing unencrypted`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            _ = try await backUp(store)
        }
        let copied = try Data(contentsOf: URL(filePath: "\(place)/tenants/default/health.db"))
        for text in ["Amina", "Odhiambo", "amina@example.org", "Nairobi", "CREATE TABLE", "SQLite format 3"] {
            #expect(copied.range(of: Data(text.utf8)) == nil, "\(text)")
        }
    }

    @Test func `has the key file even if it was removed from the running store`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try FileManager.default.removeItem(atPath: "\(scratch.tenant)/key.json")
            _ = try await backUp(store)
        }
        try Store.open(DataDirectory(path: place)) { () throws(KeyError) in try Scratch.master() }.close()
    }

    @Test(arguments: [true, false])
    func `never overwrites anything`(isDirectory: Bool) async throws {
        if isDirectory {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        } else {
            try Data("mine".utf8).write(to: URL(filePath: place))
        }
        try await scratch.withNewStore { (store) async throws in
            await #expect(throws: BackupError.exists(path: place)) { try await backUp(store) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.parent) == ["backup"])
    }

    @Test func `needs an existing parent directory, and a failed one does not harm the store`() async throws {
        let nowhere = "\(other.parent)/missing/backup"
        try await scratch.withNewStore { (store) async throws in
            await #expect(throws: BackupError.self) { try await store.backUp(to: nowhere) { Example.now } }
            _ = try await backUp(store)
            #expect(try await store.check().isSound)
        }
    }

    @Test func `is made one at a time, also at the same path`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let failures = await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { () async -> BackupError? in
                        do throws(BackupError) {
                            _ = try await store.backUp(to: place) { Example.now }
                            return nil
                        } catch { return error }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(failures.count { $0 == nil } == 1)
            #expect(failures.allSatisfy { [nil, .inProgress, .exists(path: place)].contains($0) }, "\(failures)")
        }
    }

    @Test func `can be repeated after an interrupted one`() async throws {
        let unfinished = "\(other.parent)/.backup.new/tenants/default"
        try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        for name in ["health.db", "key.json"] {
            try Data("half".utf8).write(to: URL(filePath: "\(unfinished)/\(name)"))
        }
        try await scratch.withNewStore { (store) async throws in _ = try await backUp(store) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.parent) == ["backup"])
    }
}

/// Signals across tasks that something is done.
final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}
