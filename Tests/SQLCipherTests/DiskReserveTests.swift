import EngineConformance
import FoundationEssentials
import Relational
import SQLCipher
import Synchronization
import Testing

@Suite struct `A database with a reserve` {
    let scratch: Scratch
    let reserve: DiskReserve
    let database: Database

    init() throws {
        scratch = try Scratch()
        reserve = DiskReserve(path: "\(scratch.directory)/reserve")
        try Database.create(path: scratch.path, key: Scratch.key(), migrations: Scratch.schema)
        database = try Database.open(
            path: scratch.path, key: Scratch.key(), migrations: Scratch.schema, reserve: reserve)
    }

    private var size: Int? {
        try? FileManager.default.attributesOfItem(atPath: "\(scratch.directory)/reserve")[.size] as? Int
    }

    /// Prevents the file from growing, like a full disk.
    private func fill() async throws {
        try await database.write { (tx) throws(DatabaseError) in _ = try tx.exists("PRAGMA max_page_count = 10") }
    }

    private func insert(_ number: Int, bytes: Int) async throws(DatabaseError) -> Int {
        try await database.run("INSERT INTO thing VALUES (\(number), zeroblob(\(bytes)))")
    }

    @Test func `refuses every normal write once one found the disk full`() async throws {
        defer { database.close() }
        #expect(reserve.fill() == nil)
        try await fill()
        await #expect(throws: DatabaseError.diskFull) { try await insert(1, bytes: 200_000) }
        #expect(reserve.isDiskFull)
        await #expect(throws: DatabaseError.diskFull) { try await insert(2, bytes: 1) }
        await #expect(throws: DatabaseError.diskFull) {
            try await database.write(lane: .urgent) { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (3)")
            }
        }
        #expect(size == DiskReserve.size, "no critical write has needed it")
        #expect(try await database.values("SELECT COUNT(*) FROM thing") == [0])
    }

    @Test func `retries a critical write, and releases no more of the reserve than it needs`() async throws {
        defer { database.close() }
        #expect(reserve.fill() == nil)
        try await fill()
        let seen = try await database.write(lane: .critical) { [self] (tx) throws(DatabaseError) in
            // There is room after one slice was released, and then after two more.
            if size ?? 0 <= DiskReserve.size - 3 * DiskReserve.slice {
                _ = try tx.exists("PRAGMA max_page_count = 100000")
            }
            try tx.run("INSERT INTO thing VALUES (1, zeroblob(200000))")
            return tx.isDiskFull
        }
        #expect(seen, "the closure knows that it may write only what is critical")
        #expect(size == DiskReserve.size - 3 * DiskReserve.slice)
        #expect(try await database.values("SELECT id FROM thing") == [1])
    }

    @Test func `stores critical writes and refuses the others of one group`() async throws {
        defer { database.close() }
        #expect(reserve.fill() == nil)
        try await fill()
        let gate = Gate()
        let stored = try await withThrowingTaskGroup(of: Int?.self) { group -> Set<Int> in
            group.addTask { [database] in
                try await database.write { _ throws(DatabaseError) in gate.pass() }
                return nil
            }
            await gate.isReached()
            for number in 0..<20 {
                group.addTask { [database] in
                    let isCritical = number % 2 == 0
                    let bytes = number == 7 ? 200_000 : 1
                    do throws(DatabaseError) {
                        _ = try await database.write(lane: isCritical ? .critical : .normal) {
                            (tx) throws(DatabaseError) in
                            try tx.run("INSERT INTO thing VALUES (\(number), zeroblob(\(bytes)))")
                        }
                        return number
                    } catch {
                        return error == .diskFull && !isCritical ? nil : -1
                    }
                }
            }
            // Later writes queue behind the gate.
            while database.load.writesWaiting < 20 { await Task.yield() }
            gate.open()
            return try await group.reduce(into: []) { if let number = $1 { $0.insert(number) } }
        }
        #expect(stored == Set(stride(from: 0, to: 20, by: 2)))
        #expect(try await database.values("SELECT id FROM thing ORDER BY id") == stored.sorted())
    }

    @Test func `also refuses critical writes once the reserve is used up`() async throws {
        defer { database.close() }
        #expect(reserve.fill() == nil)
        try await fill()
        let error = await #expect(throws: DatabaseError.self) {
            try await database.write(lane: .critical) { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing VALUES (1, zeroblob(200000))")
            }
        }
        #expect(error?.isDiskFull == true)
        #expect(size == 0)
        let stored = try await database.write(lane: .critical) { (tx) throws(DatabaseError) in
            try tx.rowsChanged(by: "INSERT INTO thing VALUES (2, NULL)")
        }
        #expect(stored == 1, "what still fits is stored")
    }

    @Test func `accepts all writes again once the reserve is complete`() async throws {
        defer { database.close() }
        #expect(reserve.fill() == nil)
        try await fill()
        await #expect(throws: DatabaseError.diskFull) { try await insert(1, bytes: 200_000) }
        #expect(reserve.cut())
        #expect(reserve.fill() == nil)
        #expect(size == DiskReserve.size && !reserve.isDiskFull)
        try await database.write { (tx) throws(DatabaseError) in _ = try tx.exists("PRAGMA max_page_count = 100000") }
        #expect(try await insert(1, bytes: 200_000) == 1)
    }
}

@Suite struct `A reserve` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `that can't be created leaves the disk full, until it can`() throws {
        let path = "\(scratch.directory)/reserve"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let reserve = DiskReserve(path: path)
        #expect(!reserve.isDiskFull, "it was not checked yet")
        guard case .system = reserve.fill() else {
            Issue.record("a folder is not a reserve")
            return
        }
        #expect(reserve.isDiskFull)
        #expect(!reserve.cut())
        try FileManager.default.removeItem(atPath: path)
        #expect(reserve.fill() == nil)
        #expect(!reserve.isDiskFull)
    }

    @Test func `is for its owner only, allocates its space on the disk, and can be released completely`() throws {
        let path = "\(scratch.directory)/reserve"
        let reserve = DiskReserve(path: path)
        #expect(reserve.fill() == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        var cuts = 0
        while reserve.cut() { cuts += 1 }
        #expect(cuts == DiskReserve.size / DiskReserve.slice)
        #expect(reserve.isDiskFull)
    }
}
