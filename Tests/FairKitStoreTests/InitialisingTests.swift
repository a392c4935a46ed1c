import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import Support
import Testing

@Suite(.onFiles) struct `Initialising a store` {
    let scratch: Scratch
    var unfinished: String { "\(scratch.directory.path)/tenants/.default.new" }

    init() throws {
        scratch = try Scratch()
    }

    @Test func `creates a tenant that only its owner can read`() throws {
        try scratch.initialise()
        #expect(
            try scratch.files().keys.sorted()
                == ["tenants", "default", "default/audit.anchor", "default/health.db", "default/key.json"]
                .map { $0 == "tenants" ? $0 : "tenants/\($0)" })
        for name in ["", "/tenants", "/tenants/default"] {
            #expect(try mode(name) == 0o700, "\(name)")
        }
        for name in [
            "/lock", "/tenants/default/health.db", "/tenants/default/key.json", "/tenants/default/audit.anchor",
        ] {
            #expect(try mode(name) == 0o600, "\(name)")
        }
    }

    @Test func `is refused if there is one; it asks for no key and changes nothing`() throws {
        try scratch.initialise()
        let before = try scratch.files()
        var asked = 0
        #expect(throws: StoreError.storeExists(path: scratch.directory.path)) {
            try scratch.directory.initialise { () throws(KeyError) in
                asked += 1
                return try Scratch.master()
            }
        }
        #expect(asked == 0)
        #expect(try scratch.files() == before)
    }

    @Test(arguments: [
        [], ["key.json"], ["key.json", "health.db"], ["key.json", "health.db", "health.db-wal", "health.db-shm"],
        ["key.json", "health.db", "health.db-journal"],
    ])
    func `can be repeated after an interruption`(leftover: [String]) async throws {
        try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        for name in leftover { try Data("half".utf8).write(to: URL(filePath: "\(unfinished)/\(name)")) }
        try await scratch.withNewStore { (store) async throws in
            #expect(try await store.values("SELECT name FROM consumer_group") == ["default"])
        }
        #expect(!FileManager.default.fileExists(atPath: unfinished))
    }

    @Test func `can be repeated after a missing master key`() async throws {
        let failure = KeyError.exists(path: "somewhere")
        #expect(throws: StoreError.key(failure)) {
            try scratch.directory.initialise { () throws(KeyError) in throw failure }
        }
        #expect(throws: StoreError.noStore(path: scratch.directory.path)) {
            try Store.open(scratch.directory) { () throws(KeyError) in try Scratch.master() }
        }
        try await scratch.withNewStore { (store) async throws in #expect(try await store.values("SELECT 1") == [1]) }
    }

    @Test func `needs an existing parent directory`() {
        let nowhere = DataDirectory(path: "\(scratch.directory.path)/missing/data")
        #expect(throws: StoreError.self) {
            try nowhere.initialise { () throws(KeyError) in try Scratch.master() }
        }
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: scratch.directory.path + name)[.posixPermissions] as? Int
    }
}
