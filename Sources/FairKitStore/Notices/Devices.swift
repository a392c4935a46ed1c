package import FairKitCore
package import Relational

private let columns: SQL = "id, platform, os_version, app_version, label, seen_at, muted"
private let isDevice: SQL = "kind IN ('apns', 'fcm', 'web-push')"

extension Connection {
    /// The devices of an account, the one seen last first.
    package func devices(of account: AccountID) throws(DatabaseError) -> [Device] {
        let rows = try all(
            """
            SELECT \(columns) FROM contact_point
            WHERE account_id = \(account) AND \(isDevice) AND platform IS NOT NULL AND seen_at IS NOT NULL
            ORDER BY seen_at DESC, id DESC
            """
        ) { row throws(DatabaseError) in
            (
                try row.value(0, as: ContactPointID.self),
                DeviceDetails(
                    platform: try row.value(1), osVersion: try row.value(2), appVersion: try row.value(3),
                    label: try row.value(4, sealed: .contactPointLabel, key: 0), muted: Set(stored: try row.value(6))),
                try row.value(5, as: Timestamp.self)
            )
        }
        var devices: [Device] = []
        for (id, details, seenAt) in rows {
            guard let contact = try contactPoint(id) else { continue }
            devices.append(Device(contact: contact, details: details, seenAt: seenAt))
        }
        return devices
    }

    /// The categories of notices that are off on each device of an account.
    package func mutedCategories(of account: AccountID) throws(DatabaseError) -> [ContactPointID: Set<NoticeCategory>] {
        let rows = try all("SELECT id, muted FROM contact_point WHERE account_id = \(account) AND muted <> ''") {
            row throws(DatabaseError) in
            (try row.value(0, as: ContactPointID.self), Set<NoticeCategory>(stored: try row.value(1, as: String.self)))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The contact point with a device's address, of any account.
    package func device(at address: DeviceAddress) throws(DatabaseError) -> ContactPointID? {
        try first(
            """
            SELECT id FROM contact_point
            WHERE kind = \(address.kind) AND \(lookup: "address") = \(lookup: address.address, .contact) LIMIT 1
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }
}

extension WriteTransaction {
    /// Stores what an app said of its device.
    package func setDeviceDetails(
        _ details: DeviceDetails, of contact: ContactPointID, in session: SessionID, seenAt: Timestamp
    ) throws(DatabaseError) {
        try run(
            """
            UPDATE contact_point SET platform = \(details.platform), os_version = \(details.osVersion),
                app_version = \(details.appVersion),
                label = \(sealed: details.label, .contactPointLabel, of: contact), muted = \(details.muted.text),
                seen_at = \(seenAt), session_id = \(session)
            WHERE id = \(contact)
            """)
    }

    /// Removes the devices of an account on which it no longer is signed in.
    /// - Parameters:
    ///   - session: only those that registered in this session; nil: all.
    ///   - kept: not those that registered in this session.
    func removeDevices(
        of account: AccountID, registeredIn session: SessionID? = nil, except kept: SessionID? = nil
    ) throws(DatabaseError) {
        let wanted: SQL = if let session { "session_id = \(session)" } else { "1 = 1" }
        let others: SQL = if let kept { "(session_id IS NULL OR session_id <> \(kept))" } else { "1 = 1" }
        let devices = try all(
            "SELECT id FROM contact_point WHERE account_id = \(account) AND \(isDevice) AND \(wanted) AND \(others)"
        ) { row throws(DatabaseError) in try row.value(0, as: ContactPointID.self) }
        for device in devices { _ = try removeContactPoint(device) }
    }
}
