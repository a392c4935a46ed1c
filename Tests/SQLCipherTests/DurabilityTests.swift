import Dispatch
import EngineConformance
import Foundation
import Relational
import SQLCipher
import Testing

@Suite struct `An encrypted file` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    @Test func `contains all acknowledged writes after closing`() async throws {
        for number in 0..<50 { _ = try await database.run("INSERT INTO thing (id) VALUES (\(number))") }
        database.close()
        #expect(try scratch.files().keys.sorted() == ["health.db"])
        let again = try scratch.open()
        defer { again.close() }
        #expect(try await again.values("SELECT id FROM thing ORDER BY id") == Array(0..<50))
        #expect(try await again.values("PRAGMA integrity_check", as: String.self) == ["ok"])
    }

    @Test func `begins with its salt, and nothing in it or beside it is unencrypted`() async throws {
        let marker = "MARKER-4711-ÄÖÜ-marker"
        for number in 0..<100 {
            _ = try await database.run("INSERT INTO thing (id, value) VALUES (\(number), \(marker))")
        }
        // The WAL exists while the file is open, and is deleted when it is closed.
        let open = try scratch.files()
        database.close()
        let closed = try scratch.files()
        #expect(try #require(open["health.db-wal"]).count > 4096)
        #expect(closed["health.db"]?.prefix(16) == Data(repeating: 9, count: 16))
        for (name, data) in Array(open) + Array(closed) {
            for clear in [marker, "MARKER", "CREATE TABLE", "sqlite_autoindex", "SQLite format 3"] {
                #expect(data.range(of: Data(clear.utf8)) == nil, "\(clear) stands in \(name)")
            }
        }
    }

    @Test func `limits the growth of its WAL`() async throws {
        for number in 0..<60 {
            _ = try await database.run("INSERT INTO thing (id, value) VALUES (\(number), zeroblob(400000))")
        }
        let (wal, file) = (try size(of: "health.db-wal"), try size(of: "health.db"))
        database.close()
        #expect(file > 1000 * 4096, "nothing was copied into the file")
        #expect(wal < 3000 * 4096, "the WAL has not started over")
        #expect(try size(of: "health.db") > 60 * 400_000)
    }

    private func size(of name: String) throws -> Int {
        // Without opening the file.
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(scratch.directory)/\(name)")
        return try #require(attributes[.size] as? Int)
    }
}
