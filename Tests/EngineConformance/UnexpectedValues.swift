import Relational
import Testing

extension Conformance {
    /// Columns of another type than the one that is read.
    static let unexpectedValues = [
        Conformance("refuses a column of an unexpected type, and no error has its value") { engine async throws in
            let blob: [UInt8] = [0x61]
            await engine.refuses("SELECT \("text")", as: Int64.self)
            await engine.refuses("SELECT \(blob)", as: Int64.self)
            await engine.refuses("SELECT NULL", as: Int64.self)
            await engine.refuses("SELECT 1", as: String.self)
            await engine.refuses("SELECT \(blob)", as: String.self)
            await engine.refuses("SELECT NULL", as: String.self)
            await engine.refuses("SELECT \("text")", as: [UInt8].self)
            await engine.refuses("SELECT 1", as: [UInt8].self)
            await engine.refuses("SELECT NULL", as: [UInt8].self)
            await engine.refuses("SELECT 2", as: Bool.self)
            await engine.refuses("SELECT \("true")", as: Bool.self)
            await engine.refuses("SELECT \("blue")", as: Colour.self)
            await engine.refuses("SELECT 1", as: Colour.self)
            await engine.refuses("SELECT 1", as: String?.self)
            await engine.refuses("SELECT \("blue")", as: Colour?.self)
        },
        Conformance("refuses fractions, which nothing stores") { engine async throws in
            await engine.refuses("SELECT 1.5", as: Int64.self)
            await engine.refuses("SELECT 1.5", as: Int64?.self)
            await engine.refuses("SELECT 1.5", as: String?.self)
            await engine.refuses("SELECT 1.5", as: SQLValue.self)
        },
        Conformance("names the unexpected column") { engine async throws in
            await #expect(throws: DatabaseError.unexpectedValue(column: 2, sql: "SELECT 1, 2, 'x'")) {
                try await engine.read { (tx) throws(DatabaseError) in
                    try tx.first("SELECT 1, 2, 'x'") { row throws(DatabaseError) in
                        (try row.value(0, as: Int.self), try row.value(2, as: Int.self))
                    }?.1
                }
            }
        },
        Conformance("refuses a column that is not there") { engine async throws in
            await engine.refuses("SELECT 1", column: 1, as: Int.self)
            await engine.refuses("SELECT 1", column: 1, as: String.self)
        },
        Conformance("continues after an unexpected value, and commits what was written") { engine async throws in
            try await engine.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                _ = try? tx.first("SELECT id FROM thing") { row throws(DatabaseError) in
                    try row.value(0, as: String.self)
                }
            }
            #expect(try await engine.values("SELECT id FROM thing", as: Int.self) == [1])
        },
    ]
}

extension TestEngine {
    fileprivate func refuses<T: SQLValueConvertible & Sendable>(_ sql: SQL, column: Int = 0, as type: T.Type) async {
        await #expect(throws: DatabaseError.unexpectedValue(column: column, sql: sql.text)) {
            try await read { (tx) throws(DatabaseError) in
                try tx.all(sql) { row throws(DatabaseError) in try row.value(column, as: type) }
            }
        }
    }
}
