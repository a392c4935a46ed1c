/// Changes bytes as a fuzzer does: at random, and the same way for the same name.
struct Mutator: RandomNumberGenerator {
    private var state: UInt64

    /// Starts from a name, by FNV-1a.
    init(name: String) {
        state = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The next number, by SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// The bytes with one to eight changes.
    mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &self) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let place = place(in: bytes)
        let span = place..<min(bytes.count, place + Int.random(in: 1...64, using: &self))
        switch UInt8.random(in: 0..<6, using: &self) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &self) ?? 0
        case 2: for place in span.prefix(4) { bytes[place] = 0xFF }
        case 3: bytes.removeSubrange(span)
        case 4: bytes.insert(contentsOf: bytes[span], at: place)
        default: bytes.removeLast(Int.random(in: 1...bytes.count, using: &self))
        }
    }

    /// A place anywhere, or, as often, near the start, where headers are.
    private mutating func place(in bytes: [UInt8]) -> Int {
        Int.random(in: 0..<(Bool.random(using: &self) ? min(400, bytes.count) : bytes.count), using: &self)
    }
}
