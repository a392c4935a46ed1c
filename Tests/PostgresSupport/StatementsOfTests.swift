import Relational

extension SQL {
    /// Whether only a test on a file runs it: a PRAGMA, what SQLite alone knows, or plain values in columns that are sealed
    /// elsewhere.
    var isOfATest: Bool {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return !text.contains(#/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/#)
            || text.contains(
                #/\b(?:sqlite_|quote\(|rowid\b|typeof\(|zeroblob\(|total_changes\(|max\(id\)|[xX]'|LIKE\b)/#
                    .wordBoundaryKind(.simple))
            || SQL.withPlainValues.contains(text)
    }

    /// Statements of tests that write what no use case would.
    private static let withPlainValues: Set = [
        "UPDATE profile SET email = ? WHERE id = ?", "SELECT recipient FROM outbox WHERE recipient = ?",
    ]
}
