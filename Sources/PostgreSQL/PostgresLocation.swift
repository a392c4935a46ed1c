package import Relational
import TextEncodings

/// The part of a database that belongs to one tenant, or the list of tenants: a schema, and the role that may use it and no
/// other schema. See decision 0116.
package struct PostgresLocation: Hashable, Sendable {
    /// Why a name is refused.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package let description =
            "The name of a schema or a role must have 1 to 63 bytes, without a zero byte: PostgreSQL would cut it off."
    }

    /// The schema's name, as it is stored.
    package let schema: String
    /// It has no password. nil: the user that connects uses the schema.
    package let role: String?

    package init(schema: String, role: String?) throws(Malformed) {
        for name in [schema, role ?? schema] {
            guard (1...63).contains(name.utf8.count), !name.utf8.contains(0) else { throw Malformed() }
        }
        self.schema = schema
        self.role = role
    }

    /// The list of all tenants.
    package static let control = PostgresLocation(known: "control", role: nil)

    /// - Parameter id: the tenant's id, 16 bytes. Roles are shared by all databases of a server, so their names have it,
    ///   too.
    package init(tenant id: some Sequence<UInt8>) {
        let digits = hexadecimal(id)
        self.init(known: "tenant_\(digits)", role: "fairkit_t_\(digits)")
    }

    /// The place of a tenant's schema; nil: no tenant's schema has this name.
    package init?(tenantSchema schema: String) {
        let (prefix, hexadecimal) = ("tenant_", Set("0123456789abcdef".utf8))
        let digits = schema.dropFirst(prefix.count)
        guard schema.hasPrefix(prefix), digits.utf8.count == 32, digits.utf8.allSatisfy(hexadecimal.contains) else {
            return nil
        }
        self.init(known: schema, role: "fairkit_t_\(digits)")
    }

    private init(known schema: String, role: String?) {
        self.schema = schema
        self.role = role
    }

    /// The schema as an identifier.
    package var quotedSchema: String { schema.quoted }
    /// The role as an identifier.
    var quotedRole: String? { role?.quoted }

    /// The statements by which a session becomes this tenant's: from then on names are those of its tables, and rights
    /// those of its role. Temporary tables come last, so that none hides a table of the schema.
    var entering: String { "SET ROLE \(quotedRole ?? "NONE"); SET search_path TO \(quotedSchema), pg_temp" }
}

extension PostgresSession {
    /// Enters a place, until the session enters another one; within a transaction, until a rollback.
    package func enter(_ location: PostgresLocation) throws(DatabaseError) {
        try control(SQL(stringLiteral: location.entering))
    }
}

/// The user that a session of a pool serves: a database at its place.
struct SessionUser: Hashable, Sendable {
    let location: PostgresLocation
    /// The tables whose changes are noted.
    let watched: WatchedTables
    /// Seals the columns of the tenant.
    let sealer: any ColumnSealer

    static func == (one: SessionUser, other: SessionUser) -> Bool {
        one.location == other.location && one.watched == other.watched && one.sealer === other.sealer
    }

    func hash(into hasher: inout Hasher) { hasher.combine(location) }
}

extension String {
    /// As an identifier. By bytes: a combining mark after a quote would hide it from a comparison of characters.
    var quoted: String {
        let quote = UInt8(ascii: "\"")
        return String(decoding: [quote] + utf8.flatMap { $0 == quote ? [quote, $0] : [$0] } + [quote], as: UTF8.self)
    }
}
