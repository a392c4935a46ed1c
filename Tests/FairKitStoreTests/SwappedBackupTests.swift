import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Support
import Testing

/// Another user may rename entries of a shared folder, and replace them.
@Suite(.onFiles) struct `While a backup is made in a shared folder` {
    let scratch: Scratch
    let other: Scratch
    let held: HeldDirectory
    var parent: String { other.parent }
    var place: String { "\(parent)/backup" }
    var making: String { "\(parent)/.backup.new" }
    /// Another user's files, with the names of FairKit's.
    var victim: String { "\(parent)/victim" }
    private let files: FileManager = .default
    private static let names = ["control.db", "control.json", "missing", "lock", "tenants/default/health.db"]

    enum Swap: CaseIterable { case link, folder }

    init() throws {
        scratch = try Scratch()
        other = try Scratch()
        try scratch.initialise()
        held = try HeldDirectory(scratch.directory)
        try files.createDirectory(atPath: "\(victim)/tenants/default", withIntermediateDirectories: true)
        for name in Self.names { try Data("mine".utf8).write(to: URL(filePath: "\(victim)/\(name)")) }
    }

    /// Replaces the unfinished backup with the victim.
    private func put(_ swap: Swap) throws {
        try files.moveItem(atPath: making, toPath: "\(parent)/away")
        switch swap {
        case .link: try files.createSymbolicLink(atPath: making, withDestinationPath: victim)
        case .folder: try files.moveItem(atPath: victim, toPath: making)
        }
    }

    private func isUntouched(_ path: String) throws -> Bool {
        let found = try files.subpathsOfDirectory(atPath: path).sorted()
        return found == (Self.names + ["tenants", "tenants/default"]).sorted()
            && Self.names.allSatisfy { files.contents(atPath: "\(path)/\($0)") == Data("mine".utf8) }
    }

    @Test(arguments: Swap.allCases)
    func `a replacement for it gets nothing and loses nothing`(swap: Swap) async throws {
        await #expect(throws: BackupError.self) {
            try await BackupLocation(place).make(held) { (backup) async throws(BackupError) in
                do { try put(swap) } catch { Issue.record(error) }
                try backup.add([1, 2, 3], as: "\(backup.unfinished.path)/another")
            }
        }
        #expect(try isUntouched(swap == .link ? victim : making))
        #expect(!files.fileExists(atPath: place))
        // The written files went to the right folder, and are removed again.
        #expect(try files.subpathsOfDirectory(atPath: "\(parent)/away").filter { $0 != "another" } == [])
    }

    @Test(arguments: Swap.allCases)
    func `an earlier entry of its name gets nothing and loses nothing`(swap: Swap) async throws {
        switch swap {
        case .link: try files.createSymbolicLink(atPath: making, withDestinationPath: victim)
        case .folder:
            try files.moveItem(atPath: victim, toPath: making)
            // A folder in which other users can write may contain anything.
            try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: making)
        }
        await #expect(throws: BackupError.self) {
            try await BackupLocation(place).make(held) { (backup) async throws(BackupError) in
                try backup.add([1, 2, 3], as: "\(backup.unfinished.path)/another")
            }
        }
        #expect(try isUntouched(swap == .link ? victim : making))
    }

    @Test func `its errors use the given path`() async throws {
        await #expect {
            try await BackupLocation(place).make(held) { (backup) async throws(BackupError) in
                try backup.add([1], as: "\(backup.unfinished.path)/nowhere/file")
            }
        } throws: { error in
            "\(error)".contains("\(making)/nowhere/file") && !"\(error)".contains("/proc/")
        }
    }
}
