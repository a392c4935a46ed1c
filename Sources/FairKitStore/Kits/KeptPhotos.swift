package import FairKitCore
import Relational

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
}
