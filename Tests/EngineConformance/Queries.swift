import Relational
import Testing

extension Conformance {
    /// The verbs of a connection.
    static let queries = [
        Conformance("finds all rows, the first, a number, and whether there is one") { engine async throws in
            try await engine.run("INSERT INTO thing (id, number) VALUES (1, 5), (2, 6), (3, 7)")
            try await engine.read { (tx) throws(DatabaseError) in
                let query: SQL = "SELECT id FROM thing WHERE number > \(5) ORDER BY id"
                let all = try tx.all(query) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
                #expect(all == [2, 3])
                let first = try tx.first(query) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
                #expect(first == 2)
                #expect(try tx.number("SELECT COUNT(*) FROM thing") == 3)
                #expect(try tx.exists(query))
            }
        },
        Conformance("finds nothing where no row is") { engine async throws in
            try await engine.read { (tx) throws(DatabaseError) in
                let query: SQL = "SELECT id FROM thing WHERE number > \(5)"
                let all = try tx.all(query) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
                #expect(all == [])
                let first = try tx.first(query) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
                #expect(first == nil)
                #expect(try !tx.exists(query))
            }
            await #expect(throws: DatabaseError.unexpectedValue(column: 0, sql: "SELECT id FROM thing")) {
                try await engine.read { (tx) throws(DatabaseError) in try tx.number("SELECT id FROM thing") }
            }
        },
        Conformance("merges lists, and reads the first rows of all in their order") { engine async throws in
            try await engine.run("INSERT INTO thing (id, number) VALUES (1, 5), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7)")
            let lists = [5, 6, 7].map { "SELECT id FROM thing WHERE number = \($0)" as SQL }
            for (count, all) in [(3, [6, 5, 4, 3, 2, 1]), (2, [5, 4, 2, 1]), (1, [4, 1])] {
                let merged = lists.prefix(count).merged(by: "1 DESC", most: 3)
                #expect(try await engine.values("\(merged) LIMIT \(3)", as: Int.self) == Array(all.prefix(3)))
                let rest: SQL = "SELECT id FROM (\(merged) LIMIT 1 OFFSET \(2)) found"
                #expect(try await engine.values(rest, as: Int.self) == Array(all.dropFirst(2).prefix(1)))
            }
        },
        Conformance("decodes a row of NULL as a row") { engine async throws in
            try await engine.run("INSERT INTO thing (id) VALUES (1)")
            #expect(try await engine.values("SELECT number FROM thing", as: Int?.self) == [nil])
            #expect(try await engine.read { (tx) throws(DatabaseError) in try tx.exists("SELECT number FROM thing") })
        },
        Conformance("stops when the closure throws, and continues with the next statement") { engine async throws in
            try await engine.run("INSERT INTO thing (id) VALUES (1), (2), (3)")
            let found = try await engine.read { (tx) throws(DatabaseError) in
                var seen: [Int] = []
                let failed = try? tx.all("SELECT id FROM thing ORDER BY id") { row throws(DatabaseError) in
                    seen.append(try row.value(0))
                    if seen.count == 2 { throw .onPurpose }
                    return seen.count
                }
                #expect(failed == nil)
                return seen + [try tx.number("SELECT COUNT(*) FROM thing")]
            }
            #expect(found == [1, 2, 3])
        },
        Conformance("counts the rows that a statement changes") { engine async throws in
            try await engine.write { (tx) throws(DatabaseError) in
                #expect(try tx.rowsChanged(by: "INSERT INTO thing (id, number) VALUES (1, 5), (2, 6), (3, 7)") == 3)
                #expect(try tx.rowsChanged(by: "UPDATE thing SET number = 9 WHERE id > \(1)") == 2)
                #expect(
                    try tx.rowsChanged(by: "UPDATE thing SET number = 9 WHERE id > 1") == 2,
                    "matched rows count, equal or not")
                #expect(try tx.rowsChanged(by: "UPDATE thing SET number = 9 WHERE id = 99") == 0)
                #expect(try tx.rowsChanged(by: "INSERT INTO thing (id) SELECT id + 10 FROM thing WHERE id < 3") == 2)
                #expect(try tx.rowsChanged(by: "DELETE FROM thing WHERE id >= 10") == 2)
                #expect(try tx.rowsChanged(by: "DELETE FROM thing") == 3)
            }
        },
        Conformance("rolls back when the closure throws, and then begins again") { engine async throws in
            for _ in 0..<3 {
                await #expect(throws: DatabaseError.onPurpose) {
                    try await engine.write { (tx) throws(DatabaseError) in
                        try tx.run("INSERT INTO thing (id) VALUES (1)")
                        throw .onPurpose
                    }
                }
                await #expect(throws: DatabaseError.onPurpose) {
                    try await engine.read { _ throws(DatabaseError) in throw .onPurpose }
                }
            }
            #expect(try await engine.values("SELECT COUNT(*) FROM thing", as: Int.self) == [0])
        },
        Conformance("writes nothing in a snapshot") { engine async throws in
            for sql: SQL in [
                "INSERT INTO thing (id) VALUES (1)", "UPDATE thing SET number = 2", "DELETE FROM thing",
                "DROP TABLE name",
                "CREATE TABLE other (id INTEGER)",
            ] {
                let error = await #expect(throws: DatabaseError.self) {
                    try await engine.read { (tx) throws(DatabaseError) in
                        try tx.all(sql) { _ throws(DatabaseError) in }
                    }
                }
                #expect(error?.kind == .readOnly)
            }
        },
    ]
}
