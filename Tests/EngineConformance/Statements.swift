import Relational
import Testing

extension Conformance {
    /// Prepared statements.
    static let statements = [
        Conformance("runs a statement many times with other values") { engine async throws in
            try await engine.write { (tx) throws(DatabaseError) in
                for number in 0..<200 {
                    try tx.run("INSERT INTO thing (id, words) VALUES (\(number), \("value \(number)"))")
                }
            }
            let found = try await engine.read { (tx) throws(DatabaseError) in
                try (0..<200).map { number throws(DatabaseError) in
                    try tx.first("SELECT words FROM thing WHERE id = \(number)") { row throws(DatabaseError) in
                        try row.value(0, as: String.self)
                    }
                }
            }
            #expect(found == (0..<200).map { "value \($0)" })
        },
        Conformance("runs a statement inside the rows of the same statement") { engine async throws in
            try await engine.run("INSERT INTO thing (id, number) VALUES (1, 2), (2, 3), (3, NULL)")
            for _ in 0..<2 {
                let all = try await engine.read { (tx) throws(DatabaseError) in try following(1, in: tx) }
                #expect(all == [1, 2, 3, 3, 2, 3, 3])
            }
        },
        Conformance("runs more statements than it keeps") { engine async throws in
            let texts = (0..<600).map { "v\($0)" }
            for _ in 0..<2 {
                // A read may take only some seconds.
                let found = try await engine.write { (tx) throws(DatabaseError) in
                    try (0..<600).map { number throws(DatabaseError) in
                        // The text of a statement is a literal, so different texts are made from pieces.
                        let pieces = [SQL](repeating: "1 = 1", count: number + 1)
                        return try tx.first("SELECT \("v\(number)") WHERE \(pieces.conjunction)") {
                            row throws(DatabaseError) in try row.value(0, as: String.self)
                        }
                    }
                }
                #expect(found == texts)
            }
        },
        Conformance("tells statements apart that differ only in a token") { engine async throws in
            let found = try await engine.read { (tx) throws(DatabaseError) in
                [
                    try tx.number("SELECT \(.greatest)(1, 2)"), try tx.number("SELECT \(.unindexed)(1 + 0)"),
                    try tx.number("SELECT \(.greatest)(1, 2)"),
                ]
            }
            #expect(found == [2, 1, 2])
        },
    ]
}

/// For each thing whose id is at least this one: its id, and the same for the thing that its number names.
private func following(_ id: Int64, in tx: borrowing ReadTransaction) throws(DatabaseError) -> [Int64] {
    let found = try tx.all("SELECT id, number FROM thing WHERE id >= \(id) ORDER BY id") {
        row throws(DatabaseError) in
        let rest = try row.value(1, as: Int64?.self).map { next throws(DatabaseError) in try following(next, in: tx) }
        return [try row.value(0, as: Int64.self)] + (rest ?? [])
    }
    return found.flatMap(\.self)
}
