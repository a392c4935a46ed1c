import FairKitStore
import FairKitVault
import FoundationEssentials
import SQLCipher
import Testing

@Suite struct `Opening a store whose log` {
    @Test func `is damaged before answered commits is refused, and nothing changes`() async throws {
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

    @Test func `is damaged can be opened without what was lost, and is whole afterwards`() async throws {
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

    @Test func `is sound is not cut off, and nothing changes`() async throws {
        let crashed = try await CrashedStore()
        let before = try crashed.scratch.files()
        let copy = "\(crashed.scratch.directory.path).kept"
        #expect(throws: StoreError.soundLog(path: crashed.log)) {
            _ = try crashed.open(.cutOff(keeping: copy, at: Example.now))
        }
        #expect(try crashed.scratch.files() == before)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func `is damaged stays as it is if it can't be kept`() async throws {
        let crashed = try await CrashedStore()
        try flip(crashed.log, at: CrashedStore.offset(ofFrame: try crashed.frames().count / 2) + 1000)
        let before = try crashed.scratch.files()
        let copy = "\(crashed.scratch.directory.path)/nowhere/kept"
        #expect(throws: StoreError.system(path: copy, reason: "No such file or directory")) {
            _ = try crashed.open(.cutOff(keeping: copy, at: Example.now))
        }
        #expect(try crashed.scratch.files() == before)
    }

    /// A power loss keeps what it likes of the frames that were not yet on the disk.
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
                #expect(store.findingsAtOpening.allSatisfy { !$0.isCertain })
                #expect(store.findingsAtOpening.isEmpty == (lost == last), "without its commit record it is no group")
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
