/// Common passwords and the words they are made of, which attackers try first. `make.py` in `CTables` names the
/// sources.
enum CommonPasswords {
    /// - Parameter password: in lower case.
    static func contain(_ password: String) -> Bool { contain(Array(password.utf8)[...]) }

    /// Whether the text is two of them joined: `cookiemonster`. Three joined words are accepted.
    static func make(_ password: String) -> Bool {
        let all = Array(password.utf8)
        guard all.count >= 2 * shortest else { return false }
        return (shortest...all.count - shortest).contains { contain(all[..<$0]) && contain(all[$0...]) }
    }

    /// The list has no shorter ones.
    private static let shortest = 4

    private static func contain(_ wanted: ArraySlice<UInt8>) -> Bool {
        let list = unsafe EmbeddedTable.commonPasswords.bytes
        // The lines are sorted by their bytes; a binary search narrows this range.
        var range = 0..<list.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let start = unsafe list[range.lowerBound..<middle].lastIndex(of: newLine).map { $0 + 1 } ?? range.lowerBound
            let end = unsafe list[start...].firstIndex(of: newLine) ?? range.upperBound
            let line = unsafe list[start..<end]
            if unsafe line.elementsEqual(wanted) { return true }
            range =
                unsafe line.lexicographicallyPrecedes(wanted) ? end + 1..<range.upperBound : range.lowerBound..<start
        }
        return false
    }

    private static let newLine = UInt8(ascii: "\n")
}
