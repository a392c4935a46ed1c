import FairKitCore
import FairKitStore
import FairKitVault
import KeyRing
import PostgreSQL
import PostgresSupport
import Relational

/// A tenant's schema in PostgreSQL, whose columns are sealed with keys of its own.
final class SealedSchema {
    let schema = TestStore.schema()
    let keys: DigestKeys
    let audit: AuditKey
    private let session: PostgresSession

    /// - Parameters:
    ///   - sealer: nil: that of its keys.
    ///   - withCodes: whether rows that give rights have codes.
    ///   - steps: those that it begins with.
    ///   - altered: gets the table of each row that was changed by hand.
    init(
        sealer: (any ColumnSealer)? = nil, withCodes: Bool = true, by steps: SchemaSteps = .tenant,
        altered: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        keys = try DigestKeys(of: TenantKey.random())
        audit = try AuditKey.random(tenant: schema.schema)
        session = try TestStore.shared.get().session()
        try session.make(schema, by: steps)
        try session.enter(schema)
        let own = TenantColumnSealer(ColumnCipher(tenant: schema.schema, keys: keys), altered: altered)
        session.sealer = sealer ?? (withCodes ? own : WithoutCodes(own))
    }

    var searchKey: SearchKey { SearchKey(keys.key(for: .search)) }

    /// Runs the steps that it lacks.
    func upgrade() throws {
        try session.upgrade(schema, by: .tenant)
        try session.enter(schema)
    }

    /// Without a key.
    func forgetKeys() { session.sealer = RefusingSealer() }

    func write<T>(_ body: (borrowing WriteTransaction) throws(DatabaseError) -> T) throws -> T {
        try session.begin()
        var tx = WriteTransaction(session)
        tx.use(AuditSeal(key: audit))
        let value: T
        do throws(DatabaseError) { value = try body(tx) } catch {
            try session.rollBack()
            throw error
        }
        try session.commit()
        return value
    }

    func read<T>(_ body: (borrowing ReadTransaction) throws(DatabaseError) -> T) throws -> T {
        try session.beginReading()
        defer { try? session.rollBack() }
        return try body(ReadTransaction(session))
    }

    /// Whether all rows of a table have their codes, after a statement that is taken back; nil: it has no row.
    func areAuthentic(_ rights: Rights, after change: SQL? = nil) throws -> Bool? {
        try session.begin()
        defer { try? session.rollBack() }
        if let change { try session.run(change) }
        let rows = try ReadTransaction(session).all(
            "SELECT \(rights: rights) FROM \(SQL(stringLiteral: rights.rawValue))"
        ) { row throws(DatabaseError) in try row.isAuthentic(rights, at: 0) }
        return rows.isEmpty ? nil : change == nil ? rows.allSatisfy(\.self) : rows.contains(true)
    }

    /// Drops what keeps a statement from writing values that are not possible.
    func dropConstraints() throws {
        try TestStore.shared.get().administrator().control(
            SQL(
                stringLiteral: """
                    DO $$ DECLARE r record; BEGIN
                    FOR r IN SELECT CAST(conrelid AS regclass) AS t, conname FROM pg_constraint
                        WHERE connamespace = CAST('\(schema.quotedSchema)' AS regnamespace) AND contype IN ('f', 'c')
                    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', r.t, r.conname); END LOOP; END $$
                    """))
    }

    /// The columns of a table with their types.
    func columnTypes(of table: String) throws -> [String: String] {
        let columns = try ReadTransaction(TestStore.shared.get().administrator()).all(
            """
            SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT) FROM information_schema.columns
            WHERE table_schema = \(schema.schema) AND table_name = \(table)
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: String.self), try row.value(1, as: String.self)) }
        return Dictionary(uniqueKeysWithValues: columns)
    }

    /// The text of every row of every table, as PostgreSQL writes it: bytes in hexadecimal.
    func dump() throws -> [String: [String]] {
        try read { (tx) throws(DatabaseError) in
            let tables = try tx.all(
                "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = \(schema.schema) ORDER BY 1"
            ) { row throws(DatabaseError) in try row.value(0, as: String.self) }
            var dump: [String: [String]] = [:]
            for table in tables {
                dump[table] = try tx.all(SQL(stringLiteral: "SELECT CAST(t AS TEXT) FROM \(table) t")) {
                    row throws(DatabaseError) in try row.value(0, as: String.self)
                }
            }
            return dump
        }
    }
}

/// Seals without binding a value to its place: GCM alone.
final class UnboundSealer: ColumnSealer {
    private let key = [UInt8](0..<32)

    func seal(
        _ value: SQLValue, of column: any SealableColumn, in row: RowKey, lookedUp: [UInt8]?
    ) throws(DatabaseError) -> [UInt8] {
        let text =
            switch value {
            case .text(let text): text
            case .integer(let number): "\(number)"
            case .null, .blob: ""
            }
        let sealed = try? AES256GCM.seal(
            Array(text.utf8), key: key, nonce: [UInt8](repeating: 1, count: 12), authenticating: [])
        return sealed ?? []
    }

    func unseal(
        _ sealed: [UInt8], of column: any SealableColumn, in row: RowKey
    ) throws(DatabaseError) -> SQLValue {
        let plain = try? AES256GCM.open(
            sealed, key: key, nonce: [UInt8](repeating: 1, count: 12), authenticating: [])
        guard let plain else { throw .unsealable("altered") }
        let text = String(decoding: plain, as: UTF8.self)
        return column.kind == .integer ? .integer(Int64(text) ?? 0) : .text(text)
    }

    func lookup(_ folded: [UInt8], in lookup: any SealedLookup) throws(DatabaseError) -> [UInt8] { folded }

    func code(of values: [SQLValue], in table: String) throws(DatabaseError) -> [UInt8] { [] }

    func foundAltered(in table: String) {}
}

/// Seals columns by a tenant's keys, and gives every row the same code.
private final class WithoutCodes: ColumnSealer {
    private let sealer: TenantColumnSealer

    init(_ sealer: TenantColumnSealer) { self.sealer = sealer }

    func seal(
        _ value: SQLValue, of column: any SealableColumn, in row: RowKey, lookedUp: [UInt8]?
    ) throws(DatabaseError) -> [UInt8] { try sealer.seal(value, of: column, in: row, lookedUp: lookedUp) }

    func unseal(
        _ sealed: [UInt8], of column: any SealableColumn, in row: RowKey
    ) throws(DatabaseError) -> SQLValue { try sealer.unseal(sealed, of: column, in: row) }

    func lookup(_ folded: [UInt8], in lookup: any SealedLookup) throws(DatabaseError) -> [UInt8] {
        try sealer.lookup(folded, in: lookup)
    }

    func code(of values: [SQLValue], in table: String) throws(DatabaseError) -> [UInt8] { [1] }

    func foundAltered(in table: String) {}
}
