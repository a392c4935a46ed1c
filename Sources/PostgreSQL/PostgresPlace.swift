import Relational

/// The part of a database that belongs to one tenant: a schema, and the role that may use it and no other schema.
package struct PostgresPlace: Hashable, Sendable {
    /// Why a name is refused.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package let description =
            "The name of a schema or a role must have 1 to 63 bytes, without a zero byte: PostgreSQL would cut it off."
    }

    package let schema: String
    package let role: String

    package init(schema: String, role: String) throws(Malformed) {
        for name in [schema, role] {
            guard (1...63).contains(name.utf8.count), !name.utf8.contains(0) else { throw Malformed() }
        }
        self.schema = schema
        self.role = role
    }

    /// The statements by which a session becomes this tenant's. Temporary tables come last, so that none hides a table
    /// of the schema.
    var entering: String { "SET ROLE \(role.quoted); SET search_path TO \(schema.quoted), pg_temp" }
}

/// What a session of a pool serves: a database at its place.
struct SessionUser: Hashable, Sendable {
    let place: PostgresPlace
    /// The tables whose changes are noted.
    let watched: WatchedTables
}

extension String {
    /// As an identifier. By bytes: a combining mark after a quote would hide it from a comparison of characters.
    fileprivate var quoted: String {
        let quote = UInt8(ascii: "\"")
        return String(decoding: [quote] + utf8.flatMap { $0 == quote ? [quote, $0] : [$0] } + [quote], as: UTF8.self)
    }
}
