import KeyRing

/// The header and the frames of a write-ahead log, as described in https://www.sqlite.org/fileformat2.html#walformat.
struct LogHeader {
    static let length = 32
    let isBigEndian: Bool
    let salts: [UInt32]
    /// The initial value for the checksum of the first frame.
    let sums: Checksum
    /// The checksum that the header states for itself.
    let storedSums: Checksum

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= LogHeader.length else { return nil }
        isBigEndian = bytes[3] & 1 == 1
        salts = [bytes.word(at: 16), bytes.word(at: 20)]
        sums = Checksum().adding(bytes, 0..<24, isBigEndian: isBigEndian)
        storedSums = Checksum(bytes.word(at: 24), bytes.word(at: 28))
        isSound =
            bytes.word(at: 0) & ~1 == 0x377f_0682 && bytes.word(at: 4) == 3_007_000
            && bytes.word(at: 8) == PageAuthenticator.pageSize && sums == storedSums
    }

    let isSound: Bool
}

/// A written page, and the frame's place in the log.
struct LogFrame {
    static let headerLength = 24
    static let length = headerLength + PageAuthenticator.pageSize

    let bytes: [UInt8]
    var page: UInt32 { bytes.word(at: 0) }
    /// The number of pages of the file after the commit that this frame ends; 0 if it ends none.
    var pageCount: UInt32 { bytes.word(at: 4) }
    var salts: [UInt32] { [bytes.word(at: 8), bytes.word(at: 12)] }
    var storedSums: Checksum { Checksum(bytes.word(at: 16), bytes.word(at: 20)) }

    /// The checksum including this frame.
    func sums(after sums: Checksum, isBigEndian: Bool) -> Checksum {
        sums.adding(bytes, 0..<8, isBigEndian: isBigEndian)
            .adding(bytes, LogFrame.headerLength..<LogFrame.length, isBigEndian: isBigEndian)
    }
}

/// SQLite's checksum of a log, which continues from frame to frame.
struct Checksum: Equatable {
    private var first: UInt32
    private var second: UInt32

    init(_ first: UInt32 = 0, _ second: UInt32 = 0) {
        self.first = first
        self.second = second
    }

    /// - Parameter range: a multiple of eight bytes.
    func adding(_ bytes: [UInt8], _ range: Range<Int>, isBigEndian: Bool) -> Checksum {
        var sums = self
        unsafe bytes.withUnsafeBytes { buffer in
            for index in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                let first = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt32.self)
                let second = unsafe buffer.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self)
                sums.first &+= sums.second &+ (isBigEndian ? first.bigEndian : first.littleEndian)
                sums.second &+= sums.first &+ (isBigEndian ? second.bigEndian : second.littleEndian)
            }
        }
        return sums
    }

    /// Whether exactly one of the two sums is equal: then the checksums were equal, and the other sum was damaged.
    func isHalf(of other: Checksum) -> Bool { (first == other.first) != (second == other.second) }
}

extension [UInt8] {
    /// Four bytes, the most significant first.
    fileprivate func word(at index: Int) -> UInt32 {
        self[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
