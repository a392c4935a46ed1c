/// Splits bytes that arrive in pieces into lines.
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

    /// - Parameter longest: the most bytes of a line.
    package init(longest: Int) {
        self.longest = longest
    }

    /// The lines that the next bytes complete.
    package mutating func take(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end])
            lines.append(cut())
            rest = rest[(end + 1)...]
        }
        add(rest)
        return lines
    }

    /// The last line, if it has no end.
    package mutating func finish() -> Line? { line.isEmpty && !isTooLong ? nil : cut() }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        // One more for a CR, which is no part of the line.
        guard !isTooLong, line.count + bytes.count <= longest + 1 else {
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
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return Line(number: number, bytes: isTooLong || line.count > longest ? nil : line)
    }
}
