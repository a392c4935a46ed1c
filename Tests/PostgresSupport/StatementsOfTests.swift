import Relational

extension SQL {
    /// Whether only a test on a file runs it: a PRAGMA, or what SQLite alone knows.
    var isOfATest: Bool {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return !text.contains(#/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/#)
            || text.contains(
                #/\b(?:sqlite_|quote\(|rowid\b|typeof\(|zeroblob\(|total_changes\(|max\(id\)|[xX]'|LIKE\b)/#
                    .wordBoundaryKind(.simple))
    }
}
