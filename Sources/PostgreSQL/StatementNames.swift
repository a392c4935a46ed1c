import Relational

/// The prepared statements of one connection. The server keeps each by its name until the connection ends.
///
/// One template has several statements if its NULLs differ: a type that is inferred can be another one.
struct StatementNames {
    /// As many as a connection may keep; each is some kilobytes of the server's memory.
    static let capacity = 512

    private struct Key: Hashable {
        let template: String
        let types: [UInt32]
    }

    private var names: [Key: String] = [:]

    /// The name under which the statement was prepared, if it was.
    func name(of sql: SQL, _ types: [UInt32]) -> String? { names[Key(template: sql.template, types: types)] }

    /// A name for a statement that was not prepared yet. It is empty when there are too many: then it is prepared for
    /// this one use.
    func next() -> String { names.count < StatementNames.capacity ? "s\(names.count)" : "" }

    /// Notes that the statement is prepared.
    mutating func keep(_ name: String, of sql: SQL, _ types: [UInt32]) {
        if !name.isEmpty { names[Key(template: sql.template, types: types)] = name }
    }
}
