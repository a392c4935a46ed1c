import Relational
import Testing

extension Conformance {
    /// Statements that take too long.
    static let interruption = [
        Conformance("looks no further than the first row to see whether there is one") { engine async throws in
            let endless: SQL = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
            #expect(try await engine.read { (tx) throws(DatabaseError) in try tx.exists(endless) })
        },
        Conformance("gives up a brief read that takes long, and commits the rest") { engine async throws in
            let read = try await engine.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                let read = try tx.readBriefly { (tx) throws(DatabaseError) in
                    _ = try tx.number("SELECT COUNT(*) FROM thing")
                    return try tx.number(endless)
                }
                try tx.run("INSERT INTO thing (id) VALUES (2)")
                return read
            }
            #expect(read == nil)
            #expect(try await engine.values("SELECT id FROM thing ORDER BY id", as: Int.self) == [1, 2])
        },
        Conformance("answers a brief read with the changes of its transaction") { engine async throws in
            let count = try await engine.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                var count: Int?
                // On a busy machine a server may need longer than a brief read lasts.
                for _ in 0..<1000 where count == nil {
                    count = try tx.readBriefly { (tx) throws(DatabaseError) in
                        try tx.number("SELECT COUNT(*) FROM thing")
                    }
                }
                return count
            }
            #expect(count == 1)
        },
    ]
}
