import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Support
import Testing

@Suite(.onFiles) struct `Restoring a backup` {
    let scratch: Scratch
    let target: Scratch
    var backup: String { "\(scratch.parent)/backup" }

    init() throws {
        scratch = try Scratch()
        target = try Scratch()
    }

    /// A backup of a store with one alert in it.
    func makeBackup() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 0)])
            _ = try await store.backUp(to: backup) { Example.now }
        }
    }

    func restore(_ master: Character = "7") throws(BackupError) -> RowCounts {
        try Store.restore(from: backup, to: target.directory, at: Example.now) { () throws(KeyError) in
            try Scratch.master(master)
        }
        .map(\.counts).reduce(.none, +)
    }

    func files(_ path: String) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: [:]) {
            $0[$1] = (try? Data(contentsOf: URL(filePath: "\(path)/\($1)"))) ?? Data()
        }
    }

    /// Expects an error, with the backup and the destination unchanged.
    func refuses(
        _ error: BackupError?, master: Character = "7", at place: SourceLocation = #_sourceLocation
    ) throws {
        let (before, place1) = (try files(backup), try target.files())
        let thrown = #expect(throws: BackupError.self, sourceLocation: place) { try restore(master) }
        if let error { #expect(thrown == error, sourceLocation: place) }
        #expect(try files(backup) == before, sourceLocation: place)
        #expect(try target.files() == place1, sourceLocation: place)
    }

    @Test func `recreates the store, and leaves the backup unchanged`() async throws {
        try await makeBackup()
        let before = try files(backup)
        let counts = try restore()
        #expect(counts.alerts == 1)
        #expect(counts.profiles == 2)
        #expect(try files(backup) == before)
        try await target.withStore { (store) async throws in
            // The kits that the test inserted have no history.
            #expect(try await store.check().findings == [CheckFinding(code: .kitStatus, count: 2)])
            #expect(try await store.claim(1).count == 1)
        }
    }

    @Test func `is refused if there is a store`() async throws {
        try await makeBackup()
        try target.initialise()
        try refuses(.store(.storeExists(path: target.directory.path)))
    }

    @Test func `needs a backup`() throws {
        #expect(throws: BackupError.noBackup(path: backup)) { try restore() }
        #expect(try target.files().isEmpty)
    }

    @Test(arguments: [("No such file or directory", "complete"), ("No space left on device", "Free space")])
    func `names what to do about a file that fails`(reason: String, advice: String) {
        #expect(StoreError.system(path: "f", reason: reason).description.contains(advice))
    }

    @Test func `needs its master key`() async throws {
        try await makeBackup()
        try refuses(nil, master: "8")
    }

    @Test(arguments: [0, 5000, 100_000])
    func `refuses one with a changed byte`(position: Int) async throws {
        try await makeBackup()
        try flip("\(backup)/tenants/default/health.db", at: position)
        try refuses(.damaged(path: backup, findings: [PageFinding(.page, page: position / 4096 + 1)]))
    }

    @Test func `refuses a truncated one`() async throws {
        try await makeBackup()
        let path = "\(backup)/tenants/default/health.db"
        try Data(contentsOf: URL(filePath: path)).dropLast(4096).write(to: URL(filePath: path))
        try refuses(nil)
    }

    @Test func `refuses a data directory that was not closed`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try FileManager.default.copyItem(atPath: scratch.directory.path, toPath: backup)
        }
        try refuses(.unsettled(path: backup))
    }

    /// Its log is empty, but it may be written during the copy.
    @Test func `refuses a data directory that is in use`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
        }
        _ = try await scratch.withStore { (_) async throws in
            #expect(throws: BackupError.unsettled(path: scratch.directory.path)) {
                try Store.restore(from: scratch.directory.path, to: target.directory, at: Example.now) {
                    () throws(KeyError) in
                    try Scratch.master()
                }
            }
        }
    }

    @Test func `accepts a data directory that was closed`() async throws {
        try await scratch.withNewStore { (store) async throws in try await store.settle() }
        try FileManager.default.copyItem(atPath: scratch.directory.path, toPath: backup)
        #expect(try restore().profiles == 2)
    }
}

/// Changes one bit of a file.
func flip(_ path: String, at position: Int) throws {
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[position] ^= 1
    try bytes.write(to: URL(filePath: path))
}
