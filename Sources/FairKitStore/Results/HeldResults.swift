package import FairKitCore
package import Relational

extension Connection {
    /// A patient's results that wait for a confirmation, the newest first. A withdrawn one waits for no one.
    package func heldResults(of person: ProfileID) throws(DatabaseError) -> [HeldResult] {
        try all(
            """
            SELECT id, kit_id, held_at FROM result
            WHERE profile_id = \(person) AND held_for IS NOT NULL
                AND status NOT IN (\(ResultStatus.cancelled), \(ResultStatus.enteredInError))
            ORDER BY id DESC LIMIT 20
            """
        ) { row throws(DatabaseError) in
            HeldResult(id: try row.value(0), kit: try row.value(1), since: try row.value(2))
        }
    }
}
