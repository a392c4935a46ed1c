import Dispatch
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import Relational
import SQLCipher
import Support
import Testing

/// All tests of the process share the reading threads, so nothing here may wait for work that could wait for this.
@Suite(.onFiles) struct `While lists use all their threads` {
    private let key: CipherKey
    private let path = FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)"

    init() throws { key = try CipherKey([UInt8](repeating: 7, count: 48)) }

    @Test func `a consumer authenticates, claims an alert, and acks it`() async throws {
        let house = try TestHouse()
        _ = try await house.register("FU-KIT-2025110701-X", for: try await house.person())
        _ = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: try await house.laboratory())
        let (made, secret) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        try await whileListsTakeAll {
            let subject = try await house.tenancy.callers.authenticate(apiKey: secret.text)
            #expect(KeyID(uuid: subject.id.uuid) == made.id)
            let claimed = try #require(try await house.claim().first)
            _ = try await house.ack(claimed)
            let caller = house.caller(.consumer)
            #expect(try await house.tenancy.alerts.beginFollowing(after: nil, by: caller) > 0)
            #expect(try await house.tenancy.operations.readiness().isDiskFull == false)
        }
    }

    /// Runs a body while enough reads are blocked that at least one waits for a thread.
    private func whileListsTakeAll(_ body: () async throws -> Void) async throws {
        let count = 65
        try Database.create(path: path, key: key, migrations: [])
        let database = try Database.open(path: path, key: key, migrations: [], readerCount: count)
        defer {
            database.close()
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { reads in
            for _ in 0..<count {
                reads.addTask { try await database.read { _ throws(DatabaseError) in gate.wait() } }
            }
            defer { for _ in 0..<count { gate.signal() } }
            while !ReadingThreads.ofProcess.areScarce { await Task.yield() }
            try await body()
        }
    }
}
