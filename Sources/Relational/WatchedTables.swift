/// Groups of tables whose changes are reported, so that caches of them are invalidated, and only those tasks wake that
/// wait for such a change.
///
/// The text of a statement tells what it changes. A trigger's changes are not seen: no trigger may change a watched
/// table.
package struct WatchedTables: Hashable, Sendable {
    /// Some of the groups, by their places in the list.
    package struct Groups: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let first = Groups(rawValue: 1)
        package static let second = Groups(rawValue: 2)
        package static let all: Groups = [.first, .second]
    }

    private let groups: [Set<String>]

    /// - Parameter groups: up to two.
    package init(_ groups: [Set<String>] = []) {
        self.groups = groups
    }

    /// The groups with a table of which a statement changes rows: its name follows `INSERT INTO`, `UPDATE` or
    /// `DELETE FROM`. It reads the whole text, so the answer is worth keeping for each template.
    package func changed(by sql: SQL) -> Groups {
        guard !groups.isEmpty else { return [] }
        var changed: Groups = []
        var before: [Substring] = []
        for word in sql.template.split(whereSeparator: { !$0.isPartOfName }) {
            let isChanged =
                before.last == "UPDATE" || before.suffix(2) == ["INSERT", "INTO"]
                || before.suffix(2) == ["DELETE", "FROM"]
            if isChanged {
                for (place, group) in groups.enumerated() where group.contains(String(word)) {
                    changed.insert(Groups(rawValue: 1 << UInt8(place)))
                }
            }
            before = before.suffix(1) + [word]
        }
        return changed
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
