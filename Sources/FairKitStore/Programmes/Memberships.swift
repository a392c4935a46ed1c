package import FairKitCore
package import Relational

extension Connection {
    /// The programme that a person is in; nil: none.
    package func membership(of person: ProfileID) throws(DatabaseError) -> (programme: Programme, joinedAt: Timestamp)?
    {
        let found = try first("SELECT programme_id, joined_at FROM programme_member WHERE profile_id = \(person)") {
            row throws(DatabaseError) in (try row.value(0, as: ProgrammeID.self), try row.value(1, as: Timestamp.self))
        }
        guard let (id, joinedAt) = found, let programme = try programme(id) else { return nil }
        return (programme, joinedAt)
    }
}

extension WriteTransaction {
    /// A person who waited to be counted among those in no programme waits no longer.
    package func join(_ id: ProgrammeID, _ person: ProfileID, at now: Timestamp) throws(DatabaseError) {
        try leaveProgramme(person)
        try run("INSERT INTO programme_member (profile_id, programme_id, joined_at) VALUES (\(person), \(id), \(now))")
    }

    /// Takes a person out of their programme, and out of what waits to be counted.
    func leaveProgramme(_ person: ProfileID) throws(DatabaseError) {
        try run("DELETE FROM programme_member WHERE profile_id = \(person)")
        try run("DELETE FROM figure_person WHERE profile_id = \(person) AND figure IS NULL")
    }
}
