import FairKitCore
import FoundationEssentials
import Testing

@Suite struct `A time zone file` {
    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")))
    }

    @Test(
        arguments: [
            ("Africa/Nairobi", 1_795_227_584_000, 10_800), ("Africa/Nairobi", 0, 10_800),
            ("UTC", 1_795_227_584_000, 0), ("Asia/Kolkata", 1_795_227_584_000, 19_800),
            // 2026: summer time from 8 March 07:00 to 1 November 06:00 UTC.
            ("America/New_York", 1_772_953_199_999, -18_000), ("America/New_York", 1_772_953_200_000, -14_400),
            ("America/New_York", 1_793_512_799_999, -14_400), ("America/New_York", 1_793_512_800_000, -18_000),
        ] as [(String, Int64, Int)])
    func `knows the offset at a time`(name: String, milliseconds: Int64, offset: Int) throws {
        let zone = try #require(TimeZoneFile(Self.bytes(name)))
        #expect(zone.offset(at: Timestamp(milliseconds: milliseconds)) == offset)
    }

    @Test func `has an offset before its first transition`() throws {
        let zone = try #require(TimeZoneFile(Self.bytes("America/New_York")))
        #expect(zone.offset(at: Timestamp(milliseconds: -10_000_000_000_000)) == -17_762)
    }

    @Test(arguments: ["Africa/Nairobi", "America/New_York", "UTC"])
    func `is refused if its tables are truncated anywhere`(name: String) throws {
        let whole = try Self.bytes(name)
        // The last line, a rule for the years after the tables, is not read.
        let end = try #require(whole.dropLast().lastIndex(of: 10))
        let taken = (0..<end).filter { TimeZoneFile(Array(whole.prefix($0))) != nil }
        #expect(taken == [])
        #expect(TimeZoneFile(Array(whole.prefix(end))) != nil)
    }

    @Test func `with any byte altered is read or refused, but never crashes the process`() throws {
        let whole = try Self.bytes("America/New_York")
        var offsets: Set<Int> = []
        for index in whole.indices.prefix(200) + whole.indices.suffix(2000) {
            for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
                var altered = whole
                altered[index] = value
                if let zone = TimeZoneFile(altered) { offsets.insert(zone.offset(at: Example.now)) }
            }
        }
        #expect(offsets.contains(-18_000))
    }

    @Test(
        arguments: [
            [], Array("TZif".utf8), Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39),
            Array("TZif2".utf8) + [UInt8](repeating: 0xff, count: 39), [UInt8](repeating: 0xff, count: 4096),
            [UInt8](repeating: 0, count: 4096), Array("TZif1".utf8) + [UInt8](repeating: 0, count: 400),
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39) + Array("TZif2".utf8)
                + [UInt8](repeating: 0, count: 39),
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39) + Array("TZif2".utf8)
                + [UInt8](repeating: 0xff, count: 39),
        ] as [[UInt8]])
    func `is not read from other bytes`(bytes: [UInt8]) {
        #expect(TimeZoneFile(bytes) == nil)
    }
}
