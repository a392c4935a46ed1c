package import FairKitCore
package import Relational

extension Connection {
    /// How many people, among those who consent to being counted for partners, registered kits from one time until
    /// another.
    package func peopleRegistering(from: Timestamp, to: Timestamp) throws(DatabaseError) -> Int {
        try number(
            """
            SELECT COUNT(DISTINCT profile_id) FROM kit WHERE registered_at >= \(from) AND registered_at < \(to)
                AND EXISTS (SELECT 1 FROM profile WHERE profile.id = kit.profile_id AND consent_partners = 1)
            """)
    }

    /// How many people, among those who consent to being counted for partners, got results from one time until another,
    /// by flag. The time is that of the first version; the flag is the present one. A person with several results
    /// counts once, by the gravest: critically high, severely low, high, low, normal. Withdrawn, held and unmatched
    /// results don't count, nor do those without a level.
    package func peopleWithResults(from: Timestamp, to: Timestamp) throws(DatabaseError) -> [AbnormalFlag: Int] {
        let gravest: [AbnormalFlag] = [.normal, .low, .high, .severelyLow, .criticallyHigh]
        let counts = try all(
            """
            SELECT gravity, COUNT(*) FROM (
                SELECT MAX(CASE flag WHEN \(gravest[4]) THEN 4 WHEN \(gravest[3]) THEN 3 WHEN \(gravest[2]) THEN 2
                    WHEN \(gravest[1]) THEN 1 ELSE 0 END) AS gravity
                FROM result
                -- An id begins with its time.
                WHERE id >= \(ResultID.first(at: from)) AND id < \(ResultID.first(at: to)) AND profile_id IS NOT NULL AND held_for IS NULL AND flag IS NOT NULL
                    AND status NOT IN (\(ResultStatus.cancelled), \(ResultStatus.enteredInError))
                    AND EXISTS (SELECT 1 FROM profile WHERE profile.id = result.profile_id AND consent_partners = 1)
                GROUP BY profile_id) people
            GROUP BY gravity
            """
        ) { row throws(DatabaseError) in (gravest[try row.value(0, as: Int.self)], try row.value(1, as: Int.self)) }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}
