import Relational
import Testing

extension Conformance {
    /// Values that a statement binds.
    static let parameters = [
        Conformance("takes parameters wherever a value may stand") { engine async throws in
            try await engine.run("INSERT INTO thing (id, number) VALUES (1, \(10)), (2, \(20)), (3, NULL)")
            #expect(try await engine.values("SELECT \(5) - \(3)", as: Int.self) == [2])
            let both: SQL = "SELECT \(10) AS number UNION ALL SELECT number FROM thing WHERE id = \(2) ORDER BY 1"
            #expect(try await engine.values(both, as: Int.self) == [10, 20])
            let page: SQL = "SELECT id FROM thing ORDER BY id LIMIT \(1) OFFSET \(1)"
            #expect(try await engine.values(page, as: Int.self) == [2])
            let all: SQL = "SELECT id FROM thing ORDER BY id LIMIT \(.unlimited) OFFSET 1"
            #expect(try await engine.values(all, as: Int.self) == [2, 3])
            #expect(try await engine.values("SELECT COALESCE(\(Int?.none), \(4))", as: Int.self) == [4])
        },
        Conformance("takes the same statement with NULL and with values") { engine async throws in
            for (id, number) in [(1, 7), (2, nil), (3, 9)] as [(Int, Int?)] {
                let words = number.map { "number \($0)" }
                try await engine.run("INSERT INTO thing (id, number, words) VALUES (\(id), \(number), \(words))")
            }
            let words = try await engine.values("SELECT words FROM thing ORDER BY id", as: String?.self)
            #expect(words == ["number 7", nil, "number 9"])
        },
        Conformance("keeps an attack as data") { engine async throws in
            for attack in [
                "'; DROP TABLE thing; --", "x' OR '1' = '1", "1); DELETE FROM thing; --", "?1", "$1", ":a", "\\",
            ] {
                try await engine.run("DELETE FROM thing")
                try await engine.run("INSERT INTO thing (id, words) VALUES (1, \("harmless")), (2, \(attack))")
                #expect(try await engine.values("SELECT id FROM thing WHERE words = \(attack)", as: Int64.self) == [2])
                #expect(try await engine.values("SELECT COUNT(*) FROM thing", as: Int64.self) == [2])
            }
        },
        Conformance("reads the tokens of its dialect") { engine async throws in
            let bytes = [UInt8](repeating: 1, count: 3)
            try await engine.run("INSERT INTO thing (id, bytes) VALUES (5, \(bytes)), (6, \(.noBytes))")
            let values: [(SQL, Int)] = [
                ("\(.byteCount)(bytes)", 3), ("\(.greatest)(id, 3)", 5), ("\(.unindexed)id", 5),
                ("CASE WHEN \(bit: "id", isIn: "\(32)") THEN 1 ELSE 0 END", 1),
                ("CASE WHEN \(bit: "id", isIn: "\(31)") THEN 1 ELSE 0 END", 0),
                ("\(.position)(bytes, \([1, 1] as [UInt8]))", 1), ("\(.position)(bytes, \([2] as [UInt8]))", 0),
            ]
            for (value, expected) in values {
                #expect(try await engine.values("SELECT \(value) FROM thing WHERE id = 5", as: Int.self) == [expected])
            }
            #expect(try await engine.values("SELECT id FROM thing WHERE bytes = \(.noBytes)", as: Int.self) == [6])
        },
    ]
}
