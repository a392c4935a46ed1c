import CPasswords

/// Passwords that many people have, and words that they make them of: the first that an attacker tries. See `make.py` in `CPasswords`,
/// which says where they are from.
enum CommonPasswords {
    /// - Parameter password: in small letters.
    static func contain(_ password: String) -> Bool { contain(Array(password.utf8)[...]) }

    /// Whether something is two of them, with nothing in between: `cookiemonster`. Three are as good as their words are.
    static func make(_ password: String) -> Bool {
        let all = Array(password.utf8)
        guard all.count >= 2 * shortest else { return false }
        return (shortest...all.count - shortest).contains { contain(all[..<$0]) && contain(all[$0...]) }
    }

    /// The list has no shorter ones.
    private static let shortest = 4

    private static func contain(_ wanted: ArraySlice<UInt8>) -> Bool {
        let list = unsafe UnsafeBufferPointer(
            start: fairkit_common_passwords(), count: fairkit_common_passwords_length())
        // The lines are sorted by their bytes. The one that is looked for begins in here.
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
