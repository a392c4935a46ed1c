import FairKitCore
import FairKitStore
import FairKitVault
import KeyRing
import PostgreSQL
import PostgresSupport
import Relational
import SQLCipher
import Support
import Testing

@Suite(.onFiles) struct `Moving a tenant between a file and PostgreSQL` {
    private let scratch: Scratch
    private let key: MasterKey
    private let tenant: Tenant
    private let life = Life(number: 900, word: "Zawadi-Xqzvk", clearWord: "clear")

    init() throws {
        scratch = try Scratch()
        key = try Scratch.master("a")
        tenant = Tenant(
            id: .new(at: Example.now), name: .standard, state: .suspended, createdAt: Example.now, dueAt: nil)
    }

    private func path(_ name: String) -> String { "\(scratch.parent)/\(name)" }

    /// Makes an archive of a file whose every table has rows.
    private func fullArchive() async throws -> ArchiveContents {
        try await scratch.withNewStore { (store) async throws in
            let key = store.searchKey
            try await store.write { [life] (tx) throws(DatabaseError) in
                try Example.settle(in: tx)
                try life.begin(Example.code(7_000_000_000 + life.number), in: tx)
                try life.staff(in: tx)
                try life.rest(in: tx)
                try life.index(in: tx, key: key)
                // A block of the audit log is full.
                try tx.record((1...33).map { `The audit log`.list($0, [life.person, Example.otherPatient]) })
            }
            _ = try await store.logAudit(at: Example.now)
            _ = try await store.export(tenant, to: path("first"), key: self.key, at: Example.now)
        }
        return try ArchiveContents(path("first"), key: key)
    }

    @Test func `makes the same archive on either side, with a row in every table and a value in every sealed column`()
        async throws
    {
        let first = try await fullArchive()
        #expect(first.tables.filter { $0.rows == 0 }.map(\.name) == [])
        let moved = Set(first.tables.map(\.name))
        for column in SealedColumn.allCases where moved.contains(column.table) {
            #expect(!first.values(column.column, of: column.table).isEmpty, "\(column.rawValue)")
        }
        let schema = try await FilledSchema(path("first"), key: key)
        try await schema.export(tenant, to: path("second"), key: key)
        let second = try ArchiveContents(path("second"), key: key)
        for table in first.tables { #expect(first.rows[table.name] == second.rows[table.name], "\(table.name)") }
        // The digest is that of the bytes of all pieces.
        #expect(first == second)

        let file = try await filledFile("second")
        defer { file.close() }
        _ = try await file.export(
            tenant, sealedAs: "default", secrets: try ArchiveReader(path("second"), key: key).secrets,
            to: path("third"),
            key: key, at: Example.now)
        #expect(try ArchiveContents(path("third"), key: key) == first)
    }

    private func filledFile(_ name: String) async throws -> Database {
        let cipher = try CipherKey([UInt8](repeating: 3, count: 48))
        try Database.create(path: path("\(name).db"), key: cipher, migrations: Schema.tenant)
        let file = try Database.open(path: path("\(name).db"), key: cipher, migrations: Schema.tenant)
        _ = try await ArchiveFilling(ArchiveReader(path(name), key: key), named: path(name)).fill(file)
        return file
    }

    @Test func `writes each clear value as it was, and each sealed one as bytes of its length`() async throws {
        let first = try await fullArchive()
        let schema = try await FilledSchema(path("first"), key: key)
        let administrator = try TestStore.shared.get().administrator()
        for table in first.tables {
            let written = (first.rows[table.name] ?? []).map { row in
                zip(table.columns, row).map { column, value in
                    SealedColumn(rawValue: "\(table.name).\(column)").map { value.sealedLength(in: $0) } ?? value
                }
            }
            // PostgreSQL itself is asked, without anything that an export uses.
            let columns = table.columns.map { name -> SQL in
                let column = SQL(identifier: name)
                return SealedColumn(rawValue: "\(table.name).\(name)") == nil ? column : "octet_length(\(column))"
            }
            let stored = try ReadTransaction(administrator).all(
                "SELECT \(columns.joined(by: ", ")) FROM \(schema.place.sql).\(SQL(identifier: table.name))"
            ) { row throws(DatabaseError) in
                try columns.indices.map { place throws(DatabaseError) in try row.value(place, as: SQLValue.self) }
            }
            #expect(stored.count == written.count, "\(table.name)")
            #expect(Set(stored) == Set(written), "\(table.name)")
        }
        let tables = try ReadTransaction(administrator).all(
            "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = \(schema.place.schema)"
        ) { row throws(DatabaseError) in try row.value(0, as: String.self) }
        #expect(Set(tables) == Set(MovedTable.left.keys).union(first.tables.map(\.name)))
    }

    @Test func `keeps what is looked up by more than its column`() async throws {
        _ = try await fullArchive()
        let schema = try await FilledSchema(path("first"), key: key)
        let person = ProfileSearch.Person(
            givenName: nil, familyName: life.word.uppercased(), birthDate: CalendarDate(daysSince1970: 7000))
        let search = try ProfileSearch(email: nil, phone: nil, person: person)
        let found = try await schema.database.read { (tx) throws(DatabaseError) in try tx.profiles(search) }
        #expect(found == [life.person])
    }

    @Test func `recognises a request that a client repeats after the move`() async throws {
        _ = try await fullArchive()
        let schema = try await FilledSchema(path("first"), key: key)
        let idempotencyKey = try #require(IdempotencyKey("own-\(life.word)"))
        let repetition = Repetition(
            actor: ActorID(uuid: life.account.uuid), route: .registrations, key: idempotencyKey, digest: [1])
        let made = try await schema.database.read { (tx) throws(DatabaseError) in
            try tx.made(under: repetition, of: Kit.self, at: Example.now)
        }
        guard case .made(let kits, _) = made else {
            Issue.record("the request is unknown")
            return
        }
        #expect(kits == [KitID(number: life.number + 9000)])
    }

    @Test func `refuses to export a value that was moved to another row`() async throws {
        _ = try await fullArchive()
        let schema = try await FilledSchema(path("first"), key: key)
        try await schema.database.write { (tx) throws(DatabaseError) in
            let other = NoteID(number: life.number * 10)
            try tx.run(
                "UPDATE note SET text = (SELECT text FROM note WHERE id <> \(other) LIMIT 1) WHERE id = \(other)")
        }
        let error = await #expect(throws: ArchiveError.self) {
            try await schema.export(tenant, to: path("second"), key: key)
        }
        #expect(error?.description.contains("note.text") == true)
        #expect(error?.description.contains(life.word) == false)
    }
}

extension SQLValue {
    /// How many bytes a sealed value has: its lookup, a version, a nonce, the value and a tag.
    fileprivate func sealedLength(in column: SealedColumn) -> SQLValue {
        let frame = Int64((column.lookup == nil ? 0 : 16) + 1 + 12 + 16)
        return switch self {
        case .null: .null
        case .integer: .integer(frame + 8)
        case .text(let text): .integer(frame + Int64(text.utf8.count))
        case .blob(let bytes): .integer(frame + Int64(bytes.count))
        }
    }
}
