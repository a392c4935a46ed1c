package import Relational
import TextEncodings

/// A schema of a database: the tables of one tenant, or the list of all tenants. See decision 0116.
package struct PostgresSchema: Hashable, Sendable {
    /// Letters, digits and underscores, so it needs no quotes.
    package let name: String
    /// The role that may use the rows of this schema and of no other. It can't sign in. nil: the user that connects uses them.
    package let role: String?

    /// The list of all tenants.
    package static let control = PostgresSchema(name: "control", role: nil)

    /// - Parameter id: the tenant's id, 16 bytes. Roles are shared by all databases of a server, so their names have it, too.
    package init(tenant id: some Sequence<UInt8>) {
        let digits = hexadecimal(id)
        self.init(name: "tenant_\(digits)", role: "fairkit_t_\(digits)")
    }

    private init(name: String, role: String?) {
        self.name = name
        self.role = role
    }

    /// The statements by which a session enters it: from then on names are those of its tables, and rights those of its
    /// role. It stays there until it enters another one; within a transaction, until a rollback.
    package var entering: SQL {
        let role = role ?? "NONE"
        // Otherwise temporary tables would come first.
        return SQL(stringLiteral: "SET ROLE \(role); SET search_path TO \(name), pg_temp")
    }
}

extension PostgresSession {
    /// Enters a schema, which must exist.
    package func enter(_ schema: PostgresSchema) throws(DatabaseError) { try control(schema.entering) }
}
