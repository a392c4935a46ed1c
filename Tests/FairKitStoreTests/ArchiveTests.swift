import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import SQLCipher
import Support
import Testing

@Suite struct `An archive of a tenant` {
    let scratch: Scratch
    let key: MasterKey
    let tenant: Tenant

    init() throws {
        scratch = try Scratch()
        key = try Scratch.master("a")
        tenant = Tenant(
            id: .new(at: Example.now), name: .standard, state: .suspended, createdAt: Example.now, dueAt: nil)
    }

    /// The pieces of an archive of a store with people.
    private func made(_ words: String...) async throws -> (pieces: SealedFile, path: String) {
        let path = "\(scratch.parent)/archive"
        let pieces = try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            for (number, word) in words.enumerated() {
                try await Life(number: Int64(number + 71), word: word).begin(in: store)
            }
            _ = try await store.export(tenant, to: path, key: key, at: Example.now)
            return try SealedFile(path)
        }
        return (pieces, path)
    }

    private func read(_ pieces: SealedFile) throws -> ArchiveEnd {
        let path = "\(scratch.parent)/changed"
        try pieces.write(to: path)
        var reader = try ArchiveReader(path, key: key)
        return try reader.verify()
    }

    /// The tables of an archive, in their order.
    private func archivedTables(of store: Store) async throws -> [ArchiveHeader.Table] {
        let path = "\(scratch.parent)/archive"
        _ = try await store.export(tenant, to: path, key: key, at: Example.now)
        return try ArchiveReader(path, key: key).header.tables
    }

    @Test func `holds every table and column of the schema, but those that stay behind with a reason`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let tables = try await archivedTables(of: store)
            let names = Set(try await store.tableNames())
            #expect(Set(tables.map(\.name)) == names.subtracting(MovedTable.left.keys))
            for table in tables {
                let (columns, key) = try await store.columnNames(of: table.name)
                #expect(Set(table.columns) == Set(columns).subtracting([MovedTable.leftColumn]), "\(table.name)")
                // A key with a sealed column is an index on its lookup in PostgreSQL.
                let isSealed = ["idempotency", "saved_search"].contains(table.name)
                #expect(
                    key == Set(table.columns.prefix(table.key))
                        || isSealed && TestEngine.current == .postgres && key.isEmpty, "\(table.name)")
            }
        }
    }

    @Test func `has each table after those that it refers to`() async throws {
        try await scratch.withNewStore { (store) async throws in
            var before = Set<String>()
            for table in try await archivedTables(of: store) {
                before.insert(table.name)
                #expect(try await store.references(of: table.name).subtracting(before) == [], "\(table.name)")
            }
        }
    }

    @Test func `is read by the names of its columns, whatever order an earlier version gave them`() async throws {
        let (_, path) = try await made("Kwanzamark")
        let (first, earlier) = (try ArchiveContents(path, key: key), "\(scratch.parent)/earlier")
        try writeArchive(of: path, withColumnsInAnotherOrderTo: earlier)
        let changed = try ArchiveContents(earlier, key: key)
        #expect(changed.tables != first.tables)
        let cipher = try CipherKey([UInt8](repeating: 3, count: 48))
        try Database.create(path: "\(path).db", key: cipher, migrations: Schema.tenant)
        let file = try Database.open(path: "\(path).db", key: cipher, migrations: Schema.tenant)
        defer { file.close() }
        let reader = try ArchiveReader(earlier, key: key)
        let (secrets, owner) = (reader.secrets, reader.header.sealedAs)
        _ = try await ArchiveFilling(reader, named: earlier).fill(file)
        let again = "\(scratch.parent)/again"
        _ = try await file.export(tenant, sealedAs: owner, secrets: secrets, to: again, key: key, at: Example.now)
        #expect(try ArchiveContents(again, key: key) == first)
    }

    /// The columns that are no key stand in the reverse order.
    private func writeArchive(of path: String, withColumnsInAnotherOrderTo other: String) throws {
        var reader = try ArchiveReader(path, key: key)
        let header = reader.header
        let orders = header.tables.map { table in
            // Without a key, the rows stand in the order of all columns.
            let fixed = table.key == 0 ? table.columns.count : table.key
            return Array(0..<fixed) + (fixed..<table.columns.count).reversed()
        }
        let tables = zip(header.tables, orders).map { table, order in
            ArchiveHeader.Table(
                name: table.name, columns: order.map { table.columns[$0] }, key: table.key, rows: table.rows)
        }
        let changed = ArchiveHeader(
            schemaVersion: header.schemaVersion, tenant: tenant, exportedAt: Example.now, isSuspended: true,
            sealedAs: header.sealedAs, audit: header.audit, tables: tables)
        var writer = try ArchiveWriter.begin(other, changed, secrets: reader.secrets, key: key)
        while case .rows(let place, let some) = try reader.next() {
            var piece = ArchivedRows(of: place)
            for row in some { piece.append(ArchivedRows.encoded(orders[place].map { row[$0] })) }
            try writer.add(piece)
        }
        _ = try writer.finish(key: key)
    }

    @Test func `holds all rows, and says nothing of the tenant to readers without its key`() async throws {
        let (pieces, path) = try await made("Kwanzamark", "Pilimark")
        var reader = try ArchiveReader(path, key: key)
        #expect(reader.header.name == "default")
        let end = try reader.verify()
        #expect(end.rows == reader.header.tables.map(\.rows))
        #expect(end.audit.number > 0)
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        for word in ["Kwanzamark", "default", "profile", "\(tenant.id)"] {
            #expect(bytes.firstRange(of: Array(word.utf8)) == nil)
        }
        #expect(try pieces.rows(with: key, of: reader.header) == reader.header.rows)
        #expect(throws: ArchiveError.otherKey(path: path, needed: key.id, given: try Scratch.master("b").id)) {
            _ = try ArchiveReader(path, key: try Scratch.master("b")).header
        }
    }

    /// The values that were written by hand before the export, and where the import finds them.
    static let wrong: [(SQL, String)] = [
        ("UPDATE consumer_group SET begins_at = \(Int64.max)", "consumer_group has a value in begins_at"),
        ("UPDATE profile SET time_zone = '../../etc/passwd'", "profile has a value in time_zone"),
        ("UPDATE profile SET known_genotype = 'QQ'", "profile has a value in known_genotype"),
        ("UPDATE audit SET action = 'result.invented'", "audit has a value in action"),
        ("UPDATE audit SET role = 'owner'", "audit has a value in role"),
        ("UPDATE escalation_policy SET steps = '[{}]'", "escalation_policy has a value in steps"),
        (
            "UPDATE audit SET request_id = \(String(repeating: "n", count: 1 << 20 + 1))",
            "audit has a value in request_id"
        ),
    ]

    @Test(arguments: wrong)
    func `with a number or a text that is none is refused, naming table and column, and nothing is left`(
        change: SQL, finding: String
    ) async throws {
        let path = "\(scratch.parent)/archive"
        try await scratch.withNewStore { (store) async throws in
            let policy = EscalationPolicy(steps: [.init(after: .zero, targets: [.care])])
            try await store.write { (tx) throws(DatabaseError) in
                try Example.settle(in: tx)
                try tx.setEscalationPolicy(policy, for: .critical, by: .machine, at: Example.now)
                try tx.record(
                    AuditEntry(
                        at: Example.now, actor: .server, action: .resultRead, object: nil, profileID: nil,
                        requestID: "test"))
                guard try tx.rowsChanged(by: change) > 0 else { throw .closed }
            }
            _ = try await store.export(tenant, to: path, key: key, at: Example.now)
        }
        let cipher = try CipherKey([UInt8](repeating: 3, count: 48))
        try Database.create(path: "\(path).db", key: cipher, migrations: Schema.tenant)
        let file = try Database.open(path: "\(path).db", key: cipher, migrations: Schema.tenant)
        defer { file.close() }
        let error = await #expect(throws: ArchiveError.self) {
            try await ArchiveFilling(ArchiveReader(path, key: key), named: path).fill(file)
        }
        #expect(error?.description.contains(finding) == true)
    }

    @Test func `is refused if a piece is missing, which would be a tenant with fewer rows`() async throws {
        var (pieces, path) = try await made("Kwanzamark")
        let header = try ArchiveReader(path, key: key).header
        pieces.frames.remove(at: 4)
        // Each piece that is left can still be opened as the one that it is.
        #expect(try pieces.rows(with: key, of: header) < header.rows)
        #expect(throws: ArchiveError.damaged(path: "\(scratch.parent)/changed", piece: 4)) { try read(pieces) }
    }

    @Test func `is refused if its end is missing, or something follows its end`() async throws {
        let (pieces, path) = try await made("Kwanzamark")
        let header = try ArchiveReader(path, key: key).header
        var cut = pieces
        cut.frames.removeLast()
        #expect(try cut.rows(with: key, of: header) == header.rows)
        #expect(throws: ArchiveError.cut(path: "\(scratch.parent)/changed")) { try read(cut) }
        var longer = pieces
        longer.frames.append(longer.frames[3])
        #expect(throws: ArchiveError.cut(path: "\(scratch.parent)/changed")) { try read(longer) }
    }

    @Test func `is refused if two pieces have changed places`() async throws {
        var (pieces, path) = try await made("Kwanzamark")
        let header = try ArchiveReader(path, key: key).header
        pieces.frames.swapAt(3, 4)
        #expect(try pieces.rows(with: key, of: header) == header.rows)
        #expect(throws: ArchiveError.damaged(path: "\(scratch.parent)/changed", piece: 3)) { try read(pieces) }
    }

    @Test func `is refused if a piece is in it twice`() async throws {
        var (pieces, path) = try await made("Kwanzamark")
        let header = try ArchiveReader(path, key: key).header
        pieces.frames.insert(pieces.frames[4], at: 4)
        #expect(try pieces.rows(with: key, of: header) > header.rows)
        #expect(throws: ArchiveError.damaged(path: "\(scratch.parent)/changed", piece: 5)) { try read(pieces) }
    }

    @Test func `is refused if a piece is of another archive of the same tenant with the same key`() async throws {
        var (pieces, _) = try await made("Kwanzamark")
        let path = "\(scratch.parent)/later"
        let later = try await scratch.withStore { (store) async throws in
            _ = try await store.export(tenant, to: path, key: key, at: Example.now)
            return try SealedFile(path)
        }
        // It would be rows of the same table.
        #expect(try later.rows(with: key, of: ArchiveReader(path, key: key).header) > 0)
        pieces.frames[4] = later.frames[4]
        #expect(throws: ArchiveError.damaged(path: "\(scratch.parent)/changed", piece: 4)) { try read(pieces) }
    }

    @Test func `is refused if any byte of it is another`() async throws {
        let (_, path) = try await made("Kwanzamark")
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let changed = "\(scratch.parent)/changed"
        for place in Array(0..<200) + Array(stride(from: 200, to: bytes.count, by: 97)) + [bytes.count - 1] {
            var other = bytes
            other[place] ^= 1 << UInt8(place % 8)
            try Data(other).write(to: URL(filePath: changed))
            #expect(throws: ArchiveError.self, "byte \(place)") {
                var reader = try ArchiveReader(changed, key: key)
                _ = try reader.verify()
            }
        }
    }

    @Test func `of a later schema is refused with a sentence`() async throws {
        let (_, path) = try await made("Kwanzamark")
        let (found, known) = (Schema.tenant.count, Schema.tenant.count - 1)
        let error = ArchiveError.newerSchema(path: path, found: found, supported: known)
        #expect(throws: error) { _ = try ArchiveReader(path, key: key, newestSchema: known).header }
        #expect(error.description.contains("Upgrade FairKit"))
    }

    @Test func `does not replace a file, and leaves none if it fails`() async throws {
        let (pieces, path) = try await made("Kwanzamark")
        await #expect(throws: ArchiveError.self) {
            try await scratch.withStore { (store) async throws in
                _ = try await store.export(tenant, to: path, key: key, at: Example.now)
            }
        }
        #expect(try SealedFile(path) == pieces)
        await #expect(throws: ArchiveError.self) {
            try await scratch.withStore { (store) async throws in
                let progress = WorkProgress()
                progress.stop()
                _ = try await WorkProgress.$current.withValue(progress) {
                    try await store.export(tenant, to: path + "-2", key: key, at: Example.now)
                }
            }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.parent)
        #expect(Set(left) == ["archive", "data"])
    }
}

/// The pieces of an archive, to be exchanged.
private struct SealedFile: Equatable {
    struct Frame: Equatable {
        /// The number under which it was sealed.
        let number: UInt64
        let kind: UInt8
        let sealed: [UInt8]
    }

    let preamble: [UInt8]
    var frames: [Frame] = []

    init(_ path: String) throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        preamble = Array(bytes.prefix(88))
        var place = 88
        while place < bytes.count {
            let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            let sealed = Array(bytes[(place + 5)..<(place + 5 + length)])
            frames.append(Frame(number: UInt64(frames.count), kind: bytes[place + 4], sealed: sealed))
            place += 5 + length
        }
    }

    func write(to path: String) throws {
        var bytes = preamble
        for frame in frames {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: frame.sealed.count >> (24 - 8 * $0)) } + [frame.kind]
            bytes += frame.sealed
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// How many rows a reader would find that does not ask at which place of which archive a piece is.
    func rows(with key: MasterKey, of header: ArchiveHeader) throws -> Int {
        let seal = try #require(
            try PieceSeal(Array(preamble.suffix(60)), by: key, authenticating: Array(preamble.prefix(28))))
        return try frames.filter { $0.kind == 3 }.reduce(0) { count, frame in
            let number = (0..<8).map { UInt8(truncatingIfNeeded: frame.number >> (56 - 8 * $0)) }
            let piece = try #require(
                try seal.open(frame.sealed, number: frame.number, authenticating: preamble + number + [frame.kind]))
            let rows = try #require(ArchivedRows.read(piece, columns: header.tables.map(\.columns.count)))
            return count + rows.rows.count
        }
    }
}
