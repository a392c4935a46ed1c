package import FairKitCore
package import SQLCipher

/// What whoever runs the server has to look at, as it is now.
package struct SecurityState: Sendable {
    /// Keys that end by themselves within a fortnight, and have no successor, by role.
    package let endingKeys: [RoleName: Int]
    /// Records that were opened in emergencies, and that no administrator has looked at.
    package let unreviewed: Int
    package let oldestUnreviewed: Timestamp?
    /// When the audit was last found sound; of one that never was, when it began. nil: it has no entry.
    package let auditSoundAt: Timestamp?
    /// Whether the last one who verified the audit found it sound; true if nobody has.
    package let isAuditSound: Bool

    /// So long before its end a key is told of.
    package static let notice = Duration.seconds(14 * 86_400)
}

/// What has happened within a part of the audit that may be an attack, as numbers.
package struct SecurityEventCount: Sendable {
    package let happened: [(action: AuditAction, count: Int)]
    /// The newest entry that was counted.
    package let last: Int64
    /// Whether there is nothing after it.
    package let isComplete: Bool

    /// A lock, a wrong password or code, a day's worth of wrong passwords of strangers, a refresh token that came a second time, what somebody was refused, codes of kits that somebody
    /// guesses, and people who are erased.
    package static let counted: [AuditAction] = [
        .accountLocked, .sessionRefused, .sessionReused, .requestDenied, .kitCodesRefused,
        .erasureRequested, .profileErased, .strangersRefused,
    ]
}

extension Connection {
    package func securityState(at now: Timestamp) throws(DatabaseError) -> SecurityState {
        let soon = now.advanced(by: SecurityState.notice)
        // A key that was made for less time than that ends as it was meant to.
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
        // The action stands here as in the index, which a binding would not find.
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

    /// Counts what has happened after an entry of the audit, in at most so many entries.
    package func securityEvents(after entry: Int64, atMost limit: Int64) throws(DatabaseError) -> SecurityEventCount {
        let newest = try lastAuditNumber()
        let last = min(newest, entry + limit)
        let found = try all(
            "SELECT action, SUM(times) FROM audit WHERE number > \(entry) AND number <= \(last) GROUP BY action"
        ) { row throws(DatabaseError) in (try row.value(0, as: AuditAction.self), try row.value(1, as: Int.self)) }
        let happened = SecurityEventCount.counted.map { action in
            (action: action, count: found.first { $0.0 == action }?.1 ?? 0)
        }
        return SecurityEventCount(happened: happened, last: last, isComplete: last == newest)
    }
}
