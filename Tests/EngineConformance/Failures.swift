import Relational
import Testing

extension Conformance {
    /// Statements that fail.
    static let failures = [
        Conformance("refuses a row against a constraint, and no error has a value") { engine async throws in
            let secret = String(repeating: "secret ", count: 20)
            try await engine.run("INSERT INTO thing (id) VALUES (1)")
            try await engine.run("INSERT INTO name (text) VALUES (\("secret"))")
            let refused: [SQL] = [
                "INSERT INTO name (text) VALUES (\("secret"))", "INSERT INTO name (text) VALUES (\(String?.none))",
                "INSERT INTO thing (id, words) VALUES (1, \(secret))",
                "INSERT INTO name (text, thing) VALUES (\("another secret"), 99)",
                "INSERT INTO name (text) VALUES (\(secret))", "UPDATE name SET text = \(secret)",
            ]
            for sql in refused {
                let error = await #expect(throws: DatabaseError.self) { try await engine.run(sql) }
                #expect(error?.kind == .constraint, "\(sql.text)")
                #expect(error.map { !"\($0)".contains("secret") } == true)
                #expect(error?.isDiskFull == false)
            }
            #expect(try await engine.values("SELECT text FROM name", as: String.self) == ["secret"])
        },
        Conformance("refuses a statement that it can't read, and runs the next one") { engine async throws in
            for sql: SQL in ["SELEC 1", "SELECT 1 FROM nowhere", "SELECT nothing FROM thing", "SELECT 'open"] {
                let error = await #expect(throws: DatabaseError.self) { try await engine.values(sql, as: Int.self) }
                #expect(error?.kind == .other)
                #expect(try await engine.values("SELECT 1", as: Int.self) == [1])
            }
        },
        Conformance("dooms the transaction of a failed UPDATE, even if its error is caught") { engine async throws in
            try await engine.run("INSERT INTO name (text) VALUES ('a'), ('b'), ('c')")
            let error = await #expect(throws: DatabaseError.self) {
                try await engine.write { (tx) throws(DatabaseError) in
                    try tx.run("INSERT INTO thing (id) VALUES (1)")
                    _ = try? tx.run("UPDATE name SET text = 'x'")
                }
            }
            #expect(error?.kind == .constraint)
            #expect(try await engine.values("SELECT COUNT(*) FROM thing", as: Int.self) == [0])
            #expect(try await engine.values("SELECT text FROM name ORDER BY text", as: String.self) == ["a", "b", "c"])
        },
        Conformance("dooms the transaction of an INSERT of which some rows were refused, even if its error is caught") {
            engine async throws in
            let error = await #expect(throws: DatabaseError.self) {
                try await engine.write { (tx) throws(DatabaseError) in
                    try tx.run("INSERT INTO thing (id) VALUES (1)")
                    _ = try? tx.run("INSERT INTO thing (id) VALUES (2), (3), (1)")
                }
            }
            #expect(error?.kind == .constraint)
            #expect(try await engine.values("SELECT COUNT(*) FROM thing", as: Int.self) == [0])
        },
        Conformance("dooms the transaction of another failed statement, or takes it for not run") {
            engine async throws in
            let isDoomed = engine.traits.isDoomedByEachFailure
            try await engine.run("INSERT INTO name (text) VALUES ('a')")
            do throws(DatabaseError) {
                try await engine.write { (tx) throws(DatabaseError) in
                    try tx.run("INSERT INTO thing (id) VALUES (1)")
                    _ = try? tx.run("INSERT INTO name (text) VALUES ('a')")
                }
                #expect(!isDoomed)
            } catch {
                #expect(isDoomed && error.kind == .constraint, "the first failure is the one that is thrown")
            }
            #expect(try await engine.values("SELECT COUNT(*) FROM thing", as: Int.self) == [isDoomed ? 0 : 1])
        },
    ]
}
