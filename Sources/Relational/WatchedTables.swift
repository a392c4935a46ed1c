/// Tables whose changes are reported, so that caches of them can be invalidated.
///
/// The text of a statement tells what it changes. A trigger's changes are not seen: no trigger may change a watched
/// table.
package struct WatchedTables: Hashable, Sendable {
    private let names: Set<String>

    package init(_ names: Set<String> = []) {
        self.names = names
    }

    /// Whether a statement changes rows of one of them: its name follows `INSERT INTO`, `UPDATE` or `DELETE FROM`.
    /// It reads the whole text, so the answer is worth keeping for each template.
    package func areChanged(by sql: SQL) -> Bool {
        guard !names.isEmpty else { return false }
        var before: [Substring] = []
        for word in sql.template.split(whereSeparator: { !$0.isPartOfName }) {
            let isChanged =
                before.last == "UPDATE" || before.suffix(2) == ["INSERT", "INTO"]
                || before.suffix(2) == ["DELETE", "FROM"]
            if isChanged, names.contains(String(word)) { return true }
            before = before.suffix(1) + [word]
        }
        return false
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
