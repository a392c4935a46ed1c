import Relational
import Testing

extension Conformance {
    /// Statements that are passed to the engine together.
    static let manyStatements = [
        Conformance("runs statements in their order, and those that wait before one whose answer is needed") {
            engine async throws in
            let (changed, left) = try await engine.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id, number) VALUES (1, 10), (2, 20), (3, 30)")
                try tx.run("UPDATE thing SET number = number + 1 WHERE id <= \(2)")
                let changed = try tx.rowsChanged(by: "UPDATE thing SET number = number * \(2) WHERE number <= \(21)")
                try tx.run("DELETE FROM thing WHERE id = \(3)")
                return (changed, try tx.number("SELECT COUNT(*) FROM thing"))
            }
            #expect((changed, left) == (2, 2))
            #expect(try await engine.values("SELECT number FROM thing ORDER BY id") == [22, 42])
        },
        Conformance("runs more statements together than it keeps, of many kinds") { engine async throws in
            let all = (0..<1500).map { number -> SQL in
                // The text of a statement is a literal, so different texts are made from pieces.
                let pieces = [SQL](repeating: "1 = 1", count: number % 600 + 1)
                return "INSERT INTO thing (id) SELECT \(number) WHERE \(pieces.conjunction)"
            }
            let changed = try await engine.write { (tx) throws(DatabaseError) in
                for statement in all { try tx.run(statement) }
                // Between them and after them others find their own.
                return try tx.rowsChanged(by: "UPDATE thing SET number = id WHERE id = \(7)")
            }
            #expect(changed == 1)
            #expect(try await engine.values("SELECT id FROM thing ORDER BY id") == Array(0..<1500))
        },
        Conformance("binds other values, NULLs and long values to statements that run together") {
            engine async throws in
            let words = ["", "a", String(repeating: "long ", count: 50_000)]
            try await engine.write { (tx) throws(DatabaseError) in
                let all = words.enumerated().map { number, word -> SQL in
                    "INSERT INTO thing (id, words, bytes) VALUES (\(number), \(word), \(Array(word.utf8)))"
                }
                for statement in all { try tx.run(statement) }
                try tx.run("INSERT INTO thing (id, words) VALUES (9, \(String?.none))")
            }
            let found = try await engine.values("SELECT words FROM thing ORDER BY id", as: String?.self)
            #expect(found == words + [nil])
        },
        Conformance("throws the error of the first statement that fails, and runs none that follows") {
            engine async throws in
            let failing: [(SQL, EngineFailure.Kind)] = [
                ("INSERT INTO thing (id) VALUES (1)", .constraint), ("UPDATE nowhere SET number = \(1)", .other),
            ]
            try await engine.run("INSERT INTO thing (id) VALUES (1)")
            for (sql, kind) in failing {
                let error = await #expect(throws: DatabaseError.self) {
                    try await engine.write { (tx) throws(DatabaseError) in
                        try tx.run("INSERT INTO thing (id) VALUES (2)")
                        try tx.run(sql)
                        try tx.run("INSERT INTO thing (id) VALUES (\(3))")
                        try tx.run("UPDATE missing SET number = 1")
                    }
                }
                #expect(error?.kind == kind)
                #expect(try await engine.values("SELECT id FROM thing") == [1])
                // The same statements are prepared again.
                try await engine.write { (tx) throws(DatabaseError) in
                    try tx.rehearse { (tx) throws(DatabaseError) in
                        try tx.run("INSERT INTO thing (id) VALUES (2)")
                        try tx.run("INSERT INTO thing (id) VALUES (\(3))")
                    }
                }
            }
        },
        Conformance("takes back a rehearsal of statements that failed together, and goes on") { engine async throws in
            try await engine.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                let failed: DatabaseError?
                do throws(DatabaseError) {
                    failed = try tx.rehearse { (tx) throws(DatabaseError) in
                        try tx.run("INSERT INTO thing (id) VALUES (2)")
                        try tx.run("INSERT INTO thing (id) VALUES (1)")
                        return nil
                    }
                } catch { failed = error }
                #expect(failed?.kind == .constraint)
                try tx.run("INSERT INTO thing (id) VALUES (3)")
                try tx.run("UPDATE thing SET number = \(5)")
            }
            #expect(try await engine.values("SELECT id FROM thing WHERE number = 5 ORDER BY id") == [1, 3])
        },
    ]
}
