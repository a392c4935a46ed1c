package import FairKitCore
package import Relational

extension Connection {
    /// The people of each class of a month, as they were first counted; nil: the month has not been counted.
    ///
    /// - Parameter month: its index.
    package func keptFigures(of month: Int) throws(DatabaseError) -> [String: Int]? {
        let kept = try all("SELECT class, people FROM figure WHERE month = \(month)") {
            row throws(DatabaseError) in (try row.value(0, as: String.self), try row.value(1, as: Int.self))
        }
        return kept.isEmpty ? nil : Dictionary(kept) { first, _ in first }
    }

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

extension WriteTransaction {
    /// Keeps the people of each class of a month; there is at least one class.
    package func keepFigures(_ people: [String: Int], of month: Int) throws(DatabaseError) {
        for (name, count) in people.sorted(by: { $0.key < $1.key }) {
            try run("INSERT INTO figure (month, class, people) VALUES (\(month), \(name), \(count))")
        }
    }
}
