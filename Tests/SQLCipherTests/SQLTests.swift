import Relational
import SQLCipher
import Testing

@Suite struct `A statement written in full` {
    @Test func `has a binding for each value and never its text`() {
        let (name, count, bytes) = ("'; DROP TABLE kit; --", 7, [UInt8(1), 2])
        let missing: String? = nil
        let sql: SQL = "SELECT \(name), \(count) FROM kit WHERE a = \(bytes) AND b = \(missing) AND c = \(Colour.red)"
        #expect(sql.text == "SELECT ?, ? FROM kit WHERE a = ? AND b = ? AND c = ?")
        #expect(
            sql.bindings == [.text(name), .integer(7), .blob([1, 2]), .null, .text("red")])
    }

    @Test func `without values has no bindings`() {
        let sql: SQL = "SELECT '?' FROM kit"
        #expect(sql.text == "SELECT '?' FROM kit")
        #expect(sql.bindings == [])
    }

    @Test func `splices another one with its bindings, in order`() {
        let columns: SQL = "id, name"
        let condition: SQL = "b = \(2) AND c = \("x")"
        let sql: SQL = "SELECT \(columns) FROM kit WHERE a = \(1) AND \(condition) LIMIT \(3)"
        #expect(sql.text == "SELECT id, name FROM kit WHERE a = ? AND b = ? AND c = ? LIMIT ?")
        #expect(sql.bindings == [.integer(1), .integer(2), .text("x"), .integer(3)])
    }

    @Test func `joins conditions, and an empty list is true`() {
        let none: [SQL] = []
        let some: [SQL] = ["a = \(1)", "b IS NULL", "c = \("x")"]
        #expect(none.conjunction.text == "1 = 1")
        #expect(some.conjunction.text == "a = ? AND b IS NULL AND c = ?")
        #expect(some.conjunction.bindings == [.integer(1), .text("x")])
    }
}

private enum Colour: String, SQLValueConvertible {
    case red
}

@Suite struct `The sealed values of a statement` {
    private enum Word: SealableColumn, SealedLookup {
        case text
        var name: String { "thing.text" }
        var kind: SealedKind { .text }
        var lookup: (any SealedLookup)? { self }
        func folded(_ value: SQLValue) -> [UInt8]? { value == .text("none") ? nil : [7] }
    }

    /// Shows what it is asked to seal.
    private final class Shown: ColumnSealer {
        func code(of values: [SQLValue], in table: String) throws(DatabaseError) -> [UInt8] { [] }
        func foundAltered(in table: String) {}

        func seal(
            _ value: SQLValue, of column: any SealableColumn, in row: RowKey, lookedUp: [UInt8]?
        ) throws(DatabaseError) -> [UInt8] { Array("\(value) \(row) \(lookedUp ?? [])".utf8) }

        func unseal(
            _ sealed: [UInt8], of column: any SealableColumn, in row: RowKey
        ) throws(DatabaseError) -> SQLValue { .null }

        func lookup(_ folded: [UInt8], in lookup: any SealedLookup) throws(DatabaseError) -> [UInt8] { folded }
    }

    private func sealed(_ value: SQLValue, by text: (@Sendable () -> String)? = nil) -> SQL {
        var piece = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 1)
        piece.bind(value, as: .value(Word.text, RowKey(Int64(5))), lookedUpBy: text)
        return SQL(stringInterpolation: piece)
    }

    private func lookup(_ value: SQLValue) -> SQL {
        var piece = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 1)
        piece.bind(value, as: .lookup(Word.text))
        return SQL(stringInterpolation: piece)
    }

    @Test func `keep their places when pieces are spliced and joined`() throws {
        let pieces: [SQL] = ["a = \(1)", "b = \(sealed(.text("x")))", "\(lookup: "c") = \(lookup(.text("y")))"]
        let sql: SQL = "UPDATE thing SET d = \(2), e = \(sealed(.text("z"), by: { "!" })) WHERE \(pieces.conjunction)"
        #expect(sql.bindings == [.integer(2), .text("z"), .integer(1), .text("x"), .text("y")])
        let bound = try sql.bindings(sealedBy: Shown())
        let row = RowKey(Int64(5))
        #expect(
            bound == [
                .integer(2), .blob(Array("\(SQLValue.text("z")) \(row) [33]".utf8)), .integer(1),
                .blob(Array("\(SQLValue.text("x")) \(row) []".utf8)), .blob([7]),
            ])
    }

    @Test func `are NULL if the value is`() throws {
        #expect(try sealed(.null).bindings(sealedBy: Shown()) == [.null])
        #expect(try lookup(.null).bindings(sealedBy: Shown()) == [.null])
    }

    @Test func `are refused without a sealer, and without what they are looked up by`() {
        #expect(throws: DatabaseError.unsealable("the connection has no key to seal columns with")) {
            try sealed(.text("x")).bindings(sealedBy: RefusingSealer())
        }
        #expect(throws: DatabaseError.unsealable("a value of the class thing.text can't be looked up by itself")) {
            try lookup(.text("none")).bindings(sealedBy: Shown())
        }
    }

    @Test func `are plain values in an encrypted file`() {
        let sql: SQL = "SELECT \(lookup: "a") FROM thing WHERE \(lookup: "a") = \(lookup(.text("y")))"
        #expect(SQLiteDialect().text(of: sql) == "SELECT a FROM thing WHERE a = ?")
        #expect(sql.bindings == [.text("y")])
        let folded: SQL = "\(foldedLookup: "a") = \(sealed(.text("x")))"
        #expect(SQLiteDialect().text(of: folded) == "lower(a) = ?")
    }
}
