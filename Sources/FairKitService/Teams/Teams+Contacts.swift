package import FairKitCore
import FairKitStore

/// Why a team's contact point was not added.
package enum TeamContactFailure: Error {
    /// The team has as many as are possible.
    case full
}

extension Teams {
    /// The contact points of a team, the oldest first.
    package func contacts(of name: String, by caller: Caller) async throws(Refusal<Never>) -> [TeamContact] {
        try await tenant.read(.readTeams, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[TeamContact], Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            return .success(try Teams.teamContacts(of: team.id, in: tx))
        }
    }

    /// Adds a contact point to a team. The same one again changes nothing, but one that was disabled is used again.
    ///
    /// - Parameter address: as the client sent it.
    /// - Returns: the contact point, and whether it is new.
    package func addContact(
        _ kind: ContactKind?, _ address: String, to name: String, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<TeamContactFailure>) -> (contact: TeamContact, isNew: Bool) {
        var faults = faults
        let (kind, allowsPrivate) = (kind ?? .email, tenant.settings.allowsPrivateWebhooks)
        faults.require(
            tenant.settings.channels.contains(kind), "/kind",
            "a channel that this server has: its operator adds \(kind.rawValue) to the file of channels")
        let stored = faults.read(or: "") { () throws(Invalid) in
            do throws(Invalid) { return try kind.teamAddress(address, allowsPrivate: allowsPrivate) } catch {
                throw error.inside("/address")
            }
        }
        if faults.isEmpty {
            faults.require(tenant.settings.phones.serves(stored, over: kind), "/address", PhoneCountries.refusal)
        }
        try faults.refuse(for: TeamContactFailure.self)
        return try await tenant.write(.decideTeams, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<(contact: TeamContact, isNew: Bool), TeamContactFailure> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            let present = try tx.contactPoints(of: .team(team.id))
            if let known = present.first(where: { $0.kind == kind && $0.address == stored }) {
                if !known.isUsed {
                    try tx.verifyContactPoint(known.id, at: grant.now)
                    try Teams.logContact(known, of: team, isAdded: true, &grant, in: tx)
                }
                return try Teams.teamContact(known.id, in: tx).map { .success(($0, false)) } ?? .failure(.notFound)
            }
            guard present.count < TeamContact.most else { return .own(.full) }
            let contact = ContactPoint(
                id: .new(at: grant.now), owner: .team(team.id), kind: kind, address: stored, createdAt: grant.now,
                verifiedAt: grant.now)
            try tx.insertContactPoint(contact)
            try Teams.logContact(contact, of: team, isAdded: true, &grant, in: tx)
            return .success((TeamContact(contact: contact, lastSend: nil), true))
        }
    }

    /// Sends a test message to a contact point of a team, also if it is disabled. At most one a minute is sent: until
    /// then, what became of the last one is answered.
    package func testContact(
        _ id: ContactPointID, of name: String, by caller: Caller
    ) async throws(Refusal<Never>) -> TeamContact {
        try await tenant.write(.manageTeams, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<TeamContact, Never> in
            guard let team = try tx.team(named: name), let contact = try tx.contactPoint(id),
                contact.owner == .team(team.id)
            else { return .failure(.notFound) }
            guard try !Teams.wasTested(id, since: grant.now.advanced(by: .zero - TeamContact.testInterval), in: tx)
            else {
                return try Teams.teamContact(id, in: tx).map { .success($0) } ?? .failure(.notFound)
            }
            let kind: SendingKind = [.sms, .voice].contains(contact.kind) ? .phone : .code
            if let spent = try Tenancy.spend(kind, by: grant, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            try Notices.notify(Notice(to: .team(team.id), .test, NoticeFacts(), at: grant.now), only: contact, in: tx)
            grant.log(.teamContactTested, "\(team.name) \(id)", about: nil)
            return try Teams.teamContact(id, in: tx).map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// Removes a contact point of a team. What waits to be sent to it is not sent, and a step that is left without a
    /// message is not waited out.
    package func removeContact(
        _ id: ContactPointID, of name: String, by caller: Caller
    ) async throws(Refusal<Never>) {
        try await tenant.write(.decideTeams, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            guard let team = try tx.team(named: name), let contact = try tx.contactPoint(id),
                contact.owner == .team(team.id)
            else { return .failure(.notFound) }
            let waiting = try tx.waitingSends(to: id)
            _ = try tx.removeContactPoint(id)
            for send in waiting {
                if let notice = try tx.notice(send.notice) {
                    _ = try Escalation.escalateIfUnreached(by: notice, at: grant.now, in: tx)
                }
            }
            try Teams.logContact(contact, of: team, isAdded: false, &grant, in: tx)
            return .success(())
        }
    }

    /// The address of a contact point can be a secret, so only its kind and id are recorded.
    fileprivate static func logContact(
        _ contact: ContactPoint, of team: Team, isAdded: Bool, _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        let kind = contact.kind.rawValue
        try Grant.logAlerting(
            isAdded ? .teamContactAdded : .teamContactRemoved, "\(team.name) \(contact.id)",
            "contact point of team \(team.name)", from: isAdded ? nil : kind,
            to: isAdded ? kind : nil, inAudit: false, &grant, in: tx)
    }

    fileprivate static func wasTested<Access>(
        _ contact: ContactPointID, since start: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        guard let last = try tx.lastTestMessage(to: contact) else { return false }
        return last > start
    }

    fileprivate static func teamContacts<Access>(of team: TeamID, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> [TeamContact]
    {
        var contacts: [TeamContact] = []
        for contact in try tx.contactPoints(of: .team(team)) {
            contacts.append(TeamContact(contact: contact, lastSend: try tx.lastSend(to: contact.id)))
        }
        return contacts
    }

    fileprivate static func teamContact<Access>(_ id: ContactPointID, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> TeamContact?
    {
        guard let contact = try tx.contactPoint(id) else { return nil }
        return TeamContact(contact: contact, lastSend: try tx.lastSend(to: id))
    }
}
