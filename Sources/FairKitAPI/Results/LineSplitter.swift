/// Splits bytes that arrive in pieces into lines, which end in LF, CR LF, or CR alone.
package struct LineSplitter {
    package struct Line: Equatable {
        /// From 1.
        package let number: Int
        /// Without the line's end; nil: the line is too long.
        package let bytes: [UInt8]?
    }

    private let longest: Int
    private var number = 1
    private var line: [UInt8] = []
    private var isTooLong = false
    /// The last line ended in CR: an LF behind it belongs to the same end.
    private var hasEndedInCR = false

    /// - Parameter longest: the most bytes of a line.
    package init(longest: Int) {
        self.longest = longest
    }

    /// The lines that the next bytes complete.
    package mutating func take(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let first = rest.first {
            if hasEndedInCR, first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
            hasEndedInCR = false
            guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
                add(rest)
                break
            }
            add(rest[..<end])
            lines.append(cut())
            hasEndedInCR = rest[end] == UInt8(ascii: "\r")
            rest = rest[(end + 1)...]
        }
        return lines
    }

    /// The last line, if it has no end.
    package mutating func finish() -> Line? { line.isEmpty && !isTooLong ? nil : cut() }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong, line.count + bytes.count <= longest else {
            (line, isTooLong) = ([], true)
            return
        }
        line += bytes
    }

    private mutating func cut() -> Line {
        defer {
            number += 1
            (line, isTooLong) = ([], false)
        }
        return Line(number: number, bytes: isTooLong ? nil : line)
    }
}
