package import FairKitCore
import FairKitStore

/// The devices on which a signed-in person receives notices.
package struct Devices: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var devices: Devices { Devices(tenant: self) }
}

extension Devices {
    /// The channels that the server has.
    package var channels: Set<ContactKind> { tenant.settings.channels }

    /// Registers the device on which a person is signed in, or records what changed. A device belongs to the account
    /// that signed in on it last: it is taken from another one.
    ///
    /// - Returns: the device, and whether it is new.
    package func register(
        _ address: DeviceAddress?, _ details: DeviceDetails, found faults: Faults, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> (device: Device, isNew: Bool) {
        let (account, session) = try tenant.ownAccount.person(caller)
        var faults = faults
        details.check(&faults)
        try faults.refuse(for: OwnAccountFailure.self)
        guard let address else { throw .invalid(Invalid("/deviceToken", "is required")) }
        return try await tenant.write(nil, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError)
                -> Outcome<(device: Device, isNew: Bool), OwnAccountFailure> in
            // The session may have ended since the request was authenticated: its devices are removed with it.
            guard try tx.isActive(grant.subject, at: grant.now) else { return .failure(.forbidden) }
            let isKnown = try tx.device(at: address).flatMap { (id) throws(DatabaseError) in try tx.contactPoint(id) }
            if isKnown?.owner != .account(account),
                let spent = try Tenancy.spend(.device, by: grant, to: account, of: tenant, in: tx)
            {
                return .failure(.overBudget(spent))
            }
            let isNew = try Devices.register(
                address, details, of: account, in: session, zones: tenant.zones, &grant, in: tx)
            let devices = try tx.devices(of: account)
            guard let device = devices.first(where: { $0.contact.address == address.address }) else {
                return .failure(.notFound)
            }
            return .success((device, isNew))
        }
    }

    /// The person's devices, the one seen last first.
    package func list(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> [Device] {
        let (account, _) = try tenant.ownAccount.person(caller)
        return try await tenant.read(nil, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[Device], OwnAccountFailure> in
            .success(try tx.devices(of: account))
        }
    }

    /// Removes one of the person's devices.
    package func remove(_ id: ContactPointID, by caller: Caller) async throws(Refusal<OwnAccountFailure>) {
        let (account, _) = try tenant.ownAccount.person(caller)
        try await tenant.write(nil, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<Void, OwnAccountFailure> in
            guard let contact = try tx.contactPoint(id), contact.owner == .account(account), contact.kind.isDevice,
                try tx.removeContactPoint(id)
            else { return .failure(.notFound) }
            grant.log(.deviceRemoved, id, about: nil)
            try Contacts.notify(.contactRemoved, contact, of: account, zones: zones, at: grant.now, in: tx)
            return .success(())
        }
    }

    /// - Returns: whether the device is new to the account.
    fileprivate static func register(
        _ address: DeviceAddress, _ details: DeviceDetails, of account: AccountID, in session: SessionID,
        zones: TimeZones, _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        if let known = try tx.device(at: address), let contact = try tx.contactPoint(known) {
            if contact.owner == .account(account) {
                // The app holds the token, so a device that the provider once refused works again.
                try tx.verifyContactPoint(known, at: grant.now)
                let before = try tx.devices(of: account).first { $0.contact.id == known }?.details.muted ?? []
                try tx.setDeviceDetails(details, of: known, in: session, seenAt: grant.now)
                if details.muted.contains(.criticalAlert), !before.contains(.criticalAlert) {
                    try Contacts.notifySwitchedOff(contact.kind, of: account, zones: zones, at: grant.now, in: tx)
                }
                return false
            }
            // It is taken from the account that used it before.
            if case .account(let other) = contact.owner {
                try Contacts.notify(.contactRemoved, contact, of: other, zones: zones, at: grant.now, in: tx)
            }
        }
        for device in try tx.devices(of: account).dropFirst(Device.most - 1) {
            _ = try tx.removeContactPoint(device.contact.id)
            grant.log(.deviceRemoved, device.contact.id, about: nil)
            try Contacts.notify(.contactRemoved, device.contact, of: account, zones: zones, at: grant.now, in: tx)
        }
        let contact = ContactPoint(
            id: .new(at: grant.now), owner: .account(account), kind: address.kind, address: address.address,
            createdAt: grant.now, verifiedAt: grant.now)
        try tx.insertContactPoint(contact)
        try tx.setDeviceDetails(details, of: contact.id, in: session, seenAt: grant.now)
        grant.log(.deviceRegistered, contact.id, about: nil)
        try Contacts.notify(.contactAdded, contact, of: account, zones: zones, at: grant.now, in: tx)
        return true
    }
}
