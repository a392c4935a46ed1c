/// The statements of a text that makes or changes tables, to be sent one by one: Citus takes no others.
///
/// A semicolon ends a statement, unless it stands in a text, a name or a comment that begins with `--`. The files of
/// schemas have no other quotes or comments, which a test holds.
package func schemaStatements(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    var statements: [String] = []
    /// Where the current statement begins; nil: no word of it was read.
    var start: Int?
    var index = 0
    func end(of byte: UInt8, after begin: Int) -> Int {
        bytes[min(begin, bytes.count)...].firstIndex(of: byte).map { $0 + 1 } ?? bytes.count
    }
    while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "-") where bytes[index...].starts(with: "--".utf8):
            index = end(of: UInt8(ascii: "\n"), after: index)
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            start = start ?? index
            // A doubled quote is the end of one text and the beginning of another.
            index = end(of: bytes[index], after: index + 1)
        case UInt8(ascii: ";"):
            if let start { statements.append(String(decoding: bytes[start..<index], as: UTF8.self)) }
            start = nil
            index += 1
        case UInt8(ascii: " "), UInt8(ascii: "\n"): index += 1
        default:
            start = start ?? index
            index += 1
        }
    }
    if let start { statements.append(String(decoding: bytes[start...], as: UTF8.self)) }
    return statements
}
