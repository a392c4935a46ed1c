import FairKitCore
import Testing

@Suite struct `An id` {
    @Test(arguments: [0, 1, 1_795_227_584_123, 253_402_300_799_999] as [Int64])
    func `is a UUID of version 7 that begins with its time`(milliseconds: Int64) {
        for _ in 0..<100 {
            let bytes = KitID.new(at: Timestamp(milliseconds: milliseconds)).bytes
            #expect(bytes.count == 16)
            #expect(bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) } == milliseconds)
            #expect(bytes[6] >> 4 == 7)
            #expect(bytes[8] >> 6 == 0b10)
        }
    }

    @Test func `sorts in the order of creation`() {
        let ids = (0..<200).map { KitID.new(at: Timestamp(milliseconds: 1_795_227_584_000 + $0)) }
        #expect(ids.map(\.description) == ids.map(\.description).sorted())
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    }

    @Test func `sorts so within one millisecond, too`() {
        let ids = (0..<200).map { _ in ResultID.new(at: Timestamp(milliseconds: 1_795_227_584_000)) }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    }

    @Test func `is unique`() {
        let ids = (0..<1000).map { _ in ResultID.new(at: Timestamp(milliseconds: 7)) }
        #expect(Set(ids).count == 1000)
    }

    @Test func `round-trips through its text and its bytes`() throws {
        let id = AlertID.new(at: Timestamp(milliseconds: 1_795_227_584_123))
        #expect(id.description == id.description.lowercased())
        #expect(AlertID(id.description) == id)
        #expect(AlertID(id.description.uppercased()) == id)
        #expect(AlertID(sixteen: id.bytes) == id)
        #expect(id.description.hasPrefix("01a1fbe7-067b-7"))
    }

    @Test(arguments: [
        "", "x", "01937000-0000-7000-8000-00000000000", "01937000-0000-7000-8000-0000000000000",
        "0193700000007000800000000000000000000", "g1937000-0000-7000-8000-000000000000",
        "{1937000-0000-7000-8000-00000000000}", "01937000_0000_7000_8000_000000000000",
        "01937000-0000-7000-8000-00000000000 ",
    ])
    func `is not read from a malformed text`(text: String) {
        #expect(KitID(text) == nil)
    }

    @Test(arguments: [0, 15, 17])
    func `has sixteen bytes`(count: Int) {
        #expect(KitID(sixteen: [UInt8](repeating: 1, count: count)) == nil)
    }
}
