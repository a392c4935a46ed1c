package import FairKitCore
package import Relational

extension Connection {
    /// Whether a patient was told something about a subject, however often.
    package func wasTold<Entity>(
        _ patient: ProfileID, _ kind: NoticeKind, about subject: ID<Entity>
    ) throws(DatabaseError) -> Bool {
        try exists(
            "SELECT 1 FROM told WHERE profile_id = \(patient) AND kind = \(kind) AND subject = \(subject) LIMIT 1")
    }

    /// Whether a patient was told this.
    package func wasTold<Entity>(
        _ patient: ProfileID, _ kind: NoticeKind, about subject: ID<Entity>, number: Int
    ) throws(DatabaseError) -> Bool {
        try exists(
            """
            SELECT 1 FROM told
            WHERE profile_id = \(patient) AND kind = \(kind) AND subject = \(subject) AND number = \(number)
            """)
    }
}

extension WriteTransaction {
    /// Notes that a patient is told something.
    ///
    /// - Parameter number: tells apart what may be told again about the same subject, such as the versions of a result.
    /// - Returns: false if the patient was told before.
    package func recordNotified<Entity>(
        _ patient: ProfileID, _ kind: NoticeKind, about subject: ID<Entity>, number: Int, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        guard try !wasTold(patient, kind, about: subject, number: number) else { return false }
        try run(
            """
            INSERT INTO told (profile_id, kind, subject, number, at)
            VALUES (\(patient), \(kind), \(subject), \(number), \(now))
            """)
        return true
    }
}
