package import FairKitCore
package import Relational

extension Connection {
    /// The limit that prevents another copy of a person's photo from being kept; nil: there is room.
    package func photoLimitReached(of person: ProfileID) throws(DatabaseError) -> KeptPhotoLimit? {
        let ofPerson = try first(
            """
            SELECT COUNT(*) FROM kit k JOIN kit_photo p ON p.kit_id = k.id WHERE k.profile_id = \(person)
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
        if let ofPerson, ofPerson >= KeptPhotoLimit.profile.most { return .profile }
        let ofAll = try first("SELECT COUNT(*) FROM kit_photo") { row throws(DatabaseError) in
            try row.value(0, as: Int.self)
        }
        if let ofAll, ofAll >= KeptPhotoLimit.tenant.most { return .tenant }
        return nil
    }

    /// The grey copy that is kept for review.
    package func photo(of kit: KitID) throws(DatabaseError) -> [UInt8]? {
        try first("SELECT jpeg FROM kit_photo WHERE kit_id = \(kit)") { row throws(DatabaseError) in
            try row.value(0, sealed: .kitPhotoJPEG, of: kit)
        }
    }
}

extension WriteTransaction {
    /// Keeps the grey copy of a photo that could not be read.
    package func keepPhoto(_ jpeg: [UInt8], of kit: KitID, until expiry: Timestamp) throws(DatabaseError) {
        try run(
            """
            INSERT INTO kit_photo (kit_id, jpeg, expires_at)
            VALUES (\(kit), \(sealed: jpeg, .kitPhotoJPEG, of: kit), \(expiry))
            """)
    }

    /// Deletes the grey copy after its review.
    package func deletePhoto(of kit: KitID) throws(DatabaseError) {
        try run("DELETE FROM kit_photo WHERE kit_id = \(kit)")
    }

    /// Deletes expired copies, at most a hundred, with an audit entry for each.
    /// - Returns: how many.
    func deleteExpiredPhotos(at now: Timestamp) throws(DatabaseError) -> Int {
        let expired = try all(
            """
            SELECT k.id, k.profile_id FROM kit_photo p JOIN kit k ON k.id = p.kit_id
            WHERE p.expires_at <= \(now) ORDER BY p.expires_at LIMIT 100
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: KitID.self), try row.value(1, as: ProfileID?.self)) }
        for (kit, profile) in expired {
            try deletePhoto(of: kit)
            try record(
                AuditEntry(
                    at: now, actor: .server, action: .kitPhotoDeleted, object: "\(kit)", profileID: profile,
                    requestID: "expiry"))
        }
        return expired.count
    }
}
