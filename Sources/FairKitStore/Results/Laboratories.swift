package import FairKitCore
package import SQLCipher

extension Connection {
    /// A laboratory by its name.
    package func laboratory(named name: String) throws(DatabaseError) -> Laboratory? {
        try first("SELECT id, name FROM laboratory WHERE name = \(name)") { row throws(DatabaseError) in
            Laboratory(id: try row.value(0), name: try row.value(1))
        }
    }

    /// A laboratory by its id.
    package func laboratory(_ id: LaboratoryID) throws(DatabaseError) -> Laboratory? {
        try first("SELECT id, name FROM laboratory WHERE id = \(id)") { row throws(DatabaseError) in
            Laboratory(id: try row.value(0), name: try row.value(1))
        }
    }

    /// The name of the laboratory to which a role is bound; nil: none.
    package func laboratoryName(of role: Role) throws(DatabaseError) -> String? {
        guard let id = role.laboratory else { return nil }
        return try laboratory(id)?.name
    }

}

extension Connection where Access == Writing {
    /// Stores a new laboratory.
    package func insert(_ laboratory: Laboratory) throws(DatabaseError) {
        try run("INSERT INTO laboratory (id, name) VALUES (\(laboratory.id), \(laboratory.name))")
    }
}
