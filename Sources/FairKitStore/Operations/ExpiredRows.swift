package import FairKitCore
package import Relational

/// Rows whose retention has ended.
package enum ExpiredRows: CaseIterable, Sendable {
    case photos
    case idempotencyKeys
    case attempts
    case refreshTokens
    case preparedKeys
    case challenges
    case signInFailures
    case strangerFailures
    case knownPlaces
    case notices
    case invitations
    case sessions

    /// The statement that deletes some of them; nil: other rows go with them.
    fileprivate func deletion(at now: Timestamp) -> SQL? {
        func before(_ retention: Duration) -> Timestamp { now.advanced(by: retention * -1) }
        return switch self {
        case .idempotencyKeys:
            """
            DELETE FROM idempotency WHERE (actor, route, key) IN
                (SELECT actor, route, key FROM idempotency WHERE expires_at <= \(now) LIMIT 100)
            """
        // The last row stays, so that its number is not reused.
        case .attempts:
            """
            DELETE FROM delivery_attempt WHERE at < \(before(DeliveryAttempt.kept))
                AND number < (SELECT MAX(number) FROM delivery_attempt)
                AND number IN (SELECT number FROM delivery_attempt ORDER BY number LIMIT 100)
            """
        case .refreshTokens:
            """
            DELETE FROM refresh_token WHERE digest IN (
                SELECT digest FROM refresh_token WHERE expires_at <= \(now) LIMIT 100)
            """
        case .preparedKeys: "DELETE FROM prepared_key WHERE created_at <= \(PreparedKey.oldest(at: now))"
        case .challenges:
            """
            DELETE FROM challenge WHERE digest IN (
                SELECT digest FROM challenge WHERE started_at < \(before(.seconds(86_400))) LIMIT 100)
            """
        case .signInFailures:
            """
            DELETE FROM sign_in_failure WHERE (email, source) IN (
                SELECT email, source FROM sign_in_failure WHERE last_at < \(before(SignInGuard.memory)) LIMIT 100)
            """
        case .strangerFailures:
            """
            DELETE FROM stranger_failure WHERE email IN (
                SELECT email FROM stranger_failure WHERE began_at < \(before(UnknownSourceGuard.memory)) LIMIT 100)
            """
        case .knownPlaces:
            """
            DELETE FROM known_place WHERE (email, source) IN (
                SELECT email, source FROM known_place WHERE last_at < \(before(Session.kept)) LIMIT 100)
            """
        case .photos, .notices, .invitations, .sessions: nil
        }
    }
}

extension WriteTransaction {
    /// Deletes rows whose retention has ended, at most a hundred of most kinds: all other writers wait meanwhile.
    /// - Returns: how many; 0: none are left.
    package func deleteExpired(_ rows: ExpiredRows, at now: Timestamp) throws(DatabaseError) -> Int {
        switch rows {
        case .photos: try deleteExpiredPhotos(at: now)
        case .notices: try forgetNotices(before: now.advanced(by: Notice.kept * -1))
        case .invitations: try forgetInvitations(at: now)
        case .sessions: try forgetSessions(before: now.advanced(by: Session.kept * -1))
        default: try rows.deletion(at: now).map { (sql) throws(DatabaseError) in try rowsChanged(by: sql) } ?? 0
        }
    }
}
