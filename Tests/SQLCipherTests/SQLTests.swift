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
