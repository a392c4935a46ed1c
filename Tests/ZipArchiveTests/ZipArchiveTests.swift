import Testing
import ZipArchive

@Suite struct `A zip archive` {
    private let files = [
        ZipArchive.File(name: "empty.txt", bytes: []),
        ZipArchive.File(name: "text.json", bytes: Array(repeating: UInt8(ascii: "a"), count: 100_000)),
        ZipArchive.File(name: "photos/a.jpg", bytes: Array(0...255), isCompressed: false),
    ]
    private let time: Int64 = 1_795_227_585

    @Test func `is the same bytes for the same files at the same time`() throws {
        let first = try ZipArchive(files, at: time).bytes
        #expect(try ZipArchive(files, at: time).bytes == first)
        #expect(try ZipArchive(files, at: time + 2).bytes != first)
    }

    @Test func `starts and ends as a zip file, and stores files unchanged`() throws {
        let bytes = try ZipArchive(files, at: time).bytes
        #expect(bytes.prefix(4) == [0x50, 0x4b, 3, 4])
        let end = bytes.suffix(22)
        #expect(end.prefix(4) == [0x50, 0x4b, 5, 6])
        #expect(end.dropFirst(10).first == 3)
        #expect(bytes.indices.contains { bytes[$0...].starts(with: 0...255) })
        #expect(bytes.count < 2000, "the long text is compressed")
    }

    /// 2026-11-21T02:19:45Z, as the fields of its first header say it.
    @Test func `notes the time in UTC`() throws {
        let bytes = try ZipArchive(files, at: time).bytes
        let words = stride(from: 10, to: 14, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        #expect(words == [2 << 11 | 19 << 5 | 22, 46 << 9 | 11 << 5 | 21])
    }

    @Test func `has files that only their owner can read`() throws {
        let bytes = try ZipArchive(files, at: time).bytes
        let entries = bytes.indices.filter { bytes[$0...].starts(with: [0x50, 0x4b, 1, 2]) }
        #expect(entries.count == files.count)
        for entry in entries {
            // Made by Unix, and the upper half of the external attributes: a plain file, 0600.
            #expect(bytes[entry + 5] == 3)
            #expect(UInt16(bytes[entry + 40]) | UInt16(bytes[entry + 41]) << 8 == 0o100600)
        }
    }

    @Test func `accepts any time`() throws {
        for seconds in [Int64.min, 0, .max] { #expect(throws: Never.self) { try ZipArchive(files, at: seconds) } }
    }

    @Test func `refuses duplicate names`() throws {
        #expect(throws: ZipError(code: 10)) { try ZipArchive([files[0], files[0]], at: time) }
    }
}
