package import Relational
import TextEncodings

/// The beginning of each transaction of a writer: a change of `head`, and the transaction's number in the writer's own
/// row of the table `writer`. The number is committed with the transaction, or not at all, so it tells the outcome of a
/// commit whose answer was lost. See decision 0122.
package struct TransactionMark: Sendable {
    /// How much a number is greater than the one before. The number between is left for the fence.
    static let step: Int64 = 2
    /// A row that is as old, in milliseconds, belongs to a writer that has ended: no answer is awaited for as long.
    private static let longestLife: Int64 = 86_400_000

    /// Locks the row of `head`, so that the writers of all servers follow one another.
    let head: SQL
    /// A random id of 16 bytes.
    let writer: [UInt8]
    let number: Int64

    package init(head: SQL, writer: [UInt8], number: Int64) {
        self.head = head
        self.writer = writer
        self.number = number
    }

    /// The statements that follow BEGIN. They are the same for each transaction but the first one of a writer.
    package var statements: [SQL] {
        [head, noting("\(number)", of: "\(writer)", greater)] + (number == TransactionMark.step ? [removing] : [])
    }

    /// The same as texts, with the values in them.
    var texts: [String] {
        let writer = SQL(stringLiteral: "'\\x\(hexadecimal(writer))'::bytea")
        let statements = [head, noting(SQL(stringLiteral: "\(number)"), of: writer, greater)]
        return (statements + (number == TransactionMark.step ? [removing] : [])).map { PostgresDialect().text(of: $0) }
    }

    /// Whether the transaction is committed.
    package var isCommitted: SQL { "SELECT 1 FROM writer WHERE id = \(writer) AND number = \(number)" }

    /// Makes the transaction fail that was not committed, if its statements should still reach the server.
    package var fence: SQL {
        noting("\(number + 1)", of: "\(writer)", "GREATEST(writer.number, excluded.number)")
    }

    /// A number that is not greater than the one before violates NOT NULL.
    private var greater: SQL { "CASE WHEN writer.number < excluded.number THEN excluded.number END" }

    private func noting(_ number: SQL, of writer: SQL, _ next: SQL) -> SQL {
        """
        INSERT INTO writer (id, number, at) VALUES (\(writer), \(number), \(.databaseTime))
        ON CONFLICT (id) DO UPDATE SET number = \(next), at = excluded.at
        """
    }

    private var removing: SQL {
        "DELETE FROM writer WHERE at < \(.databaseTime) - \(SQL(stringLiteral: "\(TransactionMark.longestLife)"))"
    }
}
