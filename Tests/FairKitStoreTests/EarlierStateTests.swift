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
            try tx.recordTenantEvent(.renamed, of: first.id, at: Example.now, in: "test")
        }
    }

    /// The finding by which the opening is refused; nil: it is not.
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
        // Nothing was recorded meanwhile.
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

    @Test func `is taken if it is the note of the list of tenants, and says less`() async throws {
        try await prepare()
        let earlier = try Data(contentsOf: URL(filePath: path("control.anchor")))
        try await change(2)
        try earlier.write(to: URL(filePath: path("control.anchor")))
        #expect(try await refusal() == nil)
    }
}

/// Each file of a tenant after a crash, in each earlier or damaged state: what a start and `fairkit db check` say of it.
@Suite(.onFiles) struct `A tenant's file in an earlier state` {
    private enum Said: Hashable {
        case refused(PageFinding.Kind)
        /// It can't be opened, by what the file itself says.
        case unopened
        /// The check of the files finds it, and so does each read of the page.
        case damaged(PageFinding.Kind)
        /// It is served, and everything warns.
        case incomplete
        case sound
    }

    private enum Change { case older, cut, empty, flipped, deleted }

    private static let (file, log, note, anchor) = ("health.db", "health.db-wal", "commits.anchor", "audit.anchor")

    private static let table: [([String], Change, Said)] = [
        ([file], .older, .refused(.wentBack)), ([file], .cut, .damaged(.missingPage)), ([file], .empty, .unopened),
        ([file], .flipped, .damaged(.page)), ([file], .deleted, .unopened),
        ([log], .older, .refused(.missingCommits)), ([log], .cut, .refused(.missingCommits)),
        ([log], .empty, .refused(.missingCommits)), ([log], .flipped, .refused(.frame)),
        ([log], .deleted, .refused(.missingCommits)),
        ([note], .older, .sound), ([note], .cut, .refused(.anchorUnreadable)),
        ([note], .empty, .refused(.anchorUnreadable)), ([note], .flipped, .refused(.anchorUnreadable)),
        ([note], .deleted, .incomplete), ([log, note], .deleted, .incomplete),
        ([anchor], .older, .sound), ([anchor], .cut, .incomplete), ([anchor], .empty, .incomplete),
        ([anchor], .flipped, .incomplete), ([anchor], .deleted, .incomplete),
        // Files that went back together are brought out by those that did not.
        ([file, log], .older, .refused(.wentBack)), ([file, log, note], .older, .incomplete),
        ([file, log, anchor], .older, .refused(.wentBack)),
        // Nothing inside tells a whole folder from the past.
        ([file, log, note, anchor], .older, .sound),
    ]

    private let live: Scratch
    private let copy: Scratch

    init() throws { (live, copy) = (try Scratch(), try Scratch()) }

    private static func master() throws(KeyError) -> MasterKey { try Scratch.master() }

    /// A killed server's files, and the same from an earlier moment.
    private func prepare(_ earlier: String) async throws {
        try await live.withNewStore { (store) async throws in
            try await store.settle()
            for number in 1...2 as ClosedRange<Int64> {
                try await store.raise([(number, .critical, 0)])
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(`The audit log`.entry(Int(number), .resultRead, about: nil))
                }
                #expect(try await store.logAudit(at: Example.now) == .recorded)
                try FileManager.default.copyItem(
                    atPath: live.directory.path, toPath: number == 1 ? earlier : copy.directory.path)
                _ = try await store.emptyLog()
            }
        }
        try? FileManager.default.removeItem(atPath: "\(copy.tenant)/health.db-shm")
    }

    private func apply(_ change: Change, to name: String, from earlier: String) throws {
        let file = URL(filePath: "\(copy.tenant)/\(name)")
        var bytes = try Data(contentsOf: file)
        switch change {
        case .older: bytes = try Data(contentsOf: URL(filePath: "\(earlier)/tenants/default/\(name)"))
        case .cut: bytes = bytes.prefix(bytes.count / 4096 > 0 ? (bytes.count / 4096 - 1) * 4096 : bytes.count / 2)
        case .empty: bytes = Data()
        case .flipped: bytes[bytes.count - min(1000, bytes.count / 2)] ^= 4
        case .deleted: return try FileManager.default.removeItem(at: file)
        }
        try bytes.write(to: file)
    }

    private func said() throws -> Said {
        let check = Result { () throws(StoreError) in try copy.directory.checkFiles(masterKey: Self.master) }
        let findings = (try? check.get()) ?? []
        switch (Result { () throws(StoreError) in try Store.open(copy.directory, masterKey: Self.master) }) {
        case .failure(.damagedLog(_, let found)):
            #expect(findings.contains(found))
            return .refused(found.kind)
        case .failure(.opening): return findings.first(where: \.isCertain).map { .damaged($0.kind) } ?? .unopened
        case .failure(let error): throw error
        case .success(let store):
            defer { store.close() }
            if let worst = findings.first(where: \.isCertain) { return .damaged(worst.kind) }
            return store.isIncomplete ? .incomplete : .sound
        }
    }

    @Test(arguments: table.indices)
    func `is refused, warned of, or can't be told from the past`(row: Int) async throws {
        let (names, change, expected) = Self.table[row]
        let earlier = "\(live.parent)/earlier"
        try await prepare(earlier)
        for name in names { try apply(change, to: name, from: earlier) }
        #expect(try said() == expected, "\(names) \(change)")
        guard expected == .incomplete else { return }
        // It stays so, until an operator accepts it.
        #expect(try said() == (names == [Self.note] ? .sound : .incomplete))
        guard names != [Self.note] else { return }
        try Store.open(
            copy.directory, damagedLog: .cutOff(keeping: "\(copy.parent)/kept", at: Example.now), masterKey: Self.master
        )
        .close()
        #expect(try said() == .sound)
    }

    @Test func `gives no number again that it has given since, though all but one file went back`() async throws {
        let earlier = "\(live.parent)/earlier"
        try await prepare(earlier)
        for name in [Self.file, Self.log, Self.note] { try apply(.older, to: name, from: earlier) }
        let store = try Store.open(copy.directory, masterKey: Self.master)
        defer { store.close() }
        try await store.raise([(3, .critical, 0)])
        #expect(try await store.values("SELECT MAX(number) FROM delivery")[0] > 1 << 40 as Int64)
        #expect(try await store.verifyAudit().findings.first?.code == "cut-tail")
    }
}
