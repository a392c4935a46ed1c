import Relational
import Testing

extension Conformance {
    /// How values are compared.
    static let order = [
        Conformance("orders bytes by their bytes, and a beginning before the whole") { engine async throws in
            let sorted: [[UInt8]] = [
                [], [0], [0, 0], [0, 255], [1], [0x7f], [0x80], [255], [255, 0], [UInt8](repeating: 255, count: 17),
            ]
            for (index, bytes) in sorted.enumerated() {
                try await engine.run("INSERT INTO thing (id, bytes) VALUES (\((index * 7) % 10), \(bytes))")
            }
            #expect(try await engine.values("SELECT bytes FROM thing ORDER BY bytes", as: [UInt8].self) == sorted)
            let after: SQL = "SELECT COUNT(*) FROM thing WHERE (bytes, id) > (\(sorted[4]), \(100))"
            #expect(try await engine.values(after, as: Int.self) == [5])
        },
        Conformance("orders text by its bytes, whatever the language") { engine async throws in
            let sorted = ["", "10", "9", "A", "B", "a", "aa", "b", "z", "ä", "ø", "Ω", "\u{10FFFF}"]
            for (index, text) in sorted.enumerated() {
                try await engine.run("INSERT INTO thing (id, words) VALUES (\((index * 5) % 13), \(text))")
            }
            #expect(try await engine.values("SELECT words FROM thing ORDER BY words", as: String.self) == sorted)
            #expect(try await engine.values("SELECT lower(\("ÄB"))", as: String.self) == ["Äb"])
        },
        Conformance("divides integers as Swift does") { engine async throws in
            let found = try await engine.read { (tx) throws(DatabaseError) in
                try tx.first("SELECT \(-7) / \(2), \(-7) % \(2), \(7) / \(2)") { row throws(DatabaseError) in
                    [try row.value(0, as: Int.self), try row.value(1, as: Int.self), try row.value(2, as: Int.self)]
                }
            }
            #expect(found == [-3, -1, 3])
        },
    ]
}
