import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import SQLCipher
import Support
import Testing

@Suite(.onFiles) struct `Checking the files of a store` {
    @Test func `finds nothing in a closed one`() async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in try await store.settle() }
        let before = try scratch.files()
        #expect(try scratch.directory.checkFiles { () throws(KeyError) in try Scratch.master() } == [])
        #expect(try scratch.files() == before)
    }

    @Test func `finds nothing in one that a crash left, which then opens completely`() async throws {
        let crashed = try await CrashedStore()
        let before = try crashed.scratch.files()
        #expect(try crashed.check() == [])
        #expect(try crashed.scratch.files() == before)
        #expect(try await crashed.alerts() == 6)
        #expect(try crashed.check() == [])
    }

    @Test func `finds nothing after the log started over its old frames`() async throws {
        let live = try Scratch()
        let copy = try Scratch()
        try await live.withNewStore { (store) async throws in
            try await store.settle()
            try await store.write { (tx) throws(DatabaseError) in
                for number in 1...12 {
                    try tx.run(
                        "INSERT INTO laboratory (id, name) VALUES (\([UInt8(number)]), hex(zeroblob(200000)) || \(number))"
                    )
                }
            }
            try await store.raise([(1, .critical, 0)])
            #expect(try await store.statistics().lastCheckpoint != nil)
            try FileManager.default.copyItem(atPath: live.directory.path, toPath: copy.directory.path)
        }
        #expect(try copy.files()["tenants/default/health.db-wal"].map { $0.count > 1000 * 4120 } == true)
        #expect(try copy.directory.checkFiles { () throws(KeyError) in try Scratch.master() } == [])
    }

    @Test(arguments: [0, 16, 4047, 4063, 4083])
    func `finds a changed bit in any page`(position: Int) async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in try await store.settle() }
        let path = "\(scratch.tenant)/health.db"
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // The first 16 bytes of the first page are the salt.
        for page in 1...(bytes.count / 4096) {
            var changed = bytes
            changed[(page - 1) * 4096 + position] ^= 0x10
            try Data(changed).write(to: URL(filePath: path))
            let found = try scratch.directory.checkFiles { () throws(KeyError) in try Scratch.master() }
            #expect(found == [PageFinding(.page, page: page)])
        }
    }

    @Test func `finds a page of zeros, which SQLCipher treats as empty`() async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in try await store.settle() }
        let path = "\(scratch.tenant)/health.db"
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        bytes.replaceSubrange(4096..<8192, with: [UInt8](repeating: 0, count: 4096))
        try Data(bytes).write(to: URL(filePath: path))
        let found = try scratch.directory.checkFiles { () throws(KeyError) in try Scratch.master() }
        #expect(found == [PageFinding(.page, page: 2)])
    }

    @Test(arguments: [1, 4096, 5000])
    func `finds a missing end`(count: Int) async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in try await store.settle() }
        let path = "\(scratch.tenant)/health.db"
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.dropLast(count).write(to: URL(filePath: path))
        let found = try scratch.directory.checkFiles { () throws(KeyError) in try Scratch.master() }
        #expect(found == [PageFinding(.missingPage, page: (bytes.count - count) / 4096 + 1)])
    }

    @Test func `ignores a torn page that the log replaces`() async throws {
        let crashed = try await CrashedStore()
        let log = try crashed.bytes(crashed.log)
        let page = Int(log[34]) << 8 | Int(log[35])
        var file = try crashed.bytes(crashed.database)
        try #require(page > 1 && page <= file.count / 4096)
        file[(page - 1) * 4096 + 2000] ^= 1
        try crashed.write(file, to: crashed.database)
        #expect(try crashed.check() == [])
        #expect(try await crashed.alerts() == 6)
    }

    /// Positions in a frame: page number, pages after the commit, both salts, both sums, and the page.
    @Test(arguments: [0, 3, 7, 8, 12, 16, 20, 2000, 4119])
    func `finds a changed bit in any frame`(position: Int) async throws {
        let crashed = try await CrashedStore()
        let log = try crashed.bytes(crashed.log)
        let frames = try crashed.frames()
        #expect(frames.count > 20)
        let lastCommits = frames.filter(\.isCommit).suffix(2).map(\.number)
        for frame in frames where frame.number % 4 == 1 || frame.number > lastCommits[0] - 3 {
            var changed = log
            changed[CrashedStore.offset(ofFrame: frame.number) + position] ^= 0x40
            try crashed.write(changed, to: crashed.log)
            let found = try crashed.check()
            #expect(found.count == 1 && found.first?.frame == frame.number, "\(frame): \(found)")
            // The last group may have been torn by a power loss.
            let isCertain = found.first?.isCertain
            if frame.number <= lastCommits[0] { #expect(isCertain == true, "\(frame): \(found)") }
        }
    }

    @Test(arguments: 0..<32)
    func `finds a changed bit in the log's header`(position: Int) async throws {
        let crashed = try await CrashedStore()
        try flip(crashed.log, at: position)
        #expect(try crashed.check().map(\.kind) == [.logHeader])
        #expect(throws: StoreError.damagedLog(path: crashed.log, PageFinding(.logHeader))) { _ = try crashed.open() }
    }

    @Test func `needs exclusive use of the store, and its key`() async throws {
        let scratch = try Scratch()
        #expect(throws: StoreError.noStore(path: scratch.directory.path)) {
            try scratch.directory.checkFiles { () throws(KeyError) in try Scratch.master() }
        }
        try await scratch.withNewStore { (_) async throws in
            #expect(throws: StoreError.self) {
                try scratch.directory.checkFiles { () throws(KeyError) in try Scratch.master() }
            }
        }
        let other = try Scratch()
        try other.initialise()
        try FileManager.default.removeItem(atPath: "\(scratch.tenant)/health.db")
        try FileManager.default.copyItem(
            atPath: "\(other.tenant)/health.db", toPath: "\(scratch.tenant)/health.db")
        #expect(throws: StoreError.opening(.wrongKey(path: "\(scratch.tenant)/health.db"))) {
            try scratch.directory.checkFiles { () throws(KeyError) in try Scratch.master() }
        }
    }
}
