package import FairKitCore
import FairKitStore
package import KeyRing

/// The addresses at which a signed-in person is reached besides the e-mail address of their account.
package struct Contacts: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var contacts: Contacts { Contacts(tenant: self) }
}

/// Why a person's contact point was not added or proven.
package enum ContactFailure: Error {
    case account(OwnAccountFailure)
    /// The person has as many as are possible.
    case full
    /// The account or the address has got as many codes as are sent in a day; the time until the next one.
    case codesLimited(retryAfter: Duration)
    case codeWrong
    /// No code is valid: it expired, was tried too often, or was used.
    case noCode
    case key(KeyError)
}

extension Contacts {
    /// The person's contact points, without their devices; the oldest first.
    package func list(by caller: Caller) async throws(Refusal<ContactFailure>) -> [ContactPoint] {
        let account = try account(of: caller)
        return try await tenant.read(nil, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[ContactPoint], ContactFailure> in
            .success(try Contacts.addedContacts(of: account, in: tx))
        }
    }

    /// Adds a contact point and sends a code to it. It is not used before its owner has repeated the code. An address
    /// that was added before and is not proven gets another code.
    ///
    /// - Returns: the contact point, and whether it is new.
    package func add(
        _ kind: ContactKind, _ address: String, found faults: Faults, by caller: Caller
    ) async throws(Refusal<ContactFailure>) -> (contact: ContactPoint, isNew: Bool) {
        let account = try account(of: caller)
        var faults = faults
        if faults.isEmpty {
            faults.require(tenant.settings.phones.serves(address, over: kind), "/address", PhoneCountries.refusal)
        }
        try faults.refuse(for: ContactFailure.self)
        let code = ContactCode.random()
        let store = tenant.store
        return try await tenant.write(nil, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<(contact: ContactPoint, isNew: Bool), ContactFailure>
            in
            if kind == .email, try tx.account(account)?.email.description == address {
                return .failure(
                    .invalid(Invalid("/address", "another address: the account's own address is always used")))
            }
            let added = try Contacts.addedContacts(of: account, in: tx)
            let known = added.first { $0.kind == kind && $0.address == address }
            if let known, known.isUsed { return .success((known, false)) }
            guard known != nil || added.count < ContactKind.mostOfPerson else { return .own(.full) }
            let contact =
                known
                ?? ContactPoint(
                    id: .new(at: grant.now), owner: .account(account), kind: kind, address: address,
                    createdAt: grant.now, verifiedAt: nil)
            let digests: (code: [UInt8], address: [UInt8])
            do throws(KeyError) {
                digests = (
                    try store.digest(of: code, for: contact.id), try store.digest(ofAddress: address, of: kind)
                )
            } catch { return .own(.key(error)) }
            if let wait = try Contacts.waitForCode(to: digests.address, by: account, at: grant.now, in: tx) {
                return .own(.codesLimited(retryAfter: wait))
            }
            if let spent = try Tenancy.spend(kind == .email ? .code : .phone, by: grant, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            if known == nil {
                try tx.insertContactPoint(contact)
                grant.log(.contactAdded, contact.id, about: nil)
            }
            try Contacts.send(code, digests, to: contact, of: account, at: grant.now, in: tx)
            return .success((contact, known == nil))
        }
    }

    /// Proves a contact point by the code that was sent to it. It is used from now on.
    package func verify(
        _ id: ContactPointID, _ code: ContactCode?, found faults: Faults, by caller: Caller
    ) async throws(Refusal<ContactFailure>) -> ContactPoint {
        let account = try account(of: caller)
        try faults.refuse(for: ContactFailure.self)
        guard let code else { throw .invalid(Invalid("/code", "is required")) }
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: code, for: id) } catch { throw .own(.key(error)) }
        return try await tenant.write(nil, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<ContactPoint, ContactFailure> in
            guard let contact = try tx.contactPoint(id), contact.owner == .account(account), !contact.kind.isDevice
            else { return .failure(.notFound) }
            if contact.isUsed { return .success(contact) }
            guard let isRight = try tx.tryCode(of: id, digest: digest, at: grant.now) else { return .own(.noCode) }
            guard isRight else {
                grant.log(grant.caller.entry(.contactRefused, id, about: nil, outcome: .failed, at: grant.now))
                return .own(.codeWrong)
            }
            try tx.verifyContactPoint(id, at: grant.now)
            grant.log(.contactVerified, id, about: nil)
            try Contacts.notify(.contactAdded, contact, of: account, zones: zones, at: grant.now, in: tx)
            return try tx.contactPoint(id).map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// Removes one of the person's contact points.
    package func remove(_ id: ContactPointID, by caller: Caller) async throws(Refusal<ContactFailure>) {
        let account = try account(of: caller)
        try await tenant.write(nil, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<Void, ContactFailure> in
            guard let contact = try tx.contactPoint(id), contact.owner == .account(account), !contact.kind.isDevice,
                try tx.removeContactPoint(id)
            else { return .failure(.notFound) }
            grant.log(.contactRemoved, id, about: nil)
            // One that was never proven was never used.
            if contact.verifiedAt != nil {
                try Contacts.notify(.contactRemoved, contact, of: account, zones: zones, at: grant.now, in: tx)
            }
            return .success(())
        }
    }

    func account(of caller: Caller) throws(Refusal<ContactFailure>) -> AccountID {
        do { return try tenant.ownAccount.person(caller).0 } catch { throw error.map { .account($0) } }
    }

    fileprivate static func addedContacts<Access>(of account: AccountID, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> [ContactPoint]
    {
        try tx.contactPoints(of: .account(account)).filter { !$0.kind.isDevice }
    }

    /// How long the account has to wait before another code is sent to an address; nil: it need not.
    fileprivate static func waitForCode(
        to address: [UInt8], by account: AccountID, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Duration? {
        let dayBefore = now.advanced(by: .seconds(-86_400))
        let limits = [
            (try tx.codesSent(by: account, since: dayBefore), ContactCode.mostOfAccount),
            (try tx.codesSent(to: address, since: dayBefore), ContactCode.mostToAddress),
        ]
        return limits.compactMap { sent, most in
            sent.count < most ? nil : dayBefore.distance(to: sent[sent.count - most])
        }.max()
    }

    fileprivate static func send(
        _ code: ContactCode, _ digests: (code: [UInt8], address: [UInt8]), to contact: ContactPoint,
        of account: AccountID, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        var facts = NoticeFacts()
        facts.code = code.digits
        let notice = Notice(to: .account(account), .contactVerification, facts, at: now)
        try tx.countCode(
            to: digests.address, by: account, at: now, forgetting: now.advanced(by: .seconds(-86_400)))
        try tx.setCode(of: contact.id, digest: digests.code, expiresAt: now.advanced(by: ContactCode.lifetime))
        try Notices.notify(notice, only: contact, in: tx)
    }
}
