import EngineConformance
import Relational
import SQLCipher
import Testing

/// A seal that always fails.
private struct BrokenSeal: Seal {
    let owner = "nowhere"
    func mac(of message: [UInt8]) throws(DatabaseError) -> [UInt8] { throw .unsealed("no memory") }
    func signature(of message: [UInt8]) throws(DatabaseError) -> [UInt8] { throw .unsealed("no memory") }
    func isSignature(_ signature: [UInt8], of message: [UInt8]) throws(DatabaseError) -> Bool {
        throw .unsealed("no memory")
    }
}

@Suite struct `A write that needs a seal` {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try Database.create(path: scratch.path, key: Scratch.key(), migrations: Scratch.schema)
    }

    private func open(seal: (any Seal)?) throws(OpeningError) -> Database {
        try Database.open(path: scratch.path, key: Scratch.key(), migrations: Scratch.schema, seal: seal)
    }

    /// Adds a row, and then requests its MAC.
    private func write(to database: Database) async throws(DatabaseError) {
        try await database.write { (tx) throws(DatabaseError) in
            try tx.run("INSERT INTO thing (id) VALUES (1)")
            _ = try tx.seal.mac(of: [1])
        }
    }

    @Test func `fails in a file that was opened without a seal, and leaves nothing`() async throws {
        let database = try open(seal: nil)
        defer { database.close() }
        await #expect(throws: DatabaseError.unsealed("the file was opened without a seal")) {
            try await write(to: database)
        }
        #expect(try await database.values("SELECT COUNT(*) FROM thing", as: Int.self) == [0])
    }

    @Test func `fails if its seal fails, and leaves nothing`() async throws {
        let database = try open(seal: BrokenSeal())
        defer { database.close() }
        await #expect(throws: DatabaseError.unsealed("no memory")) { try await write(to: database) }
        #expect(try await database.values("SELECT COUNT(*) FROM thing", as: Int.self) == [0])
    }
}
