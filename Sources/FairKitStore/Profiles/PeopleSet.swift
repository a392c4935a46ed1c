/// A set of the numbers by which people stand in the search index: a bitmap of 4,096 bits for each block.
package struct PeopleSet: Equatable, Sendable {
    /// By block; no bitmap is empty.
    private var blocks: [Int64: Bitmap] = [:]

    package init() {}

    package init(_ numbers: some Sequence<Int64>) {
        for number in numbers {
            blocks[PeopleSet.block(of: number), default: Bitmap()].insert(Int(number % PeopleSet.blockSize))
        }
    }

    static let blockSize: Int64 = 4096

    static func block(of number: Int64) -> Int64 { number / blockSize }

    package var count: Int { blocks.values.reduce(0) { $0 + $1.count } }

    package var isEmpty: Bool { blocks.isEmpty }

    /// From the first block with people to the last one; nil: there are none.
    var blockRange: ClosedRange<Int64>? {
        guard let first = blocks.keys.min(), let last = blocks.keys.max() else { return nil }
        return first...last
    }

    func holds(block: Int64) -> Bool { blocks[block] != nil }

    /// Adds a stored block.
    mutating func insert(_ stored: [UInt8], block: Int64) {
        let bitmap = Bitmap(stored: stored)
        if !bitmap.isEmpty { blocks[block, default: Bitmap()].formUnion(bitmap) }
    }

    package func union(_ other: PeopleSet) -> PeopleSet {
        var result = self
        for (block, bitmap) in other.blocks { result.blocks[block, default: Bitmap()].formUnion(bitmap) }
        return result
    }

    package func intersection(_ other: PeopleSet) -> PeopleSet {
        var result = PeopleSet()
        for (block, bitmap) in blocks {
            guard let common = other.blocks[block].map(bitmap.intersection), !common.isEmpty else { continue }
            result.blocks[block] = common
        }
        return result
    }

    package func subtracting(_ other: PeopleSet) -> PeopleSet {
        var result = PeopleSet()
        for (block, bitmap) in blocks {
            let rest = other.blocks[block].map(bitmap.subtracting) ?? bitmap
            if !rest.isEmpty { result.blocks[block] = rest }
        }
        return result
    }

    /// The highest numbers, descending.
    package func highest(_ limit: Int) -> [Int64] {
        var found: [Int64] = []
        for (block, bitmap) in blocks.sorted(by: { $0.key > $1.key }) {
            for place in bitmap.places.reversed() {
                guard found.count < limit else { return found }
                found.append(block * PeopleSet.blockSize + Int64(place))
            }
        }
        return found
    }
}

/// One block of numbers.
struct Bitmap: Equatable, Sendable {
    private var words: [UInt64]

    private static let length = 64
    /// A stored block with as many bytes is a bitmap; a shorter one is a list of places, ascending.
    private static let storedLength = length * 8

    init() { words = [UInt64](repeating: 0, count: Bitmap.length) }

    init(stored bytes: [UInt8]) {
        self.init()
        if bytes.count == Bitmap.storedLength {
            for index in bytes.indices { words[index / 8] = words[index / 8] << 8 | UInt64(bytes[index]) }
        } else {
            for index in stride(from: 0, to: bytes.count - 1, by: 2) {
                insert(Int(bytes[index]) << 8 | Int(bytes[index + 1]))
            }
        }
    }

    var stored: [UInt8] {
        if count * 2 < Bitmap.storedLength {
            return places.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        }
        return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) } }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Ascending.
    var places: [Int] {
        var places: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                places.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return places
    }

    mutating func insert(_ place: Int) {
        guard (0..<Int(PeopleSet.blockSize)).contains(place) else { return }
        words[place / 64] |= 1 << UInt64(place % 64)
    }

    mutating func remove(_ place: Int) {
        guard (0..<Int(PeopleSet.blockSize)).contains(place) else { return }
        words[place / 64] &= ~(1 << UInt64(place % 64))
    }

    mutating func formUnion(_ other: Bitmap) { for index in words.indices { words[index] |= other.words[index] } }

    func intersection(_ other: Bitmap) -> Bitmap {
        var result = self
        for index in words.indices { result.words[index] &= other.words[index] }
        return result
    }

    func subtracting(_ other: Bitmap) -> Bitmap {
        var result = self
        for index in words.indices { result.words[index] &= ~other.words[index] }
        return result
    }
}
