import Relational
import Testing

extension Conformance {
    /// Parts of a transaction that are taken back.
    static let savepoints = [
        Conformance("takes back what a rehearsal wrote, and nothing else") { engine async throws in
            try await engine.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                let seen = try tx.rehearse { (tx) throws(DatabaseError) in
                    try tx.run("INSERT INTO thing (id) VALUES (2)")
                    try tx.run("DELETE FROM thing WHERE id = 1")
                    return try tx.number("SELECT id FROM thing")
                }
                #expect(seen == 2)
                try tx.run("INSERT INTO thing (id) VALUES (3)")
            }
            #expect(try await engine.values("SELECT id FROM thing ORDER BY id", as: Int.self) == [1, 3])
        },
        Conformance("commits after a rehearsal in which a statement failed") { engine async throws in
            try await engine.run("INSERT INTO name (text) VALUES ('a')")
            try await engine.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                do throws(DatabaseError) {
                    try tx.rehearse { (tx) throws(DatabaseError) in
                        try tx.run("INSERT INTO thing (id) VALUES (2)")
                        try tx.run("INSERT INTO name (text) VALUES ('a')")
                    }
                } catch { #expect(error.kind == .constraint) }
                try tx.run("INSERT INTO thing (id) VALUES (3)")
            }
            #expect(try await engine.values("SELECT id FROM thing ORDER BY id", as: Int.self) == [1, 3])
        },
        Conformance("rehearses inside a rehearsal") { engine async throws in
            try await engine.write { (tx) throws(DatabaseError) in
                let counts = try tx.rehearse { (tx) throws(DatabaseError) in
                    try tx.run("INSERT INTO thing (id) VALUES (1)")
                    let inner = try tx.rehearse { (tx) throws(DatabaseError) in
                        try tx.run("INSERT INTO thing (id) VALUES (2)")
                        return try tx.number("SELECT COUNT(*) FROM thing")
                    }
                    return [inner, try tx.number("SELECT COUNT(*) FROM thing")]
                }
                #expect(counts == [2, 1])
            }
            #expect(try await engine.values("SELECT COUNT(*) FROM thing", as: Int.self) == [0])
        },
    ]
}
