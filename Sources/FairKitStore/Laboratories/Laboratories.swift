package import FairKitCore
package import Relational

private let columns: SQL = "id, name, address, phone, director"

extension Connection {
    /// A laboratory by its name.
    package func laboratory(named name: String) throws(DatabaseError) -> Laboratory? {
        // PostgreSQL would refuse to compare it, and no laboratory has it.
        guard !name.utf8.contains(0) else { return nil }
        return try first("SELECT \(columns) FROM laboratory WHERE name = \(name)", Laboratory.init(row:))
    }

    /// A laboratory by its id.
    package func laboratory(_ id: LaboratoryID) throws(DatabaseError) -> Laboratory? {
        try first("SELECT \(columns) FROM laboratory WHERE id = \(id)", Laboratory.init(row:))
    }

    /// A page of all laboratories, the one that was added first first.
    package func laboratories(
        after last: LaboratoryID?, limit: Int
    ) throws(DatabaseError) -> Page<Laboratory, LaboratoryID> {
        let start = last ?? .first(at: Timestamp(milliseconds: 0))
        let found = try all(
            "SELECT \(columns) FROM laboratory WHERE id > \(start) ORDER BY id LIMIT \(limit + 1)",
            Laboratory.init(row:))
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// The name of the laboratory to which a role is bound; nil: none.
    package func laboratoryName(of role: Role) throws(DatabaseError) -> String? {
        guard let id = role.laboratory else { return nil }
        return try laboratory(id)?.name
    }
}

extension WriteTransaction {
    /// Stores a new laboratory.
    package func insertLaboratory(_ laboratory: Laboratory) throws(DatabaseError) {
        let details = laboratory.details
        try run(
            """
            INSERT INTO laboratory (\(columns))
            VALUES (\(laboratory.id), \(laboratory.name),
                \(sealed: details.address, .laboratoryAddress, of: laboratory.id),
                \(sealed: details.phone?.description, .laboratoryPhone, of: laboratory.id),
                \(sealed: details.director, .laboratoryDirector, of: laboratory.id))
            """)
    }

    /// Replaces what reports print of a laboratory beside its name.
    package func setDetails(_ details: LaboratoryDetails, of id: LaboratoryID) throws(DatabaseError) {
        try run(
            """
            UPDATE laboratory SET address = \(sealed: details.address, .laboratoryAddress, of: id),
                phone = \(sealed: details.phone?.description, .laboratoryPhone, of: id),
                director = \(sealed: details.director, .laboratoryDirector, of: id)
            WHERE id = \(id)
            """)
    }
}

extension Laboratory {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            id: try row.value(0), name: try row.value(1),
            details: LaboratoryDetails(
                address: try row.value(2, sealed: .laboratoryAddress, key: 0),
                phone: try row.value(3, as: String?.self, sealed: .laboratoryPhone, key: 0).flatMap { PhoneNumber($0) },
                director: try row.value(4, sealed: .laboratoryDirector, key: 0)))
    }
}
