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
        let before = CommitAnchor.read(note)
        _ = database.closeUnused()
        #expect(try isOpen)
        _ = database.closeUnused()
        #expect(try !isOpen)
        #expect(CommitAnchor.read(note) == before)
        _ = try await database.run("INSERT INTO thing (id) VALUES (2)")
        guard case .known(let known) = before, case .known(let after) = CommitAnchor.read(note) else {
            Issue.record("no note")
            return
        }
        #expect(after.frames > known.frames)
    }

    @Test func `is settled when the file is closed, even while it is closed itself`() async throws {
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        for _ in 0..<2 { _ = database.closeUnused() }
        database.close()
        guard case .known(let known) = CommitAnchor.read(note) else {
            Issue.record("no note")
            return
        }
        #expect(known.frames == 0 && known.number == 1)
    }
}
