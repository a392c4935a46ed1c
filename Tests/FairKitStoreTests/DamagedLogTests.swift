import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import Support
import Testing

@Suite(.onFiles) struct `Opening a store whose log` {
    @Test func `is damaged before acknowledged commits is refused, and nothing changes`() async throws {
        let crashed = try await CrashedStore()
        let frame = try crashed.frames().count / 2
        try flip(crashed.log, at: CrashedStore.offset(ofFrame: frame) + 1000)
        let before = try crashed.scratch.files()
        let error = #expect(throws: StoreError.self) { _ = try crashed.open() }
        guard case .damagedLog(crashed.log, let finding)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(finding.frame == frame)
        #expect(error?.description.contains("fairkit restore") == true)
        #expect(try crashed.scratch.files() == before)
    }

    @Test func `is damaged can be opened without the lost commits, and is sound afterwards`() async throws {
        let crashed = try await CrashedStore()
        let frame = try crashed.frames().count / 2
        try flip(crashed.log, at: CrashedStore.offset(ofFrame: frame) + 1000)
        let (log, copy) = (try crashed.bytes(crashed.log), "\(crashed.scratch.directory.path).kept")
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let alerts = try await crashed.alerts(.cutOff(keeping: copy, at: Example.now))
        #expect(try crashed.bytes(copy) == log)
        #expect((1..<6).contains(alerts))
        #expect(try crashed.check() == [])
        #expect(try await crashed.alerts() == alerts)
    }

    @Test func `is sound can't be discarded, and nothing changes`() async throws {
        let crashed = try await CrashedStore()
        let before = try crashed.scratch.files()
        let copy = "\(crashed.scratch.directory.path).kept"
        #expect(throws: StoreError.soundLog(path: crashed.log)) {
            _ = try crashed.open(.cutOff(keeping: copy, at: Example.now))
        }
        #expect(try crashed.scratch.files() == before)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func `is damaged stays as it is if it can't be copied`() async throws {
        let crashed = try await CrashedStore()
        try flip(crashed.log, at: CrashedStore.offset(ofFrame: try crashed.frames().count / 2) + 1000)
        let before = try crashed.scratch.files()
        let copy = "\(crashed.scratch.directory.path)/nowhere/kept"
        #expect(throws: StoreError.system(path: copy, reason: "No such file or directory")) {
            _ = try crashed.open(.cutOff(keeping: copy, at: Example.now))
        }
        #expect(try crashed.scratch.files() == before)
    }

    @Test func `lacks acknowledged commits is refused, and nothing changes`() async throws {
        let crashed = try await CrashedStore()
        let (log, frames) = (try crashed.bytes(crashed.log), try crashed.frames())
        let last = try #require(frames.last { $0.isCommit }?.number)
        #expect(try crashed.check() == [])
        var lengths: [Int?] = [nil, 0, 32, CrashedStore.offset(ofFrame: last) + 2000]
        for frame in frames where frame.number <= last {
            lengths.append(CrashedStore.offset(ofFrame: frame.number))
        }
        for length in lengths {
            let copy = try crashed.again(with: length.map { Array(log.prefix($0)) }, isRecorded: true)
            let before = try copy.scratch.files()
            #expect(try copy.check().contains { $0.kind == .missingCommits && $0.isCertain })
            let error = #expect(throws: StoreError.self) { _ = try copy.open() }
            guard case .damagedLog(copy.log, let finding)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(finding.kind == .missingCommits)
            #expect(error?.description.contains("fairkit db cut-log") == true)
            #expect(try copy.scratch.files() == before)
        }
    }

    @Test func `lacks acknowledged commits is opened once the operator accepts that, and then as usual`() async throws {
        let crashed = try await CrashedStore()
        let log = try crashed.bytes(crashed.log)
        for length in [nil, CrashedStore.offset(ofFrame: try crashed.frames().count / 2)] {
            let copy = try crashed.again(with: length.map { Array(log.prefix($0)) }, isRecorded: true)
            let kept = "\(copy.scratch.directory.path).kept"
            defer { try? FileManager.default.removeItem(atPath: kept) }
            let alerts = try await copy.alerts(.cutOff(keeping: kept, at: Example.now))
            #expect(alerts < 6)
            #expect(FileManager.default.fileExists(atPath: kept) == (length != nil))
            #expect(try copy.check() == [])
            #expect(try await copy.alerts() == alerts)
        }
    }

    @Test func `is an earlier copy is refused`() async throws {
        let scratch = try Scratch()
        let log = "\(scratch.tenant)/health.db-wal"
        var earlier = Data()
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 0)])
            earlier = try Data(contentsOf: URL(filePath: log))
            _ = try await store.emptyLog()
            try await store.raise([(2, .critical, 0)])
            try FileManager.default.copyItem(
                atPath: scratch.directory.path, toPath: "\(scratch.directory.path).crashed")
        }
        defer { try? FileManager.default.removeItem(atPath: "\(scratch.directory.path).crashed") }
        let crashed = DataDirectory(path: "\(scratch.directory.path).crashed")
        let master = { () throws(KeyError) in try Scratch.master() }
        #expect(try crashed.checkFiles(masterKey: master) == [])
        try earlier.write(to: URL(filePath: "\(crashed.tenant)/health.db-wal"))
        let found = try crashed.checkFiles(masterKey: master)
        #expect(found.contains { $0.kind == .missingCommits })
    }

    @Test func `was copied and removed by a clean stop is not missed`() async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            for number in 1...6 { try await store.raise([(Int64(number), .critical, 0)]) }
        }
        #expect(!FileManager.default.fileExists(atPath: "\(scratch.tenant)/health.db-wal"))
        try await scratch.withStore { (store) async throws in
            #expect(try await store.values("SELECT COUNT(*) FROM alert") == [6])
        }
    }

    /// A power loss may keep any of the frames that were not yet on the disk.
    @Test func `has a torn last group opens with everything before it`() async throws {
        let crashed = try await CrashedStore()
        let commits = try crashed.frames().filter(\.isCommit).map(\.number)
        let (before, last) = (commits[commits.count - 2], commits[commits.count - 1])
        #expect(last - before > 2, "the last group has several frames")
        let log = try crashed.bytes(crashed.log)
        for lost in (before + 1)...last {
            var torn = log
            let start = CrashedStore.offset(ofFrame: lost)
            torn.replaceSubrange(start..<(start + 4120), with: [UInt8](repeating: 0, count: 4120))
            let copy = try crashed.again(with: torn)
            try await copy.scratch.withStore { (store) async throws in
                let found = store.findingsAtOpening
                #expect(found.allSatisfy { !$0.isCertain })
                #expect(!found.contains(where: \.isOfLog) == (lost == last), "no group without a commit record")
                #expect(try await store.values("SELECT COUNT(*) FROM alert") == [5])
            }
            #expect(try copy.check() == [])
        }
    }

    @Test func `ends within a group opens with everything before it`() async throws {
        let crashed = try await CrashedStore()
        let commits = try crashed.frames().filter(\.isCommit).map(\.number)
        let log = try crashed.bytes(crashed.log)
        for length in [32, 100, CrashedStore.offset(ofFrame: commits[commits.count - 1]), log.count - 1] {
            let copy = try crashed.again(with: Array(log.prefix(length)))
            #expect(try copy.check() == [])
            if length > 4120 { #expect(try await copy.alerts() == 5) }
        }
    }
}
