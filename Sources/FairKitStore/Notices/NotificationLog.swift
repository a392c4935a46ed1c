package import FairKitCore
package import Relational

extension Connection {
    /// Whether a patient was told something about a subject.
    /// - Parameter number: which of several; nil: any.
    package func wasNotified<Entity>(
        _ patient: ProfileID, _ kind: NoticeKind, about subject: ID<Entity>, number: Int? = nil
    ) throws(DatabaseError) -> Bool {
        let this: SQL = number.map { "AND number = \($0)" } ?? ""
        return try exists(
            """
            SELECT 1 FROM told WHERE profile_id = \(patient) AND kind = \(kind) AND subject = \(subject) \(this) LIMIT 1
            """)
    }
}

extension WriteTransaction {
    /// Records that a patient is told something.
    ///
    /// - Parameter number: tells apart what may be told again about the same subject, such as the versions of a result.
    /// - Returns: false if the patient was told before.
    package func recordNotified<Entity>(
        _ patient: ProfileID, _ kind: NoticeKind, about subject: ID<Entity>, number: Int, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        guard try !wasNotified(patient, kind, about: subject, number: number) else { return false }
        try run(
            """
            INSERT INTO told (profile_id, kind, subject, number, at)
            VALUES (\(patient), \(kind), \(subject), \(number), \(now))
            """)
        return true
    }

    /// Lets a patient be told once more what is not true any more, three times at most. What they were told moves to a number of
    /// its own, so that 0 is free again.
    package func forgetNotified<Entity>(
        _ patient: ProfileID, _ kinds: [NoticeKind], about subject: ID<Entity>
    ) throws(DatabaseError) {
        for kind in kinds {
            let before = try number(
                "SELECT COUNT(*) FROM told WHERE profile_id = \(patient) AND kind = \(kind) AND subject = \(subject)")
            guard before < 4 else { continue }
            try run(
                """
                UPDATE told SET number = \(before) WHERE profile_id = \(patient) AND kind = \(kind) AND subject = \(subject)
                    AND number = 0
                """)
        }
    }
}
