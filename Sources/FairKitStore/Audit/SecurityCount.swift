package import FairKitCore
package import Relational

/// Security facts that an operator has to watch, as of now.
package struct SecurityState: Sendable {
    /// Keys that expire within two weeks and have no successor, by role.
    package let endingKeys: [RoleName: Int]
    /// Emergency accesses that no administrator has reviewed.
    package let unreviewed: Int
    package let oldestUnreviewed: Timestamp?
    /// When the audit log was last verified without findings; if never, when it began. nil: it is empty.
    package let auditSoundAt: Timestamp?
    /// Whether the last verification found no tampering; true if there was none.
    package let isAuditSound: Bool

    /// How long before its expiry a key is reported.
    package static let notice = Duration.seconds(14 * 86_400)
}

/// The numbers of events in a part of the audit log that may indicate an attack.
package struct SecurityEventCount: Sendable {
    package let happened: [(action: AuditAction, count: Int)]
    /// The newest entry that was counted.
    package let last: Int64
    /// Whether no newer entry exists.
    package let isComplete: Bool

    /// Lockouts, wrong passwords and codes, the daily limit of wrong passwords from unknown sources, reused refresh
    /// tokens, denials, guessed kit codes, and erased people.
    package static let counted: [AuditAction] = [
        .accountLocked, .sessionRefused, .sessionReused, .requestDenied, .kitCodesRefused,
        .erasureRequested, .profileErased, .strangersRefused,
    ]
}

extension Connection {
    package func securityState(at now: Timestamp) throws(DatabaseError) -> SecurityState {
        let soon = now.advanced(by: SecurityState.notice)
        // A key with a shorter lifetime than that expires as intended.
        let ending = try all(
            """
            SELECT role, COUNT(*) FROM api_key
            WHERE revoked_at IS NULL AND expires_at > \(now) AND expires_at <= \(soon)
                AND expires_at - created_at > \(SecurityState.notice.components.seconds * 1000)
            GROUP BY role
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: RoleName.self), try row.value(1, as: Int.self)) }
        let glasses = try first("SELECT COUNT(*), MIN(opened_at) FROM break_glass WHERE reviewed_at IS NULL") {
            row throws(DatabaseError) in (try row.value(0, as: Int.self), try row.value(1, as: Timestamp?.self))
        }
        // The action is written out so that SQLite uses the partial index; with a binding it would not.
        let verified = try all(
            "SELECT at, outcome FROM audit WHERE action = 'audit.verified' ORDER BY number DESC LIMIT 100"
        ) { row throws(DatabaseError) in (try row.value(0, as: Timestamp.self), try row.value(1, as: AuditOutcome.self))
        }
        let began = try first("SELECT at FROM audit ORDER BY number LIMIT 1") { row throws(DatabaseError) in
            try row.value(0, as: Timestamp.self)
        }
        return SecurityState(
            endingKeys: Dictionary(uniqueKeysWithValues: ending), unreviewed: glasses?.0 ?? 0,
            oldestUnreviewed: glasses?.1, auditSoundAt: verified.first { $0.1 == .success }?.0 ?? began,
            isAuditSound: verified.first.map { $0.1 == .success } ?? true)
    }

    /// Counts the events after an entry of the audit log, within at most so many entries.
    package func securityEvents(after entry: Int64, atMost limit: Int64) throws(DatabaseError) -> SecurityEventCount {
        let newest = try lastAuditNumber()
        let last =
            try first(
                """
                SELECT MAX(number) FROM (SELECT number FROM audit WHERE number > \(entry) ORDER BY number LIMIT \(limit)) part
                """
            ) { row throws(DatabaseError) in try row.value(0, as: Int64?.self) ?? newest } ?? newest
        let found = try all(
            "SELECT action, CAST(SUM(times) AS BIGINT) FROM audit WHERE number > \(entry) AND number <= \(last) GROUP BY action"
        ) { row throws(DatabaseError) in (try row.value(0, as: AuditAction.self), try row.value(1, as: Int.self)) }
        let happened = SecurityEventCount.counted.map { action in
            (action: action, count: found.first { $0.0 == action }?.1 ?? 0)
        }
        return SecurityEventCount(happened: happened, last: last, isComplete: last == newest)
    }
}
