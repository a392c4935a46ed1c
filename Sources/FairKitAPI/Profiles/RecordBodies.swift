package import FairKitCore

/// A person who was erased.
package struct ErasedPersonBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let at: String

    package init(id: ProfileID, at: Timestamp) {
        self.id = "\(id)"
        self.at = "\(at)"
    }
}

/// A legal hold on the wire.
package struct HoldBody: Decodable, JSONBody, Sendable {
    /// In the list of all.
    package let profileId: String?
    package let reason: String
    package let since: String

    package init(_ hold: LegalHold, on profile: ProfileID? = nil) {
        profileId = profile?.description
        reason = hold.reason
        since = "\(hold.since)"
    }
}

/// The result of an erasure.
package struct ErasureBody: Decodable, JSONBody, Sendable {
    package struct Rows: Decodable, JSONBody, Sendable {
        package let kits: Int
        package let photos: Int
        package let results: Int
        package let resultVersions: Int
        package let alerts: Int
        package let deliveries: Int
        package let accounts: Int
        package let sessions: Int
        package let keys: Int
        package let mails: Int
    }
    package let id: String
    package let erasedAt: String
    /// Missing if the log is a database's.
    package let logEmptied: Bool?
    package let rows: Rows

    package init(_ id: ProfileID, at time: Timestamp, _ counts: ErasedRows, logIsEmpty: Bool?) {
        self.id = "\(id)"
        erasedAt = "\(time)"
        logEmptied = logIsEmpty
        rows = Rows(
            kits: counts.kits, photos: counts.photos, results: counts.results, resultVersions: counts.versions,
            alerts: counts.alerts, deliveries: counts.deliveries, accounts: counts.accounts,
            sessions: counts.sessions, keys: counts.keys, mails: counts.mails)
    }
}

/// The id of the profile to erase, repeated; over the network also the caller's proof of identity.
package struct ErasureRequest: Codable, Sendable {
    package let confirm: String
    package let password: String?
    package let code: String?
    package let backupCode: String?

    package init(confirm: String, password: String? = nil, code: String? = nil, backupCode: String? = nil) {
        self.confirm = confirm
        self.password = password
        self.code = code
        self.backupCode = backupCode
    }
}

/// A pending erasure, and when it is carried out.
package struct RequestedErasureBody: Decodable, JSONBody, Sendable {
    package let profileId: String
    /// The account that asked for it, in the list of all.
    package let requestedBy: String?
    package let requestedAt: String
    package let dueAt: String

    package init(_ erasure: RequestedErasure, isListed: Bool = false) {
        profileId = "\(erasure.profile)"
        requestedBy = isListed ? "\(erasure.actor)" : nil
        requestedAt = "\(erasure.requestedAt)"
        dueAt = "\(erasure.dueAt)"
    }
}

/// The reason of a legal hold.
package struct HoldRequest: Decodable, Sendable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
}
