import Relational
import SQLCipher
import Testing

@Suite struct `A column of an unexpected type` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    func refuses<T: SQLValueConvertible & Sendable>(_ sql: SQL, as type: T.Type) async {
        await #expect(throws: DatabaseError.unexpectedValue(column: 0, sql: sql.text)) {
            try await database.values(sql, as: type)
        }
    }

    @Test func `is refused, and its value is in no error`() async throws {
        defer { database.close() }
        await refuses("SELECT 'text'", as: Int64.self)
        await refuses("SELECT x'00'", as: Int64.self)
        await refuses("SELECT NULL", as: Int64.self)
        await refuses("SELECT 1", as: String.self)
        await refuses("SELECT x'61'", as: String.self)
        await refuses("SELECT NULL", as: String.self)
        await refuses("SELECT 'text'", as: [UInt8].self)
        await refuses("SELECT 1", as: [UInt8].self)
        await refuses("SELECT NULL", as: [UInt8].self)
        await refuses("SELECT 2", as: Bool.self)
        await refuses("SELECT 'true'", as: Bool.self)
        await refuses("SELECT 'blue'", as: Colour.self)
        await refuses("SELECT 1", as: Colour.self)
        await refuses("SELECT 1", as: String?.self)
        await refuses("SELECT 'blue'", as: Colour?.self)
    }

    @Test func `is refused when it is floating point, which nothing stores`() async throws {
        defer { database.close() }
        await refuses("SELECT 1.5", as: Int64.self)
        await refuses("SELECT 1.5", as: Int64?.self)
        await refuses("SELECT 1.5", as: String?.self)
    }

    @Test func `names the requested column`() async throws {
        defer { database.close() }
        await #expect(throws: DatabaseError.unexpectedValue(column: 2, sql: "SELECT 1, 2, 'x'")) {
            try await database.read { (tx) throws(DatabaseError) in
                try tx.first("SELECT 1, 2, 'x'") { row throws(DatabaseError) in
                    (try row.value(0, as: Int.self), try row.value(2, as: Int.self))
                }?.1
            }
        }
    }

    @Test func `does not end the transaction's connection`() async throws {
        defer { database.close() }
        await refuses("SELECT 'x'", as: Int64.self)
        #expect(try await database.values("SELECT 1", as: Int64.self) == [1])
    }
}
