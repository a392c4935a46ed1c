import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Testing

/// Another user may rename what stands in a folder that they share, and put something of theirs in its place.
@Suite struct `While a backup is made in a shared folder` {
    let scratch: Scratch
    let other: Scratch
    let held: HeldDirectory
    var parent: String { other.parent }
    var place: String { "\(parent)/backup" }
    var making: String { "\(parent)/.backup.new" }
    /// Files of another's, called as FairKit's are.
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

    /// Puts the victim in the place of what is made.
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
    func `what is put in its place gets nothing and loses nothing`(swap: Swap) async throws {
        await #expect(throws: BackupError.self) {
            try await BackupPlace(place).make(held) { (backup) async throws(BackupError) in
                do { try put(swap) } catch { Issue.record(error) }
                try backup.add([1, 2, 3], as: "\(backup.unfinished.path)/another")
            }
        }
        #expect(try isUntouched(swap == .link ? victim : making))
        #expect(!files.fileExists(atPath: place))
        // What was written went where it belongs, and is taken away again.
        #expect(try files.subpathsOfDirectory(atPath: "\(parent)/away").filter { $0 != "another" } == [])
    }

    @Test(arguments: Swap.allCases)
    func `what stood there before it began gets nothing and loses nothing`(swap: Swap) async throws {
        switch swap {
        case .link: try files.createSymbolicLink(atPath: making, withDestinationPath: victim)
        case .folder:
            try files.moveItem(atPath: victim, toPath: making)
            // As one that others may write in: they can have put anything in it.
            try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: making)
        }
        await #expect(throws: BackupError.self) {
            try await BackupPlace(place).make(held) { (backup) async throws(BackupError) in
                try backup.add([1, 2, 3], as: "\(backup.unfinished.path)/another")
            }
        }
        #expect(try isUntouched(swap == .link ? victim : making))
    }

    @Test func `its errors name it as it was named`() async throws {
        await #expect {
            try await BackupPlace(place).make(held) { (backup) async throws(BackupError) in
                try backup.add([1], as: "\(backup.unfinished.path)/nowhere/file")
            }
        } throws: { error in
            "\(error)".contains("\(making)/nowhere/file") && !"\(error)".contains("/proc/")
        }
    }
}
