import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import Testing

/// The files of a killed server: a database, and a log with groups of several acknowledged frames that were not copied
/// into it.
struct CrashedStore {
    let scratch: Scratch
    private let live: Scratch

    var database: String { "\(scratch.tenant)/health.db" }
    var log: String { "\(scratch.tenant)/health.db-wal" }

    /// - Parameter groups: the number of alerts raised, each in a commit of its own.
    init(groups: Int64 = 6) async throws {
        live = try Scratch()
        scratch = try Scratch()
        let (from, to) = (live.directory.path, scratch.directory.path)
        try await live.withNewStore { (store) async throws in
            try await store.settle()
            for number in 1...groups { try await store.raise([(number, .critical, 0)]) }
            try FileManager.default.copyItem(atPath: from, toPath: to)
        }
        try? FileManager.default.removeItem(atPath: "\(scratch.tenant)/health.db-shm")
    }

    /// Another copy, with another log; nil: without one.
    /// - Parameter isRecorded: whether the anchor outside records all commits, as it does once they are acknowledged.
    func again(with log: [UInt8]?, isRecorded: Bool = false) throws -> CrashedStore {
        let copy = CrashedStore(scratch: try Scratch(), live: live)
        try FileManager.default.copyItem(atPath: scratch.directory.path, toPath: copy.scratch.directory.path)
        if let log {
            try copy.write(log, to: copy.log)
        } else {
            try FileManager.default.removeItem(atPath: copy.log)
        }
        if !isRecorded { try FileManager.default.removeItem(atPath: "\(copy.scratch.tenant)/commits.anchor") }
        return copy
    }

    private init(scratch: Scratch, live: Scratch) {
        self.scratch = scratch
        self.live = live
    }

    func check() throws -> [PageFinding] {
        try scratch.directory.checkFiles { () throws(KeyError) in try Scratch.master() }
    }

    func open(_ damagedLog: Store.DamagedLog = .refused) throws(StoreError) -> Store {
        try Store.open(scratch.directory, damagedLog: damagedLog) { () throws(KeyError) in try Scratch.master() }
    }

    /// The number of alerts found after opening it.
    func alerts(_ damagedLog: Store.DamagedLog = .refused) async throws -> Int {
        let store = try open(damagedLog)
        defer { store.close() }
        return try await store.values("SELECT COUNT(*) FROM alert")[0]
    }

    func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

    func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    /// The frames, each with its number, and whether it ends a commit.
    func frames() throws -> [(number: Int, isCommit: Bool)] {
        let log = try bytes(log)
        return (0..<((log.count - 32) / 4120)).map { index in
            (index + 1, log[(32 + index * 4120 + 4)..<(32 + index * 4120 + 8)].contains { $0 != 0 })
        }
    }

    /// Where a frame begins.
    static func offset(ofFrame number: Int) -> Int { 32 + (number - 1) * 4120 }
}
