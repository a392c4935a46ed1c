package import FairKitCore
package import SQLCipher

extension Connection {
    /// A kit by its code.
    package func kit(_ code: KitCode) throws(DatabaseError) -> Kit? {
        try first(
            """
            SELECT id, status, profile_id, registered_at, send_by, read_from, needs_review FROM kit
            WHERE code = \(code)
            """
        ) { row throws(DatabaseError) in
            Kit(
                id: try row.value(0), code: code, status: try row.value(1), profileID: try row.value(2),
                registeredAt: try row.value(3), sendBy: try row.value(4), readFrom: try row.value(5),
                needsReview: try row.value(6))
        }
    }

    /// What happened to a kit, oldest first.
    package func events(of kit: KitID) throws(DatabaseError) -> [KitEvent] {
        try all(
            "SELECT status, at, actor, implied FROM kit_event WHERE kit_id = \(kit) ORDER BY position"
        ) { row throws(DatabaseError) in
            KitEvent(
                status: try row.value(0), at: try row.value(1), actor: try row.value(2), implied: try row.value(3))
        }
    }

    /// The grey copy that is kept for a review.
    package func photo(of kit: KitID) throws(DatabaseError) -> [UInt8]? {
        try first("SELECT jpeg FROM kit_photo WHERE kit_id = \(kit)") { row throws(DatabaseError) in try row.value(0) }
    }
}

extension Connection where Access == Writing {
    /// Stores a kit that was not known.
    package func insert(_ kit: Kit) throws(DatabaseError) {
        try run(
            """
            INSERT INTO kit (id, code, status, profile_id, registered_at, send_by, read_from, needs_review)
            VALUES (\(kit.id), \(kit.code), \(kit.status), \(kit.profileID), \(kit.registeredAt), \(kit.sendBy),
                \(kit.readFrom), \(kit.needsReview))
            """)
    }

    /// Stores what has changed about a kit.
    package func update(_ kit: Kit) throws(DatabaseError) {
        try run(
            """
            UPDATE kit SET status = \(kit.status), profile_id = \(kit.profileID), registered_at = \(kit.registeredAt),
                send_by = \(kit.sendBy), read_from = \(kit.readFrom), needs_review = \(kit.needsReview)
            WHERE id = \(kit.id)
            """)
    }

    /// Adds a step to a kit's history.
    package func append(_ event: KitEvent, to kit: KitID) throws(DatabaseError) {
        try run(
            """
            INSERT INTO kit_event (kit_id, position, status, at, actor, implied)
            SELECT \(kit), COALESCE(MAX(position), 0) + 1, \(event.status), \(event.at), \(event.actor), \(event.implied)
            FROM kit_event WHERE kit_id = \(kit)
            """)
    }

    /// Keeps the grey copy of a photo that could not be read.
    package func keepPhoto(_ jpeg: [UInt8], of kit: KitID, until expiry: Timestamp) throws(DatabaseError) {
        try run("INSERT INTO kit_photo (kit_id, jpeg, expires_at) VALUES (\(kit), \(jpeg), \(expiry))")
    }

    /// Deletes copies whose time is over, at most a hundred, with a line in the audit for each.
    /// - Returns: how many it deleted.
    package func deleteExpiredPhotos(at now: Timestamp) throws(DatabaseError) -> Int {
        let expired = try all(
            """
            SELECT k.id, k.profile_id FROM kit_photo p JOIN kit k ON k.id = p.kit_id
            WHERE p.expires_at <= \(now) ORDER BY p.expires_at LIMIT 100
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: KitID.self), try row.value(1, as: ProfileID?.self)) }
        for (kit, profile) in expired {
            try run("DELETE FROM kit_photo WHERE kit_id = \(kit)")
            try record(
                AuditEntry(
                    at: now, actor: nil, action: .kitPhotoDeleted, object: "\(kit)", profileID: profile,
                    requestID: "expiry"))
        }
        return expired.count
    }
}
