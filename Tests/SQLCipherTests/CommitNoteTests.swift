import EngineConformance
import Foundation
import Relational
import SQLCipher
import Testing

@Suite struct `The note of commits` {
    private let scratch: Scratch
    private let note: String
    private let database: Database

    init() throws {
        scratch = try Scratch()
        note = scratch.directory + "/commits.anchor"
        try Database.create(path: scratch.path, key: Scratch.key(), migrations: Scratch.schema)
        database = try Database.open(path: scratch.path, key: Scratch.key(), migrations: Scratch.schema, anchor: note)
    }

    /// Whether this process has the file open.
    private var isOpen: Bool {
        get throws {
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return descriptors.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == note
            }
        }
    }

    @Test func `is closed while nothing is committed, and reopened by the next commit`() async throws {
        defer { database.close() }
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        let before = try #require(CommitAnchor.read(note))
        _ = database.closeUnused()
        #expect(try isOpen)
        _ = database.closeUnused()
        #expect(try !isOpen)
        #expect(CommitAnchor.read(note) == before)
        _ = try await database.run("INSERT INTO thing (id) VALUES (2)")
        let after = try #require(CommitAnchor.read(note))
        #expect(after.frames > before.frames)
    }

    @Test func `is settled when the file is closed, even while it is closed itself`() async throws {
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        for _ in 0..<2 { _ = database.closeUnused() }
        database.close()
        #expect(CommitAnchor.read(note) == nil)
    }
}
