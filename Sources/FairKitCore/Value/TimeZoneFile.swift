/// A compiled time zone in the TZif format (RFC 9636), up to its last listed transition (Debian lists them up to 2037).
/// After that, the last offset stays.
/// See decision 0028.
package struct TimeZoneFile: Sendable {
    /// When an offset begins, in seconds since 1970, ascending; offsets are seconds east of UTC.
    private let transitions: [(at: Int64, offset: Int)]
    /// The offset before the first transition.
    private let first: Int

    /// nil for bytes that are not such a file.
    package init?(_ bytes: [UInt8]) {
        guard let small = Header(bytes[...]), small.version >= 2 else { return nil }
        // The first block has 32-bit times; the second repeats them in 64 bits.
        let rest = bytes.dropFirst(Header.size + small.blockSize(timeSize: 4))
        guard let header = Header(rest) else { return nil }
        let block = rest.dropFirst(Header.size)
        guard block.count >= header.blockSize(timeSize: 8), header.types > 0 else { return nil }
        let times = (0..<header.times).map { Int64(bitPattern: UInt64(bigEndian: block, at: 8 * $0, count: 8)) }
        let kinds = block.dropFirst(8 * header.times)
        let records = kinds.dropFirst(header.times)
        let offsets = (0..<header.types).map { index in
            Int(Int32(truncatingIfNeeded: UInt64(bigEndian: records.dropFirst(6 * index), at: 0, count: 4)))
        }
        let indices = kinds.prefix(header.times).map(Int.init)
        guard indices.allSatisfy(offsets.indices.contains) else { return nil }
        transitions = zip(times, indices).map { ($0, offsets[$1]) }
        first = offsets[0]
    }

    /// Seconds east of UTC.
    package func offset(at time: Timestamp) -> Int {
        let index = firstTransition(after: time)
        return index == 0 ? first : transitions[index - 1].offset
    }

    /// The index of the first transition that is later than a time; the count of all if there is none.
    private func firstTransition(after time: Timestamp) -> Int {
        let seconds = time.milliseconds / 1000
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private struct Header {
        static let size = 44
        let version: Int
        let times: Int
        let types: Int
        let characters: Int
        private let leaps: Int
        private let standards: Int
        private let universals: Int

        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count >= Header.size, bytes.starts(with: "TZif".utf8) else { return nil }
            func count(_ index: Int) -> Int { Int(UInt64(bigEndian: bytes, at: 20 + 4 * index, count: 4)) }
            version = Int(bytes[bytes.startIndex + 4]) - 48
            universals = count(0)
            standards = count(1)
            leaps = count(2)
            times = count(3)
            types = count(4)
            characters = count(5)
        }

        func blockSize(timeSize: Int) -> Int {
            times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standards + universals
        }
    }
}

extension UInt64 {
    fileprivate init(bigEndian bytes: ArraySlice<UInt8>, at offset: Int, count: Int) {
        let start = bytes.startIndex + offset
        self = bytes[start..<(start + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
