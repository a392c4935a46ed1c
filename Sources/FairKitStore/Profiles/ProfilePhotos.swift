package import FairKitCore
package import Relational

extension Connection {
    /// A person's photo in one size; nil: there is none.
    package func photo(of person: ProfileID, _ size: ProfilePhoto.Size) throws(DatabaseError) -> ProfilePhoto? {
        let column: SQL = size == .large ? "large" : "small"
        return try first("SELECT \(column), changed_at FROM profile_photo WHERE profile_id = \(person)") {
            row throws(DatabaseError) in
            let sealed: SealedColumn = size == .large ? .profilePhotoLarge : .profilePhotoSmall
            return ProfilePhoto(jpeg: try row.value(0, sealed: sealed, of: person), changedAt: try row.value(1))
        }
    }
}

extension WriteTransaction {
    /// Stores a person's photo instead of the one before.
    package func setPhoto(
        of person: ProfileID, large: [UInt8], small: [UInt8], at now: Timestamp
    ) throws(DatabaseError) {
        try run("DELETE FROM profile_photo WHERE profile_id = \(person)")
        try run(
            """
            INSERT INTO profile_photo (profile_id, large, small, changed_at)
            VALUES (\(person), \(sealed: large, .profilePhotoLarge, of: person),
                \(sealed: small, .profilePhotoSmall, of: person), \(now))
            """)
    }

    /// - Returns: false: there was none.
    package func removePhoto(of person: ProfileID) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "DELETE FROM profile_photo WHERE profile_id = \(person)") == 1
    }
}
