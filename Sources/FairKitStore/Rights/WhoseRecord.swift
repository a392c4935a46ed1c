package import FairKitCore
package import Relational

extension Connection {
    /// The facts about a record that the policy needs, for any caller.
    /// - Returns: nil if there is no such record.
    package func whose(_ record: RecordID) throws(DatabaseError) -> Record? {
        switch record {
        case .profile(let id):
            return try first("SELECT id FROM profile WHERE id = \(id)", Record.init(owner:))
        case .result(let id):
            return try first("SELECT profile_id, laboratory_id, \(rights: .result) FROM result WHERE id = \(id)") {
                row throws(DatabaseError) in
                guard try row.isAuthentic(.result, at: 2) else { return Record(of: nil) }
                return Record(of: try row.value(0), laboratory: try row.value(1))
            }
        case .kit(let id):
            return try kitRecord("id = \(id)")
        case .kitCode(let code):
            return try kitRecord("\(lookup: "code") = \(lookup: code, .code)")
        case .alert(let id):
            return try alert(id).map {
                Record(of: $0.profileID, isOpenAndCritical: $0.isOpenAndCritical, isHeld: $0.hold != nil)
            }
        }
    }
}

extension Connection {
    private func kitRecord(_ condition: SQL) throws(DatabaseError) -> Record? {
        try first(
            """
            SELECT profile_id, (SELECT laboratory_id FROM kit_logistics WHERE kit_id = kit.id), \(rights: .kit)
            FROM kit WHERE \(condition)
            """
        ) { row throws(DatabaseError) in
            Record(
                of: try row.isAuthentic(.kit, at: 2) ? try row.value(0, as: ProfileID?.self) : nil,
                laboratory: try row.value(1))
        }
    }
}

extension Record {
    fileprivate init(owner row: borrowing Row) throws(DatabaseError) {
        self.init(of: try row.value(0, as: ProfileID?.self))
    }
}
