import EngineConformance
import FoundationEssentials
import Relational
import SQLCipher
import Testing

@Suite struct `Opening refuses and changes nothing` {
    let scratch: Scratch
    var path: String { scratch.path }

    init() throws {
        scratch = try Scratch()
    }

    /// Expects an error, and unchanged files.
    func refuses(
        _ error: OpeningError, at location: SourceLocation = #_sourceLocation, _ open: () throws -> Void
    ) throws {
        let before = try scratch.files()
        #expect(throws: error, sourceLocation: location, performing: open)
        #expect(try scratch.files() == before, sourceLocation: location)
        #expect(!error.description.isEmpty, sourceLocation: location)
    }

    func open(key: UInt8 = 7, salt: UInt8 = 9) throws {
        try Database.open(path: path, key: Scratch.key(key, salt: salt), migrations: Scratch.schema).close()
    }

    @Test(arguments: [0, 1, 16, 32, 47, 49, 96])
    func `a key of another length`(count: Int) {
        #expect(throws: OpeningError.keyLength(count)) { try CipherKey([UInt8](repeating: 7, count: count)) }
    }

    @Test func `a missing file`() throws {
        try refuses(.missing(path: path)) { try open() }
        #expect(try scratch.files().isEmpty)
    }

    @Test(arguments: [0, 1, 15, 16, 4095])
    func `a file that is too short`(count: Int) throws {
        try scratch.write([UInt8](repeating: 9, count: count))
        try refuses(.truncated(path: path, bytes: count)) { try open() }
    }

    @Test func `a file that is not encrypted`() throws {
        try scratch.write(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 8176))
        try refuses(.plaintext(path: path)) { try open() }
    }

    @Test func `an existing file, instead of creating one`() throws {
        try scratch.database().close()
        try refuses(.exists(path: path)) {
            try Database.create(path: path, key: Scratch.key(), migrations: Scratch.schema)
        }
    }

    @Test func `an existing empty file, instead of creating one`() throws {
        try scratch.write([])
        try refuses(.exists(path: path)) {
            try Database.create(path: path, key: Scratch.key(), migrations: Scratch.schema)
        }
    }

    @Test func `the wrong key with the same salt`() throws {
        try scratch.database().close()
        try refuses(.wrongKey(path: path)) { try open(key: 8) }
        try open()
    }

    @Test func `the right key with another salt`() throws {
        try scratch.database().close()
        try refuses(.wrongKey(path: path)) { try open(salt: 8) }
        try open()
    }

    @Test(arguments: [(8, 9), (7, 8), (8, 8)] as [(UInt8, UInt8)], [true, false])
    func `the wrong key for a file with commits in its WAL`(wrong: (UInt8, UInt8), withSharedMemory: Bool) async throws
    {
        let killed = try await copyOfLiveFiles(withSharedMemory: withSharedMemory)
        try await refuses(.wrongKey(path: killed.path), for: killed) {
            try Database.open(path: killed.path, key: Scratch.key(wrong.0, salt: wrong.1), migrations: Scratch.schema)
        }
    }

    @Test func `a later version's file with commits in its WAL`() async throws {
        let killed = try await copyOfLiveFiles(withSharedMemory: false)
        try await refuses(.newerSchema(path: killed.path, found: 2, supported: 1), for: killed) {
            try Database.open(path: killed.path, key: Scratch.key(), migrations: Array(Scratch.schema.prefix(1)))
        }
    }

    /// The file and its WAL are unchanged, and the right key finds the commits. The shared memory is only an index.
    func refuses(_ error: OpeningError, for killed: Scratch, _ open: () throws -> Database) async throws {
        let before = try killed.files()
        #expect(try #require(before["health.db-wal"]).count > 4096)
        #expect(throws: error) { try open() }
        let after = try killed.files()
        #expect(after["health.db"] == before["health.db"])
        #expect(after["health.db-wal"] == before["health.db-wal"])
        let database = try killed.open()
        #expect(try await database.values("SELECT id FROM thing", as: Int64.self) == [4711])
        database.close()
    }

    /// The files of a killed process: a database, and a WAL with an acknowledged commit.
    func copyOfLiveFiles(withSharedMemory: Bool) async throws -> Scratch {
        let database = try scratch.database()
        _ = try await database.run("INSERT INTO thing (id) VALUES (4711)")
        let copy = try Scratch()
        for (name, data) in try scratch.files() where withSharedMemory || !name.hasSuffix("-shm") {
            try copy.write(Array(data), to: name)
        }
        database.close()
        return copy
    }

    @Test func `a file written by a later version`() throws {
        try scratch.database().close()
        try refuses(.newerSchema(path: path, found: 2, supported: 1)) {
            _ = try Database.open(path: path, key: Scratch.key(), migrations: Array(Scratch.schema.prefix(1)))
        }
        try open()
    }

    @Test(arguments: [16, 1000, 4048, 4083])
    func `a damaged first page`(position: Int) throws {
        try scratch.database().close()
        var bytes = try #require(try scratch.files()["health.db"])
        bytes[position] ^= 1
        try scratch.write(Array(bytes))
        try refuses(.wrongKey(path: path)) { try open() }
    }
}
