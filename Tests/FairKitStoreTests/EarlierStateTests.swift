import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import Support
import Testing

/// Each file of a store, put back as it once was, or damaged, after a clean stop.
@Suite(.onFiles) struct `A file in an earlier state` {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func path(_ name: String) -> String { "\(scratch.directory.path)/\(name)" }

    private func open(_ damagedLog: Store.DamagedLog = .refused) async throws {
        let key = { () throws(KeyError) in try Scratch.master() }
        let installation = try await FileInstallation.open(
            scratch.directory, at: Example.now, keyFrom: .given, masterKey: key)
        defer { installation.close() }
        _ = try installation.open(folder: DataDirectory.defaultTenant, damagedLog: damagedLog)
    }

    private func change(_ number: Int64) async throws {
        let key = { () throws(KeyError) in try Scratch.master() }
        let installation = try await FileInstallation.open(
            scratch.directory, at: Example.now, keyFrom: .given, masterKey: key)
        defer { installation.close() }
        let store = try installation.open(folder: DataDirectory.defaultTenant)
        try await store.raise([(number, .critical, 0)])
        let first = try await installation.tenants()[0]
        try await installation.control.write { (tx) throws(DatabaseError) in
            try tx.note(.renamed, of: first.id, at: Example.now, in: "test")
        }
    }

    /// What is refused, and by which finding.
    private func refusal() async throws -> PageFinding.Kind? {
        let before = try scratch.files()
        do {
            try await open()
            return nil
        } catch StoreError.damagedLog(_, let finding) {
            #expect(try scratch.files() == before)
            return finding.kind
        }
    }

    private func prepare() async throws {
        try scratch.initialise()
        try await scratch.withStore { (store) async throws in try await store.settle() }
        try await change(1)
    }

    @Test(arguments: ["tenants/default/health.db", "control.db"])
    func `is refused, until an operator accepts it`(name: String) async throws {
        try await prepare()
        let earlier = try Data(contentsOf: URL(filePath: path(name)))
        try await change(2)
        try earlier.write(to: URL(filePath: path(name)))
        #expect(try await refusal() == .wentBack)
        // Nothing was noted meanwhile.
        #expect(try await refusal() == .wentBack)
        guard name != "control.db" else { return }
        try await open(.cutOff(keeping: "\(scratch.parent)/kept", at: Example.now))
        #expect(try await refusal() == nil)
    }

    @Test(arguments: ["tenants/default/commits.anchor", "control.anchor"], ["empty", "cut", "flipped", "random"])
    func `is refused if it is a note that can't be read`(name: String, damage: String) async throws {
        try await prepare()
        let note = try Data(contentsOf: URL(filePath: path(name)))
        let damaged =
            switch damage {
            case "empty": Data()
            case "cut": note.dropLast(9)
            case "flipped": Data(note.enumerated().map { $0 == 20 ? $1 ^ 4 : $1 })
            default: Data((0..<note.count).map { _ in UInt8.random(in: 0...255) })
            }
        try damaged.write(to: URL(filePath: path(name)))
        #expect(try await refusal() == .anchorUnreadable)
    }

    @Test(arguments: ["tenants/default/commits.anchor", "control.anchor", "tenants/default/audit.anchor"])
    func `is taken if it is a note that says less`(name: String) async throws {
        try await prepare()
        let earlier = try Data(contentsOf: URL(filePath: path(name)))
        try await change(2)
        try earlier.write(to: URL(filePath: path(name)))
        #expect(try await refusal() == nil)
    }
}
