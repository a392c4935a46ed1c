import FairKitStore
import FairKitVault
import FoundationEssentials
import Glibc
import KeyRing
import Relational
import SQLCipher
import Support
import Testing

@Suite(.onFiles) struct `Opening a store` {
    let scratch: Scratch
    var directory: DataDirectory { scratch.directory }

    init() throws {
        scratch = try Scratch()
    }

    /// Expects an error that says what to do, and unchanged files.
    func refuses(_ error: StoreError, master: Character = "7", at place: SourceLocation = #_sourceLocation) throws {
        let before = try scratch.files()
        #expect(throws: error, sourceLocation: place) {
            try Store.open(directory) { () throws(KeyError) in try Scratch.master(master) }
        }
        #expect(try scratch.files() == before, sourceLocation: place)
        #expect(error.description.contains(directory.path), sourceLocation: place)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(scratch.tenant)/\(name)")
    }

    @Test func `works again after each closing`() async throws {
        try scratch.initialise()
        for count in 1...3 {
            try await scratch.withStore { (store) async throws in
                _ = try await store.write { (tx) throws(DatabaseError) in
                    try tx.run("INSERT INTO laboratory (id, name) VALUES (\([UInt8(count)]), \("L\(count)"))")
                }
                #expect(try await store.values("SELECT COUNT(*) FROM laboratory") == [count])
            }
        }
    }

    @Test func `needs a store`() throws {
        try refuses(.noStore(path: directory.path))
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test func `needs its key file`() throws {
        try scratch.initialise()
        try remove("key.json")
        try refuses(.key(.tenantKeyMissing(path: "\(scratch.tenant)/key.json")))
    }

    @Test func `needs its database`() throws {
        try scratch.initialise()
        try remove("health.db")
        try refuses(.opening(.missing(path: "\(scratch.tenant)/health.db")))
    }

    @Test func `needs the key file of this store, not of another`() throws {
        let other = try Scratch()
        try scratch.initialise()
        try other.initialise()
        try remove("key.json")
        try FileManager.default.copyItem(atPath: "\(other.tenant)/key.json", toPath: "\(scratch.tenant)/key.json")
        try refuses(.opening(.wrongKey(path: "\(scratch.tenant)/health.db")))
    }

    @Test func `needs the master key that wrapped its key`() throws {
        try scratch.initialise()
        try refuses(
            .key(
                .otherMasterKey(
                    path: "\(scratch.tenant)/key.json", needed: Scratch.master().id, given: Scratch.master("8").id)),
            master: "8")
    }

    @Test func `needs a complete key file`() throws {
        try scratch.initialise()
        try Data("{}".utf8).write(to: URL(filePath: "\(scratch.tenant)/key.json"))
        try refuses(.key(.tenantKeyMalformed(path: "\(scratch.tenant)/key.json")))
    }

    @Test func `needs an encrypted database`() throws {
        try scratch.initialise()
        let plain = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4080)
        try Data(plain).write(to: URL(filePath: "\(scratch.tenant)/health.db"))
        try refuses(.opening(.plaintext(path: "\(scratch.tenant)/health.db")))
    }

    @Test func `needs exclusive use of the directory`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let error = StoreError.opening(.directoryInUse(path: directory.path, pid: getpid()))
            #expect(throws: error) { try Store.open(directory) { () throws(KeyError) in try Scratch.master() } }
            #expect(throws: error) { try scratch.initialise() }
            #expect(try await store.values("SELECT 1") == [1])
        }
        try await scratch.withStore { (store) async throws in #expect(try await store.values("SELECT 1") == [1]) }
    }

    @Test func `asks for the master key only if there is something to open`() throws {
        var asked = 0
        #expect(throws: StoreError.self) {
            try Store.open(directory) { () throws(KeyError) in
                asked += 1
                return try Scratch.master()
            }
        }
        #expect(asked == 0)
    }
}
